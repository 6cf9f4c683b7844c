import ScenarioEngine
import ScenarioKit
import ScenarioLanguage

/// A comparison of a scenario's live result with its simulated result.
struct LiveComparison {
  private let live: ScenarioResult
  private let simulated: ScenarioResult

  init(_ live: ScenarioResult, with simulated: ScenarioResult) {
    self.live = live
    self.simulated = simulated
  }

  /// The live result, turned into a failure with an explanation if the two runs ended differently
  /// in any way.
  var result: ScenarioResult {
    guard let disagreement else { return live }
    var result = live
    result.verdict = .failed
    result.failures = live.realFailures + [disagreement]
    for var failure in simulated.realFailures
    where !live.realFailures.contains(where: failure.isSame) {
      failure.message = "in the simulation: \(failure.message)"
      result.failures.append(failure)
    }
    return result
  }

  /// The way in which the two runs ended differently; `nil` if they did not.
  private var disagreement: Failure? {
    let location = live.scenario.location
    if live.ending != simulated.ending {
      return Failure(
        "live it \(live.ending), but in the simulation it \(simulated.ending)", at: location)
    }
    if live.steps.map(\.outcome) != simulated.steps.map(\.outcome) {
      return Failure(
        "live it fails at a different step than in the simulation", at: location,
        details: [
          "Live: \(live.failedStep)", "In the simulation: \(simulated.failedStep)",
        ])
    }
    if live.evidence != simulated.evidence {
      return Failure("live it fails in a different way than in the simulation", at: location)
    }
    return nil
  }
}

extension ScenarioResult {
  /// Whether the scenario failed only because its known issue no longer occurs.
  fileprivate var isSolved: Bool { verdict == .failed && scenario.knownIssue != nil }

  /// The failures in the app itself.
  fileprivate var realFailures: [Failure] { isSolved ? [] : failures }

  /// The ending, worded to follow "it".
  fileprivate var ending: String {
    switch verdict {
    case .passed: "passes"
    case .failed: isSolved ? "passes" : "fails"
    case .undefined: "is undefined"
    case .blocked: "is blocked by \"\(reason ?? "")\""
    case .skipped: "is skipped"
    case .knownIssue: "fails with the known issue \"\(reason ?? "")\""
    }
  }

  fileprivate var failedStep: String {
    steps.first { $0.outcome == .failed }?.text ?? "after its last step"
  }

  /// The locations and differences of the failures, without the messages, which depend on how time
  /// passed.
  fileprivate var evidence: [Evidence] {
    failures.map { Evidence(location: $0.location, differences: $0.differences) }
  }
}

private struct Evidence: Equatable {
  var location: Location
  var differences: [Difference]
}

extension Failure {
  fileprivate func isSame(_ other: Failure) -> Bool {
    location == other.location && message == other.message && differences == other.differences
  }
}
