import ScenarioLanguage

/// The verdict on a scenario, the most urgent first, as summaries list them.
package enum Verdict: String, Codable, Sendable, Hashable, CaseIterable {
  /// At least one check or step failed.
  case failed
  /// A step of the scenario has no step definition, so it could not run.
  case undefined
  /// A scenario around it failed, so there was no state to continue from.
  case blocked
  /// The scenario failed as expected, because of a known issue.
  case knownIssue
  /// The story skips the scenario.
  case skipped
  /// The scenario ran without failures.
  case passed

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

  /// The text that follows a count: `1 failed`, `2 with a known issue`.
  package var countedWord: String { self == .knownIssue ? "with a known issue" : rawValue }

  /// The severity, from 0; of several attempts, the most severe verdict counts.
  package var severity: Int {
    let inOrder: [Self] = [.skipped, .passed, .knownIssue, .blocked, .undefined, .failed]
    return inOrder.firstIndex(of: self) ?? 0
  }
}

extension ScenarioReport {
  /// Whether the scenario failed or is undefined, or is blocked by a failure that is not a known
  /// issue.
  package var isBroken: Bool { fails || verdict == .blocked && exemption == nil }

  /// Whether the scenario is broken, or was when it last had a result.
  package var remainsBroken: Bool { isBroken || brokenSince != nil }

  /// Whether the scenario itself makes a run fail: it failed, or has undefined steps that are not
  /// allowed.
  package var fails: Bool { verdict == .failed || verdict == .undefined && exemption == nil }

  /// The verdict with its reason: `passed`, `skipped: too slow`, `blocked by "Loading succeeds"`.
  package var verdictWithReason: Message {
    switch verdict {
    case .passed, .failed, .undefined: Message(stringLiteral: verdict.word)
    case .blocked: "blocked by \"\(reason ?? "")\""
    case .skipped, .knownIssue: Message(stringLiteral: verdict.word) + ": \(authored: reason ?? "")"
    }
  }
}
