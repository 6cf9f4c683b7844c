/// The verdict on a scenario.
package enum Verdict: String, Codable, Sendable, Hashable, CaseIterable {
  /// The scenario ran without failures.
  case passed
  /// At least one check or step failed.
  case failed
  /// A step of the scenario has no step definition, so it could not run.
  case undefined
  /// A scenario around it failed, so there was no state to continue from.
  case blocked
  /// The story skips the scenario.
  case skipped
  /// The scenario failed as expected, because of a known issue.
  case knownIssue

  /// The symbol that represents the verdict in every report.
  package var symbol: String {
    switch self {
    case .passed: "✔"
    case .failed: "✘"
    case .undefined: "?"
    case .blocked: "○"
    case .skipped: "↷"
    case .knownIssue: "◑"
    }
  }

  /// The verdict in one or two words: `passed`, `known issue`.
  package var word: String { self == .knownIssue ? "known issue" : rawValue }

  /// The order of verdicts in summaries, the most urgent first.
  package static let inOrderOfUrgency: [Self] = [
    .failed, .undefined, .blocked, .knownIssue, .skipped, .passed,
  ]

  /// The text that follows a count: `1 failed`, `2 with a known issue`.
  package var countedWord: String { self == .knownIssue ? "with a known issue" : rawValue }

  /// The severity, from 0; of several attempts, the most severe verdict counts.
  package var severity: Int {
    let inOrder: [Self] = [.skipped, .passed, .knownIssue, .blocked, .undefined, .failed]
    return inOrder.firstIndex(of: self) ?? 0
  }
}
