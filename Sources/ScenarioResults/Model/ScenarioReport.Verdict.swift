import ScenarioEngine

extension ScenarioReport {
  /// Whether the scenario counts as broken: it failed, or is blocked by a failure that is not a
  /// known issue.
  public var isBroken: Bool {
    verdict == .failed || verdict == .blocked && isBlockedByKnownIssue != true
  }

  /// The verdict with its reason: `passed`, `skipped: too slow`, `blocked by "Loading succeeds"`.
  public var verdictWithReason: String {
    switch verdict {
    case .passed, .failed: verdict.word
    case .blocked: "blocked by \"\(reason ?? "")\""
    case .skipped, .knownIssue: "\(verdict.word): \(reason ?? "")"
    }
  }
}

extension [ScenarioReport] {
  /// Finds out which scenarios a known issue blocks, where their reports do not say so.
  ///
  /// Results of version 1 and histories have only the title of the scenario that blocks.
  package mutating func findKnownIssuesThatBlock() {
    var issues: Set<String>?
    for (index, scenario) in enumerated()
    where scenario.verdict == .blocked && scenario.isBlockedByKnownIssue == nil {
      let known = issues ?? Set(filter { $0.verdict == .knownIssue }.map(\.key))
      issues = known
      let count = scenario.titles.indices.dropFirst().reversed().first { count in
        scenario.titles[count - 1] == scenario.reason
      }
      var blocking = scenario
      blocking.titles.removeLast(scenario.titles.count - (count ?? 0))
      self[index].isBlockedByKnownIssue = known.contains(blocking.key)
    }
  }
}
