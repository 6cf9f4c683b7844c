import ScenarioRunner
import Simulation

/// Brings the results of scenarios that ran several times together, one for each scenario, in
/// order.
struct Repetition {
  private struct Gathered {
    var first: ScenarioResult
    var count = 1
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
      compare(result, with: &known.first)
      gathered[index] = known
    } else {
      gathered[index] = Gathered(first: result)
    }
    var complete: [ScenarioResult] = []
    while next < gathered.count, let first = gathered[next], first.count == times {
      complete.append(first.first)
      next += 1
    }
    return complete
  }

  /// A run that ended otherwise than the first one is a failure, whatever the two verdicts.
  private func compare(_ result: ScenarioResult, with first: inout ScenarioResult) {
    guard first.verdict != .failed else { return }
    if result.verdict != first.verdict {
      let verdict = first.verdict
      first = result
      first.verdict = .failed
      first.failures.append(
        failure(of: result, "one run ended otherwise than another", ["The first: \(verdict)."]))
    } else if checksTraces, let difference = first.trace.firstDifference(from: result.trace) {
      first.verdict = .failed
      first.failures.append(
        failure(
          of: result, "two runs left different traces",
          [
            "Entry \(difference.index + 1) of the first:   "
              + (difference.mine?.description ?? "nothing more"),
            "Entry \(difference.index + 1) of another one: "
              + (difference.other?.description ?? "nothing more"),
          ]))
    }
  }

  private func failure(
    of result: ScenarioResult, _ message: String, _ details: [String]
  ) -> Failure {
    Failure(message, at: result.scenario.place, details: details)
  }
}
