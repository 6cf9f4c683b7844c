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
    var failing = Set(filter(\.fails).map { [$0.path] + $0.titles })
    return blocked.filter { index in
      let titles = [self[index].path] + self[index].titles
      let isInside = titles.indices.dropFirst().contains {
        failing.contains([String](titles[..<$0]))
      }
      if !isInside { failing.insert(titles) }
      return !isInside
    }
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
