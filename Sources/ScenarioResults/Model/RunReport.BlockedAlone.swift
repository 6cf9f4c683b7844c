extension RunReport {
  /// The run with a failed scenario for each failure.
  ///
  /// A report shows a blocked scenario as one that did not run, because the scenario around it
  /// fails. If only the inner one was chosen, no other scenario shows the failure.
  package var withEveryFailure: RunReport {
    var run = self
    for index in scenarios.blockedAlone { run.scenarios[index].failInsteadOfBlocked() }
    return run
  }
}

extension [ScenarioReport] {
  /// The indices of the scenarios that are blocked by the failure of a scenario that is not among
  /// these, or not as a failed one.
  package var blockedAlone: [Int] {
    let blocked = indices.filter { self[$0].verdict == .blocked && self[$0].isBroken }
    guard !blocked.isEmpty else { return [] }
    var shown = ShownFailures()
    for scenario in self where scenario.fails { shown.insert(scenario) }
    return blocked.filter { index in
      let isInside = shown.hasOne(around: self[index])
      if !isInside { shown.insert(self[index]) }
      return !isInside
    }
  }
}

/// The scenarios whose failures a report shows.
///
/// A failure that blocks a scenario is shown once, for the scenario around it that failed.
package struct ShownFailures {
  private var titles: Set<[String]> = []

  package init() {}

  package mutating func insert(_ scenario: ScenarioReport) {
    titles.insert([scenario.path] + scenario.titles)
  }

  /// Returns whether the failure of a scenario around another one is shown.
  package func hasOne(around scenario: ScenarioReport) -> Bool {
    guard !titles.isEmpty else { return false }
    let inner = [scenario.path] + scenario.titles
    return inner.indices.dropFirst().contains { titles.contains([String](inner[..<$0])) }
  }
}

extension ScenarioReport {
  fileprivate mutating func failInsteadOfBlocked() {
    let reason = verdictWithReason
    (verdict, self.reason) = (.failed, nil)
    if failures.isEmpty {
      failures = [Failure(reason, at: location)]
    } else {
      failures[0].message = "\(reason): \(failures[0].message)"
    }
  }
}
