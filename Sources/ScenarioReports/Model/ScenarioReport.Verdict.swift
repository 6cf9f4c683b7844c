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
  package var verdictWithReason: String {
    switch verdict {
    case .passed, .failed, .undefined: verdict.word
    case .blocked: "blocked by \"\(reason ?? "")\""
    case .skipped, .knownIssue: "\(verdict.word): \(reason ?? "")"
    }
  }
}
