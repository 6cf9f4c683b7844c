import ScenarioLanguage
import ScenarioReports

/// Evaluates a story's `always` checks whenever the app comes to rest, and keeps failures until the
/// current step has ended.
final class AlwaysWatch {
  private let checker: Checker
  private var checks: [PlannedStep]
  private var failures: [Failure] = []

  /// Starts watching and evaluates the checks, which must hold even before the first step.
  init(_ run: ScenarioRun, on host: ModuleHost) {
    checks = run.scenario.always
    // The checks have no time words, so they let no time pass.
    checker = Checker(
      world: run.world, host: host, label: "always",
      budget: StepBudget(world: run.world, eventLimit: .max), progress: run.progress)
    guard !checks.isEmpty else { return }
    evaluate()
    run.world.onRest = { [unowned self] in evaluate() }
  }

  /// Whether there are checks that have not failed yet.
  var isWatching: Bool { !checks.isEmpty }

  /// Whether a check has failed since the failures were last taken.
  var hasFailures: Bool { !failures.isEmpty }

  /// Removes and returns the failures; a failed check is not evaluated again.
  ///
  /// - Parameter detail: When they were found; `nil` if the caller says it.
  func takeFailures(_ detail: @autoclosure () -> Message? = nil) -> [Failure] {
    guard !failures.isEmpty else { return [] }
    defer { failures = [] }
    return failures.changed { failure in
      failure.messages[0] = "\(failure.messages[0]), but it must always hold"
      if let detail = detail() { failure.messages.append(detail) }
      failure = failure.withoutUpdate(because: "it must hold at every moment, not only at this one")
    }
  }

  /// Stops watching, because later events are not part of the story.
  func stop() { checker.world.onRest = nil }

  private func evaluate() {
    checks.removeAll { check in
      let found = checker.check(check)
      failures += found
      return !found.isEmpty
    }
  }
}
