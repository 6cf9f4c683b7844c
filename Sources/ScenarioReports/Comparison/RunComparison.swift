/// The differences between a run and an earlier one, scenario by scenario.
///
/// Scenarios are matched by their file and titles. The others are matched by equal text, or by
/// equal titles in another file, so that a renamed or moved scenario does not count as new. An
/// earlier scenario that may still exist, because the run is of some stories or its file has errors,
/// does not count as renamed or moved.
///
/// If both runs are of the same commit without local changes, a scenario that passed in one and
/// failed in the other is flaky. In story time that should be impossible: time, order and random
/// numbers are the same in every run. It still happens if a scenario runs live, if the app leaves
/// the simulation (its own threads and files, the machine's clock or locale), or if the two builds
/// differ, for example in their compiler or system.
package struct RunComparison: Sendable, Hashable {
  /// The run, with the identity of each scenario and the `brokenSince` of each broken one.
  package private(set) var run: RunReport

  /// The heading of the earlier run; `nil` if there is none.
  package private(set) var earlier: RunHeading?

  private let earlierScenarios: [ScenarioReport]
  /// The index of the earlier scenario for each scenario of the run; `nil` if it is new.
  private let partners: [Int?]
  private var changes: [[Change]] = []
  private let removed: [Entry]

  /// The files that can't be read now and were not broken in the earlier run.
  package private(set) var newlyBrokenFiles: [String]

  /// Compares a run with an earlier one.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - earlier: The earlier run; `nil` for none, in which case nothing is new.
  ///   - verdicts: The earlier verdicts on the run's commit without local changes, by scenario
  ///     identity, as recorded in a history. The verdicts of the two runs need not be included.
  ///   - exists: Returns whether a scenario still exists that a run of some stories does not have.
  ///   - isChosen: Returns whether a run of some stories was asked for an earlier scenario, too.
  package init(
    of run: RunReport, with earlier: RunReport?, verdicts: [String: Set<Verdict>] = [:],
    exists: (ScenarioReport) -> Bool = { _ in true },
    isChosen: (ScenarioReport) -> Bool = { _ in false }
  ) {
    (self.run, self.earlier) = (run, earlier.map(RunHeading.init))
    let earlierScenarios = earlier?.scenarios ?? []
    let (brokenFiles, isPartial) = (Set(run.brokenFiles.map(\.path)), run.isPartial == true)
    let partners = run.scenarios.partners(among: earlierScenarios) {
      !brokenFiles.contains($0.path) && !(isPartial && exists($0))
    }
    (self.earlierScenarios, self.partners) = (earlierScenarios, partners)
    self.run.assignIdentities(partners: partners, earlier: earlierScenarios)
    let judge = ScenarioClassifier(run: run, earlier: earlier)
    changes.reserveCapacity(run.scenarios.count)
    for index in run.scenarios.indices {
      let scenario = self.run.scenarios[index]
      let before = partners[index].map { earlierScenarios[$0] }
      if scenario.isBroken {
        let began = Self.moment(of: run)
        let before =
          before?.remainsBroken == true ? before?.brokenSince ?? earlier.map(Self.moment(of:)) : nil
        // A report that was compared before has the more reliable moment, because this comparison
        // may use a run of another branch. Its own start is no such moment: it had nothing to
        // compare with.
        let known = scenario.brokenSince == began ? nil : scenario.brokenSince
        self.run.scenarios[index].brokenSince = known ?? before ?? began
      } else if scenario.exemption == .needsMoreTime {
        self.run.scenarios[index].brokenSince = before?.brokenSince
      } else if scenario.brokenSince != nil {
        self.run.scenarios[index].brokenSince = nil
      }
      changes.append(
        judge.changes(
          scenario, before: before, verdicts: scenario.identity.flatMap { verdicts[$0] } ?? []))
    }
    let matched = Set(partners)
    // The scenarios in a file with errors are unknown.
    removed = earlierScenarios.enumerated().filter { index, before in
      !matched.contains(index) && !brokenFiles.contains(before.path)
        && (!isPartial || isChosen(before))
    }.map { Entry(earlier: $0.element, changes: [.removed]) }
    let brokenBefore = Set(earlier?.brokenFiles.map(\.path) ?? [])
    newlyBrokenFiles = run.brokenFiles.map(\.path).filter { !brokenBefore.contains($0) }
  }

  private static func moment(of run: RunReport) -> ScenarioReport.Moment {
    ScenarioReport.Moment(date: run.began, commit: run.origin.commit)
  }

  /// The entries of scenarios that are broken now and were not earlier, including new ones that
  /// fail.
  ///
  /// A blocked scenario is only included if the one that blocks it is not a scenario of the run.
  package var newlyBroken: [Entry] {
    let alone = Set(run.scenarios.blockedAlone)
    // The entries begin with those of the run's scenarios.
    return entries.enumerated().filter { index, entry in
      entry.scenario?.isBroken == true && entry.earlier?.remainsBroken != true
        && (entry.scenario?.verdict != .blocked || alone.contains(index))
    }.map(\.element)
  }

  /// Whether the run has a problem, or a broken scenario or file that was not broken in the earlier
  /// run; without an earlier run, whether it has any.
  ///
  /// This decides whether a run fails that is asked to fail only for new failures.
  package var hasNewlyBroken: Bool {
    guard earlier != nil else { return Summary(run).hasFailures }
    return run.problems != nil || !newlyBrokenFiles.isEmpty || !newlyBroken.isEmpty
  }

  /// The number of scenarios by change; a scenario with several changes counts for the most severe.
  package var counts: [Change: Int] {
    entries.reduce(into: [:]) { $0[$1.changes[0], default: 0] += 1 }
  }

  /// A change of a scenario between two runs.
  package enum Change: String, Codable, Sendable, Hashable, CaseIterable {
    /// The scenario fails, or is blocked by a failure, and wasn't broken before.
    case broken
    /// The scenario is broken and was broken before.
    case stillBroken
    /// The scenario both passed and failed on the same commit.
    case flaky
    /// The scenario was broken and passes.
    case fixed
    /// The scenario did not exist before, or has no earlier result because only other stories ran.
    case new
    /// The scenario no longer exists, or a run of some stories was asked for it and lacks it.
    case removed
    /// The title of the scenario or of an enclosing scenario changed.
    case renamed
    /// The scenario is in another file.
    case moved
    /// The text of the scenario changed.
    case changedText
    /// The scenario takes more time.
    case slower
    /// None of the other changes applies.
    case same
  }

  /// An entry for each scenario of the run, in its order, followed by one for each removed
  /// scenario.
  ///
  /// They are made when they are read, so that no scenario is stored twice.
  package var entries: [Entry] {
    changes.indices.map { index in
      Entry(
        scenario: run.scenarios[index], earlier: partners[index].map { earlierScenarios[$0] },
        changes: changes[index])
    } + removed
  }

  /// The changes of one scenario.
  package struct Entry: Sendable, Hashable {
    /// The scenario in the run; `nil` if it was removed.
    package var scenario: ScenarioReport?

    /// The scenario in the earlier run; `nil` if it is new.
    package var earlier: ScenarioReport?

    /// The changes, at least one, the most severe first.
    package var changes: [Change]
  }
}
