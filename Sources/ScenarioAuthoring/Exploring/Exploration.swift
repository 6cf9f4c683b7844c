import ScenarioReports
import ScenarioRunning

/// A search for failing scenarios that no story has.
///
/// Each scenario that passes is run again in many variations: other times and orders of answers,
/// answers that fail, acts twice or at once. ``Judge`` has the rules for what is wrong.
///
/// A suspicion is written as a story and proven before it is a finding, so that it can be added as
/// it is: the checks hold in the scenario without the change, and fail with it. Then steps are left
/// out as long as that stays so.
package struct Exploration {
  /// The numbers of scenarios and variations that were tried or left out.
  package struct Counts: Sendable, Codable {
    /// The scenarios that were varied.
    package var scenarios = 0
    /// The scenarios that can't be written again, such as those with a timeline, or that do not pass
    /// without their checks.
    package var unwritten = 0
    /// The scenarios that do not pass, and are not varied.
    package var notPassing = 0
    /// The scenarios that are skipped or have a known issue, and are not varied.
    package var exempt = 0
    /// The scenarios without a variation, because a background that acts stays as it is.
    package var fixed = 0
    /// The scenarios, or beginnings of them, that were not tried, because the time was over.
    package var untried = 0
    /// The variations that ran.
    package var variations = 0
    /// The variations by what they change, such as `failures of answers`.
    package var kinds: [String: Int] = [:]
    /// The variations in which the app refused an act, so that they could not happen.
    package var impossible = 0
    /// The journeys that ended at an act that the app or the server refused.
    package var ended = 0
  }

  /// The result of an exploration.
  package struct Outcome: Sendable, Codable {
    /// The findings, in the order of the judges.
    package var findings: [Finding]
    package var counts: Counts
  }

  /// The number of scenarios whose variations run in one go.
  private static let batchSize = 200

  let folder: ScenariosFolder
  let texts: [String: String]
  let runs: VariedScenarios.Runs
  let isOver: () -> Bool
  package var journeys = usualJourneys

  var counts = Counts()

  /// The reports of what ran, because many variations are compared with the same run.
  private var known: [VariedScenarios: ScenarioReport] = [:]

  /// - Parameters:
  ///   - folder: The folder of the stories.
  ///   - texts: Texts in place of files on disk, by their paths.
  ///   - isOver: Whether no more scenarios are to be varied.
  ///   - runs: Runs scenarios of the folder.
  package init(
    of folder: ScenariosFolder, texts: [String: String] = [:],
    isOver: @escaping () -> Bool = { false }, runs: @escaping VariedScenarios.Runs
  ) { (self.folder, self.texts, self.isOver, self.runs) = (folder, texts, isOver, runs) }

  /// Returns what was found in scenarios.
  ///
  /// - Parameters:
  ///   - reports: The reports of the scenarios, with steps, events, values and sentences.
  ///   - others: The reports of all other scenarios, which say what is right as well.
  package mutating func outcome(
    of reports: [ScenarioReport], knowing others: [ScenarioReport] = []
  ) throws -> Outcome {
    var states = Dictionary(grouping: reports + others, by: \.module)
      .mapValues(ShownStates.init(typedIn:))
    var subjects: [Subject]
    (subjects, counts.unwritten) = self.subjects(in: reports, &states)
    _ = self.subjects(in: others, &states)
    counts.exempt = reports.count { [.knownIssue, .skipped].contains($0.verdict) }
    counts.notPassing = reports.count { $0.verdict != .passed } - counts.exempt
    try complete(&subjects)
    // Only variations of what passes without its checks.
    let all = Set(subjects.map(\.report.key))
    subjects = subjects.compactMap(\.varied)
    if counts.untried == 0 { counts.unwritten += all.count - Set(subjects.map(\.report.key)).count }
    try run(&subjects)
    subjects.removeAll { $0.plain?.hasPassed != true }
    for run in subjects.compactMap(\.plain) where run.isAtRest {
      states[run.report.module]?.add(run, nil)
    }
    for run in subjects.flatMap({ [$0.plain, $0.reference(.slowed)?.run] }).compactMap(\.self) {
      states[run.report.module]?.addValues(of: run)
    }
    var sequences = sequences(of: subjects)
    try run(&sequences)
    sequences.removeAll { $0.plain?.hasPassed != true }
    counts.scenarios = Set(subjects.map(\.report.key)).count
    counts.fixed = counts.scenarios - Set(subjects.filter(\.isVaried).map(\.report.key)).count
    var walked = try journeys(of: subjects)
    try run(&walked)
    walked.removeAll { $0.plain == nil }
    let suspected = suspicions(in: subjects + sequences + walked, states)
    return Outcome(findings: try prove(suspected, states), counts: counts)
  }

  /// Returns the shortest suspicion of each cause, without those of which a story has a scenario.
  private mutating func suspicions(
    in subjects: [Subject], _ states: [String: ShownStates]
  ) -> [Suspicion] {
    var all: [Suspicion] = []
    /// The causes that are returned, or of which a story has a scenario.
    var known: Set<[String]> = []
    for subject in subjects {
      guard let states = states[subject.report.module] else { continue }
      for kind in subject.variations.compactMap(\.change.kind) {
        counts.kinds[kind, default: 0] += 1
        counts.variations += 1
      }
      let refused = subject.runs.count(where: \.wasRefused)
      let isJourney = subject.variations.last?.change == .journey
      if isJourney { counts.ended += refused } else { counts.impossible += refused }
      let found = VariationReview(of: subject, states)?.suspicions ?? []
      known.formUnion(found.filter { states.hasScenario(of: $0.varied) }.map(\.cause))
      all += found
    }
    let groups = Dictionary(grouping: all, by: \.cause)
    return all.map(\.cause).filter { known.insert($0).inserted }.compactMap { cause in
      var shortest = groups[cause]?.min { $0.varied.lines.count < $1.varied.lines.count }
      shortest?.count = groups[cause]?.count ?? 0
      return shortest
    }
  }

  /// Runs the variations of some scenarios at a time, until the time is over.
  mutating func run(_ subjects: inout [Subject]) throws {
    for start in stride(from: 0, to: subjects.count, by: Self.batchSize) {
      guard !isOver() else {
        counts.untried += subjects.count - start
        return
      }
      let batch = start..<min(start + Self.batchSize, subjects.count)
      let requests = subjects[batch].map { subject in
        subject.variations.map {
          VariedScenarios(
            path: folder.path(shownAs: subject.report.path), titles: subject.report.titles,
            line: subject.report.line, [$0.script.variation])
        }
      }
      var seen: Set<VariedScenarios> = []
      let new = requests.joined().filter { known[$0] == nil && seen.insert($0).inserted }
      for (request, reports) in zip(new, try runs(new, texts)) { known[request] = reports.first }
      for (index, requests) in zip(batch, requests) {
        let (reports, secrets) = (requests.compactMap { known[$0] }, subjects[index].report.secrets)
        // If a file can't be run, some are missing.
        guard reports.count == requests.count else { continue }
        subjects[index].runs = reports.changed { $0.secrets = secrets }.map(ObservedRun.init)
      }
    }
  }
}
