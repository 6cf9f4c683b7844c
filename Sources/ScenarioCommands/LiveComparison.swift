import ScenarioEngine
import ScenarioKit
import ScenarioLanguage

/// Finds out whether a scenario ends live as it does with the doubles.
struct LiveComparison {
  private let live: ScenarioResult
  private let simulated: ScenarioResult

  init(_ live: ScenarioResult, with simulated: ScenarioResult) {
    self.live = live
    self.simulated = simulated
  }

  /// The live result; where the two ended in different ways it has failed, whichever ways they are,
  /// and says so.
  var result: ScenarioResult {
    guard let disagreement else { return live }
    var result = live
    result.verdict = .failed
    result.failures = live.realFailures + [disagreement]
    for var failure in simulated.realFailures
    where !live.realFailures.contains(where: failure.tellsTheSame) {
      failure.message = "with the doubles: \(failure.message)"
      result.failures.append(failure)
    }
    return result
  }

  /// In what way the two ended differently; `nil` where they did not.
  private var disagreement: Failure? {
    let place = live.scenario.place
    if live.ending != simulated.ending {
      return Failure(
        "live it \(live.ending), but with the doubles it \(simulated.ending)", at: place)
    }
    if live.steps.map(\.outcome) != simulated.steps.map(\.outcome) {
      return Failure(
        "live it fails at another step than with the doubles", at: place,
        details: [
          "Live: \(live.failedStep)", "With the doubles: \(simulated.failedStep)",
        ])
    }
    if live.evidence != simulated.evidence {
      return Failure("live it fails in another way than with the doubles", at: place)
    }
    return nil
  }
}

extension ScenarioResult {
  /// Whether all that failed is the expectation that something fails.
  fileprivate var isSolved: Bool { verdict == .failed && scenario.knownIssue != nil }

  /// What does not hold in the app.
  fileprivate var realFailures: [Failure] { isSolved ? [] : failures }

  /// How it ended, behind "it".
  fileprivate var ending: String {
    switch verdict {
    case .passed: "passes"
    case .failed: isSolved ? "passes" : "fails"
    case .blocked: "is blocked by \"\(reason ?? "")\""
    case .skipped: "is skipped"
    case .knownIssue: "fails with the known issue \"\(reason ?? "")\""
    }
  }

  fileprivate var failedStep: String {
    steps.first { $0.outcome == .failed }?.text ?? "after its last step"
  }

  /// What was found where; the words for it depend on how time passed.
  fileprivate var evidence: [Evidence] {
    failures.map { Evidence(place: $0.place, differences: $0.differences) }
  }
}

private struct Evidence: Equatable {
  var place: Place
  var differences: [Difference]
}

extension Failure {
  fileprivate func tellsTheSame(_ other: Failure) -> Bool {
    place == other.place && message == other.message && differences == other.differences
  }
}
