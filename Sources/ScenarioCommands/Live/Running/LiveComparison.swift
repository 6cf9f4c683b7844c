import ScenarioKit
import ScenarioLanguage
import ScenarioReports

extension ScenarioReport {
  /// Returns this result of a live run, turned into a failure with an explanation if the simulated
  /// run ended differently in any way.
  ///
  /// - Parameter hasKnownIssue: Whether the scenario is expected to fail.
  func compared(with simulated: ScenarioReport, hasKnownIssue: Bool) -> ScenarioReport {
    let simulated = hasKnownIssue ? simulated.withoutSolvedIssue : simulated
    var report = hasKnownIssue ? withoutSolvedIssue : self
    guard let disagreement = report.disagreement(with: simulated) else { return self }
    let missing = simulated.failures.filter { failure in
      !report.failures.contains {
        ($0.location, $0.message, $0.differences)
          == (failure.location, failure.message, failure.differences)
      }
    }
    (report.verdict, report.failures) = (.failed, report.failures + [disagreement])
    report.failures += missing.changed { failure in
      failure.messages[0] = "in the simulation: \(failure.messages[0])"
    }
    return report
  }

  /// The result without the failure that the known issue no longer occurs.
  private var withoutSolvedIssue: ScenarioReport {
    var report = self
    if verdict == .failed { (report.verdict, report.failures) = (.passed, []) }
    return report
  }

  /// Returns the way in which two runs ended differently; `nil` if they did not.
  private func disagreement(with simulated: ScenarioReport) -> Failure? {
    if ending != simulated.ending {
      return Failure(
        "live it \(ending), but in the simulation it \(simulated.ending)", at: location)
    }
    if steps.map(\.outcome) != simulated.steps.map(\.outcome) {
      return Failure(
        "live it fails at a different step than in the simulation", at: location,
        details: ["Live: \(failedStep)", "In the simulation: \(simulated.failedStep)"])
    }
    // The messages depend on how time passed.
    let isSame = failures.elementsEqual(simulated.failures) {
      $0.location == $1.location && $0.differences == $1.differences
    }
    return isSame
      ? nil : Failure("live it fails in a different way than in the simulation", at: location)
  }

  /// The ending, worded to follow "it".
  private var ending: Message {
    switch verdict {
    case .passed: "passes"
    case .failed: "fails"
    case .undefined: "is undefined"
    case .blocked: "is blocked by \"\(reason ?? "")\""
    case .skipped: "is skipped"
    case .knownIssue: "fails with the known issue \"\(reason ?? "")\""
    }
  }

  private var failedStep: Message {
    steps.first { $0.outcome == .failed }.map { "\($0.text)" } ?? "after its last step"
  }
}
