import ScenarioRunner
import Simulation

/// Brings the results of scenarios that ran several times together, one for each scenario, in
/// order.
struct Repetition {
  private struct Gathered {
    var first: ScenarioResult
    var count = 1
    var differs = false

    mutating func fail(_ message: String, _ details: [String]) {
      differs = true
      first.verdict = .failed
      first.failures.append(Failure(message, at: first.scenario.place, details: details))
    }
  }

  private let times: Int
  private let checksTraces: Bool
  private var gathered: [Gathered?]
  private var next = 0

  init(scenarios: Int, times: Int, checksTraces: Bool) {
    self.times = times
    self.checksTraces = checksTraces
    gathered = Array(repeating: nil, count: scenarios)
  }

  /// Takes in a result.
  ///
  /// - Returns: The results that are complete now and that all earlier scenarios' came before, in
  ///   order.
  mutating func take(_ result: ScenarioResult, of index: Int) -> [ScenarioResult] {
    if var known = gathered[index] {
      known.count += 1
      compare(result, with: &known)
      gathered[index] = known
    } else {
      gathered[index] = Gathered(first: result)
    }
    var complete: [ScenarioResult] = []
    while next < gathered.count, let first = gathered[next], first.count == times {
      complete.append(first.first)
      // A long run has no use for it any more.
      gathered[next] = nil
      next += 1
    }
    return complete
  }

  /// A run that ended otherwise than the first one is a failure, whatever the two verdicts.
  ///
  /// One such run says it all; those after it are not looked at any more.
  private func compare(_ result: ScenarioResult, with known: inout Gathered) {
    guard !known.differs else { return }
    let first = known.first
    if result.verdict != first.verdict {
      // Of two runs the one that failed is worth more to whoever has to find out why.
      if first.verdict != .failed { known.first = result }
      known.fail(
        "the scenario does not end in the same way every time",
        ["Run 1 \(first.verdict.words).", "Run \(known.count) \(result.verdict.words)."])
    } else if checksTraces, let difference = first.trace.firstDifference(from: result.trace) {
      let number = difference.index + 1
      known.fail(
        "two runs left different traces",
        [
          "Run 1, entry \(number): \(difference.mine?.description ?? "nothing more")",
          "Run \(known.count), entry \(number): \(difference.other?.description ?? "nothing more")",
        ])
    }
  }
}

extension ScenarioResult.Verdict {
  /// The verdict as the end of a sentence.
  fileprivate var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .blocked(let parent): "was blocked by \"\(parent)\""
    case .skipped: "was skipped"
    case .knownIssue(let issue): "failed with the known issue \(issue)"
    }
  }
}
