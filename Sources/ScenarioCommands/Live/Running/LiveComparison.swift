import ScenarioLanguage
import ScenarioReports

/// A comparison of a scenario's live result with its simulated result.
struct LiveComparison {
  private let live: Run
  private let simulated: Run

  /// - Parameter hasKnownIssue: Whether the scenario is expected to fail.
  init(_ live: ScenarioReport, with simulated: ScenarioReport, hasKnownIssue: Bool) {
    self.live = Run(report: live, hasKnownIssue: hasKnownIssue)
    self.simulated = Run(report: simulated, hasKnownIssue: hasKnownIssue)
  }

  /// The live report, turned into a failure with an explanation if the two runs ended differently
  /// in any way.
  var report: ScenarioReport {
    guard let disagreement else { return live.report }
    var report = live.report
    (report.verdict, report.failures) = (.failed, live.realFailures + [disagreement])
    for var failure in simulated.realFailures
    where !live.realFailures.contains(where: failure.isSame) {
      failure.messages[0] = "in the simulation: \(failure.messages[0])"
      report.failures.append(failure)
    }
    return report
  }

  /// The way in which the two runs ended differently; `nil` if they did not.
  private var disagreement: Failure? {
    let location = live.report.location
    if live.ending != simulated.ending {
      return Failure(
        "live it \(live.ending), but in the simulation it \(simulated.ending)", at: location)
    }
    if live.report.steps.map(\.outcome) != simulated.report.steps.map(\.outcome) {
      return Failure(
        "live it fails at a different step than in the simulation", at: location,
        details: ["Live: \(live.failed)", "In the simulation: \(simulated.failed)"])
    }
    // The messages depend on how time passed.
    let isSame = live.report.failures.elementsEqual(simulated.report.failures) {
      $0.location == $1.location && $0.differences == $1.differences
    }
    return isSame
      ? nil : Failure("live it fails in a different way than in the simulation", at: location)
  }
}

/// One of the two runs of the scenario.
private struct Run {
  let report: ScenarioReport
  let hasKnownIssue: Bool

  /// Whether the scenario failed only because its known issue no longer occurs.
  var isSolved: Bool { report.verdict == .failed && hasKnownIssue }

  /// The failures in the app itself.
  var realFailures: [Failure] { isSolved ? [] : report.failures }

  /// The ending, worded to follow "it".
  var ending: Message {
    switch report.verdict {
    case .passed: "passes"
    case .failed: isSolved ? "passes" : "fails"
    case .undefined: "is undefined"
    case .blocked: "is blocked by \"\(report.reason ?? "")\""
    case .skipped: "is skipped"
    case .knownIssue: "fails with the known issue \"\(report.reason ?? "")\""
    }
  }

  var failed: Message {
    report.steps.first { $0.outcome == .failed }.map { "\($0.text)" } ?? "after its last step"
  }
}

extension Failure {
  fileprivate func isSame(_ other: Failure) -> Bool {
    location == other.location && message == other.message && differences == other.differences
  }
}
