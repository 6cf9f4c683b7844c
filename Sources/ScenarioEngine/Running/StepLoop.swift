import ScenarioKit
import ScenarioLanguage

/// Decides which step comes next.
///
/// After a failure nothing more is done to the app. Checks that stand beside the failed one are
/// still looked at, as long as neither an act nor a time word comes between, because they look at
/// the same moment.
struct StepLoop {
  private let steps: [PlannedStep]
  private var index = 0
  private var hasFailed = false

  init(steps: [PlannedStep]) { self.steps = steps }

  /// The index of the next step to take; `nil` where none is left.
  mutating func next() -> Int? {
    guard index < steps.count else { return nil }
    if hasFailed {
      let (step, last) = (steps[index], steps[index - 1])
      guard step.looksAtOnce, last.looksAtOnce, step.owner == last.owner else {
        index = steps.count
        return nil
      }
    }
    defer { index += 1 }
    return index
  }

  /// Takes note of how the step that was given last ended.
  mutating func ended(passed: Bool) {
    if !passed { hasFailed = true }
  }
}

extension PlannedStep {
  /// Whether it only looks, at the moment at which the step before it ended.
  ///
  /// A pause may stand among the checks and is none.
  fileprivate var looksAtOnce: Bool {
    purpose == .check && timing == nil && timeline == nil
      && sentences.first?.definition.role != .pause
  }
}
