import ScenarioKit

/// Determines the next step to run.
///
/// After a failure, the app is not changed any more. Checks next to the failed one are still
/// evaluated until an act or a time word follows, because they concern the same moment.
struct StepLoop {
  private let steps: [PlannedStep]
  private var index = 0
  private var hasFailed = false

  init(steps: [PlannedStep]) { self.steps = steps }

  /// Returns the index of the next step to run, or `nil` if none is left.
  mutating func next() -> Int? {
    guard index < steps.count else { return nil }
    if hasFailed {
      let (step, last) = (steps[index], steps[index - 1])
      guard step.checksSameMoment, last.checksSameMoment, step.owner == last.owner else {
        index = steps.count
        return nil
      }
    }
    defer { index += 1 }
    return index
  }

  /// Records whether the last step returned has passed.
  mutating func ended(passed: Bool) { if !passed { hasFailed = true } }
}

extension PlannedStep {
  /// Whether the step only checks, at the moment at which the step before it ended.
  ///
  /// A pause may appear among the checks but is not one.
  fileprivate var checksSameMoment: Bool {
    purpose == .check && timing == nil && timeline == nil
      && sentences.first?.definition.role != .pause
  }
}
