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
    var broken = BrokenScenarios()
    for scenario in self where scenario.fails { broken.insert(scenario) }
    return blocked.filter { broken.insert(self[$0]) }
  }
}

/// The names of broken scenarios, for finding those that are blocked by none of them.
package struct BrokenScenarios: Sendable {
  private var names: Set<[String]> = []

  package init() {}

  /// Inserts a broken scenario, and returns whether none around it was inserted before.
  @discardableResult package mutating func insert(_ scenario: ScenarioReport) -> Bool {
    let name = [scenario.path] + scenario.titles
    names.insert(name)
    return !name.indices.dropFirst().contains { names.contains([String](name[..<$0])) }
  }
}

extension ScenarioReport {
  fileprivate mutating func failInsteadOfBlocked() {
    let reason = verdictWithReason
    (verdict, self.reason, blocker) = (.failed, nil, nil)
    if failures.isEmpty {
      failures = [Failure(reason, at: location)]
    } else {
      failures[0].messages[0] = "\(reason): \(failures[0].messages[0])"
    }
  }
}
