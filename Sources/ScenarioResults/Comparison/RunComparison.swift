import ScenarioEngine

/// What is otherwise in a run than in an earlier one, scenario by scenario.
///
/// Scenarios are the same where their file and titles are; the others are brought together by what
/// they say, so that a title that was changed or a file that was moved makes no new scenario.
///
/// Where both runs are of one commit without changes, a scenario that passed in one and failed in
/// the other is flaky. In story time that should be impossible: time, order and random numbers are
/// the same in every run. It is possible all the same where a scenario ran live, where the app
/// leaves the simulation (threads and files of its own, the machine's clock or locale), and where
/// the two builds were not the same, as with another compiler or on another system.
public struct RunComparison: Sendable, Hashable {
  /// The run, with the identities of its scenarios and since when they are broken.
  public private(set) var run: RunReport

  /// What the earlier run was; `nil` where there was none.
  public private(set) var earlier: RunHeading?

  /// An entry for each scenario of the run, in its order, then one for each that was removed.
  public private(set) var entries: [Entry]

  /// The files that can't be read now and could be earlier.
  public private(set) var newlyBrokenFiles: [String]

  /// The files that can't be read now and couldn't earlier.
  public private(set) var stillBrokenFiles: [String]

  /// Compares a run with an earlier one.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - earlier: The earlier run; `nil` for none, and then nothing is new.
  ///   - verdicts: The verdicts that the run's commit without changes had before, by the identities
  ///     of the scenarios, as far as a history knows; those of the two runs are known without.
  public init(
    of run: RunReport, with earlier: RunReport?,
    verdicts: [String: Set<Verdict>] = [:]
  ) {
    self.run = run
    self.earlier = earlier.map(RunHeading.init)
    let earlierScenarios = earlier?.scenarios ?? []
    let partners = ScenarioMatching(of: run.scenarios, with: earlierScenarios).partners
    self.run.giveIdentities(partners: partners, earlier: earlierScenarios)
    let judge = ScenarioJudge(run: run, earlier: earlier)
    entries = []
    entries.reserveCapacity(run.scenarios.count)
    var isMatched = Array(repeating: false, count: earlierScenarios.count)
    for index in run.scenarios.indices {
      let partner = partners[index]
      let scenario = self.run.scenarios[index]
      if let partner { isMatched[partner] = true }
      let before = partner.map { earlierScenarios[$0] }
      if scenario.isBroken {
        let began = Self.moment(of: run)
        let before =
          before?.isBroken == true ? before?.brokenSince ?? earlier.map(Self.moment(of:)) : nil
        // A run that was compared before knows more than the run of another branch, unless it knows
        // no more than itself: there was nothing to compare it with where it was made.
        let known = scenario.brokenSince == began ? nil : scenario.brokenSince
        self.run.scenarios[index].brokenSince = known ?? before ?? began
      } else {
        self.run.scenarios[index].brokenSince = nil
      }
      let changes = judge.changes(
        scenario, before: before, verdicts: scenario.identity.flatMap { verdicts[$0] } ?? [])
      entries.append(
        Entry(scenario: self.run.scenarios[index], earlier: before, changes: changes))
    }
    let brokenFiles = Set(run.brokenFiles.map(\.path))
    if run.isPartial != true {
      // Nobody can tell what is in a file with mistakes.
      for (index, before) in earlierScenarios.enumerated()
      where !isMatched[index] && !brokenFiles.contains(before.path) {
        entries.append(Entry(scenario: nil, earlier: before, changes: [.removed]))
      }
    }
    let brokenBefore = Set(earlier?.brokenFiles.map(\.path) ?? [])
    newlyBrokenFiles = run.brokenFiles.map(\.path).filter { !brokenBefore.contains($0) }
    stillBrokenFiles = run.brokenFiles.map(\.path).filter(brokenBefore.contains)
  }

  private static func moment(of run: RunReport) -> ScenarioReport.Moment {
    ScenarioReport.Moment(date: run.began, commit: run.origin.commit)
  }

  /// What is broken now and was not earlier; a scenario that is new and fails is among them.
  public var newlyBroken: [Entry] { entries.filter { $0.changes.contains(.broken) } }

  /// Whether a run whose author asks only for what is newly broken fails: a scenario is broken or a
  /// file can't be read, and it was not so earlier.
  public var hasNewlyBroken: Bool {
    !newlyBrokenFiles.isEmpty || entries.contains { $0.changes.contains(.broken) }
  }

  /// How many scenarios changed in which way; one that changed in several counts for the gravest.
  public var counts: [Change: Int] {
    var counts: [Change: Int] = [:]
    for entry in entries { if let change = entry.changes.first { counts[change, default: 0] += 1 } }
    return counts
  }
}

extension RunComparison {
  /// How a scenario changed.
  public enum Change: String, Codable, Sendable, Hashable, CaseIterable {
    /// It fails, or is blocked by a failure, and wasn't before.
    case broken
    /// It is broken as before.
    case stillBroken
    /// It both passed and failed on one commit.
    case flaky
    /// It was broken, and passes.
    case fixed
    /// It wasn't there before.
    case new
    /// It isn't there any more.
    case removed
    /// It has another title, or one around it does.
    case renamed
    /// It is in another file.
    case moved
    /// It says something else.
    case changedText
    /// It takes more time.
    case slower
    /// Nothing of all this.
    case same
  }

  /// What became of a scenario.
  public struct Entry: Sendable, Hashable {
    /// The scenario in the run; `nil` where it was removed.
    public var scenario: ScenarioReport?

    /// The scenario in the earlier run; `nil` where it is new.
    public var earlier: ScenarioReport?

    /// How it changed: one change or more, the gravest first.
    public var changes: [Change]
  }
}
