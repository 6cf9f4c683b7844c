import ScenarioEngine
import Simulation

/// Several runs of one scenario, which must end in the same way.
struct RepeatedRuns {
  /// The first run, or the first that failed, with failures for differences from the others.
  private(set) var result: ScenarioResult

  private let first: ScenarioResult
  private let checksTraces: Bool
  private var count = 1
  private var differs = false

  init(_ first: ScenarioResult, checksTraces: Bool) {
    result = first
    self.first = first
    self.checksTraces = checksTraces
  }

  /// Adds a run, which is a failure if it ends differently from the first, whatever the verdicts.
  ///
  /// One such run is enough; later runs are not compared.
  mutating func add(_ other: ScenarioResult) {
    count += 1
    guard !differs else { return }
    if (other.verdict, other.reason) != (first.verdict, first.reason) {
      // The failed run is more useful for finding the cause.
      if first.verdict != .failed { result = other }
      fail(
        "the scenario's result differs between runs",
        ["Run 1 \(first.ending).", "Run \(count) \(other.ending)."])
    } else if checksTraces, let difference = first.trace.firstDifference(from: other.trace) {
      let number = difference.index + 1
      fail(
        "two runs produced different traces",
        [
          "Run 1, entry \(number): \(difference.mine?.description ?? "end of trace")",
          "Run \(count), entry \(number): \(difference.other?.description ?? "end of trace")",
        ])
    }
  }

  private mutating func fail(_ message: String, _ details: [String]) {
    differs = true
    result.verdict = .failed
    result.failures.append(Failure(message, at: result.scenario.location, details: details))
  }
}

extension ScenarioResult {
  /// The verdict as the end of a sentence.
  fileprivate var ending: String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .undefined: "was undefined"
    case .blocked: "was blocked by \"\(reason ?? "")\""
    case .skipped: "was skipped"
    case .knownIssue: "failed with the known issue \(reason ?? "")"
    }
  }
}
