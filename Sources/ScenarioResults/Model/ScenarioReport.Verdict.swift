extension ScenarioReport {
  /// Whether the scenario failed or is undefined, or is blocked by a failure that is not a known
  /// issue.
  public var isBroken: Bool { fails || verdict == .blocked && exemption == nil }

  /// Whether the scenario itself makes a run fail: it failed, or has undefined steps that are not
  /// allowed.
  public var fails: Bool { verdict == .failed || verdict == .undefined && exemption == nil }

  /// The verdict with its reason: `passed`, `skipped: too slow`, `blocked by "Loading succeeds"`.
  public var verdictWithReason: String {
    switch verdict {
    case .passed, .failed, .undefined: verdict.word
    case .blocked: "blocked by \"\(reason ?? "")\""
    case .skipped, .knownIssue: "\(verdict.word): \(reason ?? "")"
    }
  }
}

extension [ScenarioReport] {
  /// Determines which scenarios are blocked by a known issue, if their reports do not include that.
  ///
  /// Histories only have the title of the blocking scenario.
  package mutating func findKnownIssuesThatBlock() {
    var issues: Set<String>?
    for (index, scenario) in enumerated()
    where scenario.verdict == .blocked && scenario.exemption == nil {
      let known = issues ?? Set(filter { $0.verdict == .knownIssue }.map(\.key))
      issues = known
      let count = scenario.titles.indices.dropFirst().reversed().first { count in
        scenario.titles[count - 1] == scenario.reason
      }
      var blocking = scenario
      blocking.titles.removeLast(scenario.titles.count - (count ?? 0))
      if known.contains(blocking.key) { self[index].exemption = .knownIssue }
    }
  }
}
