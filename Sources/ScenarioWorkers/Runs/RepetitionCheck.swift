import ScenarioLanguage
import ScenarioReports

/// A check that several runs of one scenario end in the same way.
struct RepetitionCheck {
  /// The first run, or the first that failed, with failures for differences from the others.
  private(set) var report: ScenarioReport

  private let first: ScenarioReport
  private let checksTraces: Bool
  private var count = 1
  private(set) var differs = false

  init(_ first: ScenarioReport, checksTraces: Bool) {
    report = first
    (self.first, self.checksTraces) = (first, checksTraces)
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
        ["Run 1: \(first.verdictWithReason)", "Run \(count): \(other.verdictWithReason)"])
    } else if checksTraces, first.trace != other.trace, let difference = RunDifference(first, other)
    {
      fail("two runs produced different traces", difference.lines("Run 1", "Run \(count)"))
    }
  }

  private mutating func fail(_ message: Message, _ details: [Message]) {
    differs = true
    report.fail(Failure(message, at: report.location, details: details))
  }
}
