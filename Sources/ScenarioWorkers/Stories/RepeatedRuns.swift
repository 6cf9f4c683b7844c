import ScenarioResults

/// Several runs of one scenario, which must end in the same way.
struct RepeatedRuns {
  /// The first run, or the first that failed, with failures for differences from the others.
  private(set) var report: ScenarioReport

  private let first: ScenarioReport
  private let checksTraces: Bool
  private var count = 1
  private var differs = false

  init(_ first: ScenarioReport, checksTraces: Bool) {
    report = first
    self.first = first
    self.checksTraces = checksTraces
  }

  /// Adds a run, which is a failure if it ends differently from the first, whatever the verdicts.
  ///
  /// One such run is enough; later runs are not compared.
  mutating func add(_ other: ScenarioReport) {
    count += 1
    guard !differs else { return }
    if (other.verdict, other.reason) != (first.verdict, first.reason) {
      // The failed run is more useful for finding the cause.
      if first.verdict != .failed { report = other }
      fail(
        "the scenario's result differs between runs",
        ["Run 1 \(first.ending).", "Run \(count) \(other.ending)."])
    } else if checksTraces, let difference = first.firstTraceDifference(from: other) {
      let number = difference.index + 1
      fail(
        "two runs produced different traces",
        [
          "Run 1, entry \(number): \(difference.mine)",
          "Run \(count), entry \(number): \(difference.other)",
        ])
    }
  }

  private mutating func fail(_ message: String, _ details: [String]) {
    differs = true
    report.verdict = .failed
    report.failures.append(Failure(message, at: report.location, details: details))
  }
}

extension ScenarioReport {
  /// Returns the first line in which the traces of two reports differ; `nil` if they are equal.
  func firstTraceDifference(
    from other: ScenarioReport
  ) -> (index: Int, mine: String, other: String)? {
    guard trace != other.trace else { return nil }
    let (mine, others) = (trace.split(separator: "\n"), other.trace.split(separator: "\n"))
    let index = zip(mine, others).prefix { $0 == $1 }.count
    func line(of lines: [Substring]) -> String {
      index < lines.count ? String(lines[index]) : "end of trace"
    }
    return (index, line(of: mine), line(of: others))
  }

  /// The verdict as the end of a sentence.
  fileprivate var ending: String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .undefined: "was undefined"
    case .blocked: "was blocked by \"\(reason ?? "")\""
    case .skipped: "was skipped"
    case .knownIssue: "failed with the known issue \"\(reason ?? "")\""
    }
  }
}
