/// Looks at a story's `always` checks whenever the app has come to rest, and keeps what did not
/// hold until the step under way has ended.
final class AlwaysWatch {
  private let checker: Checker
  private var checks: [PlannedStep]
  private var failures: [Failure] = []

  /// Begins to watch, and looks for the first time: the checks hold from before the first step.
  init(
    _ checks: [PlannedStep], world: any World, stage: Stage, doubtfulKeys: DoubtfulKeys
  ) {
    self.checks = checks
    // Its checks have no time words, so it lets no time pass.
    checker = Checker(
      world: world, stage: stage, label: "always",
      passage: Passage(world: world, eventLimit: .max), doubtfulKeys: doubtfulKeys)
    guard !checks.isEmpty else { return }
    look()
    world.onRest = { [unowned self] in look() }
  }

  /// Whether something did not hold since the last time.
  var hasFailures: Bool { !failures.isEmpty }

  /// What does not hold before any step is taken.
  func takeFailuresBeforeSteps() -> [Failure] { takeFailures("Broken before the first step") }

  /// What did not hold during a step; a check that has failed is not looked at again.
  func takeFailures(during step: PlannedStep) -> [Failure] {
    takeFailures("Broken in the step: \(step.text)")
  }

  private func takeFailures(_ detail: @autoclosure () -> String) -> [Failure] {
    guard !failures.isEmpty else { return [] }
    defer { failures = [] }
    return failures.map { failure in
      var failure = failure
      failure.message += ", though it always has to hold"
      failure.details.append(detail())
      return failure.unamendable(because: "it has to hold at every moment, not only at this one")
    }
  }

  /// Ends watching: what comes is no part of the story any more.
  func stop() { checker.world.onRest = nil }

  private func look() {
    checks.removeAll { check in
      let found = checker.check(check)
      failures += found
      return !found.isEmpty
    }
  }
}
