/// How a scenario ended.
public enum Verdict: String, Codable, Sendable, Hashable, CaseIterable {
  /// All of it holds.
  case passed
  /// Something does not hold.
  case failed
  /// A scenario around it failed, so there was no state to continue from.
  case blocked
  /// It was not run, because its author says so.
  case skipped
  /// It failed, as its author expects until the issue is solved.
  case knownIssue

  /// The symbol that stands for it in every report.
  public var symbol: String {
    switch self {
    case .passed: "✔"
    case .failed: "✘"
    case .blocked: "○"
    case .skipped: "↷"
    case .knownIssue: "◑"
    }
  }

  /// The verdict in a word or two: `passed`, `known issue`.
  public var word: String { self == .knownIssue ? "known issue" : rawValue }

  /// The order in which counts name verdicts, the most urgent first.
  package static let inOrderOfUrgency: [Self] = [.failed, .blocked, .knownIssue, .skipped, .passed]

  /// What follows a count: `1 failed`, `2 with a known issue`.
  package var countedWord: String { self == .knownIssue ? "with a known issue" : rawValue }

  /// How bad it is, from 0: of several attempts, the worst counts.
  package var severity: Int {
    switch self {
    case .skipped: 0
    case .passed: 1
    case .knownIssue: 2
    case .blocked: 3
    case .failed: 4
    }
  }
}
