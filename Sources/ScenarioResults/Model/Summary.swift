import ScenarioRunner
import Simulation

/// How many scenarios ended in which way.
public struct Summary: Sendable, Hashable {
  /// How many passed.
  public private(set) var passed = 0
  /// How many failed.
  public private(set) var failed = 0
  /// How many could not be run because a scenario around them failed.
  public private(set) var blocked = 0
  /// How many were left out, as their authors wished.
  public private(set) var skipped = 0
  /// How many failed because of a known issue.
  public private(set) var knownIssues = 0
  /// How many files could not be read.
  public var brokenFiles = 0
  /// How many of the blocked ones no known issue accounts for.
  private var blockedByFailure = 0
  /// How much story time passed in all of them.
  public private(set) var storyTime: Duration = .zero

  /// Creates a summary of nothing.
  public init() {}

  /// Creates a summary from counts; of the blocked ones, no known issue accounts for any.
  public init(
    passed: Int, failed: Int, blocked: Int, skipped: Int, knownIssues: Int, brokenFiles: Int
  ) {
    self.passed = passed
    self.failed = failed
    self.blocked = blocked
    blockedByFailure = blocked
    self.skipped = skipped
    self.knownIssues = knownIssues
    self.brokenFiles = brokenFiles
  }

  /// Creates a summary of results.
  package init(of results: [ScenarioResult]) {
    for result in results {
      count(ScenarioReport(result, source: nil, keepsTrace: false, keepsCourse: false))
    }
  }

  /// Counts a scenario.
  public mutating func count(_ scenario: ScenarioReport) {
    storyTime += .nanoseconds(scenario.storyNanoseconds)
    switch scenario.verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .blocked:
      blocked += 1
      // A known issue is that of all scenarios inside, too: whoever expects one failure expects
      // what it blocks. What the parent's own run does not fail for blocks nothing; see Runner.
      if scenario.isBlockedByKnownIssue != true { blockedByFailure += 1 }
    case .skipped: skipped += 1
    case .knownIssue: knownIssues += 1
    }
  }

  /// How many scenarios were counted.
  public var total: Int { passed + failed + blocked + skipped + knownIssues }

  /// Whether something failed, is blocked by a failure, or could not be read; what a known issue
  /// blocks is expected.
  public var hasFailures: Bool { failed > 0 || blockedByFailure > 0 || brokenFiles > 0 }

  /// The counts in a line, those of zero left out: `14 scenarios: 1 failed, 13 passed`.
  public var counts: String {
    let parts = [
      (failed, "failed"), (blocked, "blocked"), (knownIssues, "with a known issue"),
      (skipped, "skipped"), (passed, "passed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let scenarios = Self.count(total, "scenario")
    let files = brokenFiles > 0 ? ", \(Self.count(brokenFiles, "file")) with mistakes" : ""
    return (parts.isEmpty ? scenarios : "\(scenarios): \(parts.joined(separator: ", "))") + files
  }

  package static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
