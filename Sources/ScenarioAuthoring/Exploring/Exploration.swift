import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A search for scenarios that no story has and that go wrong.
///
/// Each scenario that passes is run again in many variations: other times and orders of answers,
/// answers that fail, acts twice or at once. A variation is a scenario of its own, written as a
/// story, so that a finding can be added as it is. ``Judge`` has the rules for what is wrong.
///
/// What a judge suspects is proven before it is a finding: the checks hold in the scenario without
/// the change, and fail with it. Then steps are left out as long as that stays so.
package struct Exploration {
  /// Runs stories, given by their texts, and returns the reports of their scenarios; fewer where a
  /// story can't be run.
  package typealias Runs = ([(path: String, text: String)]) throws -> [[ScenarioReport]]

  /// What was done.
  package struct Counts: Sendable, Codable {
    /// The scenarios that were varied.
    package var scenarios = 0
    /// The scenarios that can't be written again, such as those with a timeline.
    package var unwritten = 0
    /// The scenarios that do not pass, and are not varied.
    package var notPassing = 0
    /// The scenarios, or beginnings of them, for which no time was left.
    package var untried = 0
    /// The variations that ran.
    package var variations = 0
    /// The variations by what they change, such as `failures of answers`.
    package var kinds: [String: Int] = [:]
    /// The variations in which the app refused an act, so that they could not happen.
    package var impossible = 0
  }

  /// A scenario with all that is known about it.
  fileprivate struct Subject {
    let report: ScenarioReport
    let frame: StoryFrame
    let script: Script
    /// The path of a story that does not exist, in the folder of the scenario's.
    let path: String
    let variations: [Variation]
    private(set) var runs: [Int: ObservedRun] = [:]

    init(
      report: ScenarioReport, frame: StoryFrame, script: Script, path: String,
      variations: [Variation]
    ) {
      (self.report, self.frame, self.script) = (report, frame, script)
      (self.path, self.variations) = (path, variations)
    }

    /// Adds the runs of the variations, whose titles are their numbers.
    mutating func add(_ reports: [ScenarioReport]) {
      for report in reports {
        guard let number = report.titles.last.flatMap({ Int($0) }) else { continue }
        runs[number] = ObservedRun(report)
      }
    }
  }

  /// The number of scenarios whose variations run in one go.
  private static let batchSize = 50

  private let folder: ScenariosFolder
  private let runs: Runs
  private let isOver: () -> Bool

  package private(set) var counts = Counts()

  /// - Parameters:
  ///   - folder: The folder of the stories.
  ///   - runs: Runs stories of the folder with the steps and the values that the app shows.
  ///   - isOver: Whether no more scenarios are to be varied.
  package init(
    of folder: ScenariosFolder, runs: @escaping Runs, isOver: @escaping () -> Bool = { false }
  ) {
    (self.folder, self.runs, self.isOver) = (folder, runs, isOver)
  }

  /// Returns the findings in scenarios, in the order of the judges.
  ///
  /// - Parameters:
  ///   - reports: The reports of the scenarios, with steps, events, values and sentences.
  ///   - others: The reports of all other scenarios, which say what is right as well.
  package mutating func findings(
    in reports: [ScenarioReport], knowing others: [ScenarioReport] = []
  ) throws -> [Finding] {
    var states = ShownStates(typedIn: reports + others)
    var (subjects, unwritten) = subjects(in: reports, &states)
    _ = self.subjects(in: others, &states)
    counts.notPassing = reports.count { ![.passed, .knownIssue, .skipped].contains($0.verdict) }
    try run(&subjects)
    // Only variations of what passes when it is written again.
    let all = Set(subjects.map(\.report.key))
    subjects.removeAll { $0.runs[0]?.hasPassed != true }
    counts.unwritten =
      unwritten + (counts.untried > 0 ? 0 : all.count - Set(subjects.map(\.report.key)).count)
    for subject in subjects {
      if let run = subject.runs[0], run.isAtRest { states.add(run, nil) }
    }
    var pairs = self.pairs(of: subjects)
    try run(&pairs)
    pairs.removeAll { $0.runs[0]?.hasPassed != true }
    counts.scenarios = Set(subjects.map(\.report.key)).count
    var groups: [[String]: [(suspicion: Suspicion, subject: Subject)]] = [:]
    var causes: [[String]] = []
    /// The causes of which a story has a scenario.
    var said: Set<[String]> = []
    /// The changes that are suspected by themselves, by their modules.
    var suspects: Set<[String]> = []
    for subject in subjects + pairs {
      guard let usual = subject.runs[0] else { continue }
      let judgement = Judgement(subject.variations, subject.runs, usual: usual, states)
      for index in subject.runs.keys {
        guard let kind = subject.variations[index].change.kind else { continue }
        counts.kinds[kind, default: 0] += 1
        counts.variations += 1
      }
      counts.impossible += subject.runs.values.count { !$0.hasPassed && $0.hardFailure == nil }
      for suspicion in judgement.suspicions {
        let module = subject.report.module
        if states.says(suspicion.varied, of: module) { said.insert(suspicion.cause) }
        if let pair = suspicion.pair {
          // What is wrong without the order of answers is no matter of it.
          guard !suspects.contains([module, pair.withoutValues]) else { continue }
        } else {
          suspects.insert([module, suspicion.change.withoutValues])
        }
        if groups[suspicion.cause] == nil { causes.append(suspicion.cause) }
        groups[suspicion.cause, default: []].append((suspicion, subject))
      }
    }
    let proofs = causes.filter { !said.contains($0) }.compactMap { cause in
      groups[cause].flatMap { group in
        group.min { $0.suspicion.varied.lines.count < $1.suspicion.varied.lines.count }
          .map { ($0.suspicion, $0.subject, group.count) }
      }
    }
    return try prove(proofs, states)
  }

  // MARK: - Variations

  /// Reads the scenarios that passed, and their beginnings, and learns what they show.
  ///
  /// - Returns: The scenarios, and the number of those that can't be written again.
  private func subjects(
    in reports: [ScenarioReport], _ states: inout ShownStates
  ) -> ([Subject], unwritten: Int) {
    var files: [String: StoryFile] = [:]
    var (subjects, unwritten): ([Subject], Int) = ([], 0)
    var known: Set<[String]> = []
    for report in reports where [.passed, .knownIssue].contains(report.verdict) {
      let path = folder.path(shownAs: report.path)
      let file = files[path] ?? folder.read(path).file
      files[path] = file
      let run = ObservedRun(report)
      guard let frame = StoryFrame(of: file, at: report.line),
        let script = Script(of: run, backgroundCount: frame.backgroundCount)
      else {
        if run.hasPassed { states.add(run, nil) }
        unwritten += 1
        continue
      }
      states.add(script, of: report.module)
      // What a known issue shows is not right, but known.
      guard run.hasPassed else { continue }
      states.add(run, script)
      for (run, script) in [(run, script)] + Self.beginnings(of: run, script)
      where known.insert([report.module] + script.moments).inserted {
        let folders = path.split(separator: "/").dropLast().map(String.init)
        subjects.append(
          Subject(
            report: report, frame: frame, script: script,
            path: (folders + ["explore-\(subjects.count).yaml"]).joined(separator: "/"),
            variations: Variations(of: run, script).list))
      }
    }
    return (subjects, unwritten)
  }

  /// Returns the run and its script up to each act but the last: a person may stop there.
  private static func beginnings(
    of run: ObservedRun, _ script: Script
  ) -> [(ObservedRun, Script)] {
    script.acts.dropFirst().filter { !script.lines[$0].isBackground }.compactMap { act in
      var (report, start) = (run.report, script)
      let place = script.lines[act].place
      start.lines = Array(script.lines[..<act])
      report.steps = Array(run.steps.prefix(run.starts.count { $0.place < place }))
      report.events = Array(run.events[..<place])
      return (ObservedRun(report), start)
    }
  }

  /// Returns the acts at once and twice, with the orders of the answers that they bring in flight
  /// together.
  private func pairs(of subjects: [Subject]) -> [Subject] {
    var pairs: [Subject] = []
    for subject in subjects {
      for (index, variation) in subject.variations.enumerated() {
        switch variation.change {
        case .atOnce, .twice: break
        default: continue
        }
        guard let run = subject.runs[index], run.hasPassed,
          let script = Script(of: run, backgroundCount: 0)
        else { continue }
        var again = variation.script
        // The moments are those of the new run.
        for (line, ran) in zip(again.lines.indices, script.lines) {
          again.lines[line].nanoseconds = ran.nanoseconds
          again.lines[line].place = ran.place
        }
        let orders = Variations(
          ofOrdersIn: run,
          of: Variation(change: variation.change, words: variation.words, script: again))
        guard orders.list.count > 1 else { continue }
        pairs.append(
          Subject(
            report: subject.report, frame: subject.frame, script: again,
            path: subject.path.replacing(".yaml", with: "-\(index).yaml"),
            variations: orders.list))
      }
    }
    return pairs
  }

  /// Runs the variations of some scenarios at a time, until the time is over.
  private mutating func run(_ subjects: inout [Subject]) throws {
    var next = subjects.startIndex
    while next < subjects.endIndex {
      guard !isOver() else {
        counts.untried += subjects.endIndex - next
        return
      }
      let batch = next..<min(next + Self.batchSize, subjects.endIndex)
      let reports = try runs(
        subjects[batch].map { subject in
          let scenarios = subject.variations.enumerated().map {
            $0.element.script.scenario("\($0.offset)", checks: [])
          }
          return (subject.path, subject.frame.story(scenarios))
        })
      for (index, reports) in zip(batch, reports) {
        subjects[index].add(reports.isEmpty ? try runApart(subjects[index]) : reports)
      }
      next = batch.upperBound
    }
  }

  /// Runs each variation in a story of its own, where one of them can't be read.
  private func runApart(_ subject: Subject) throws -> [ScenarioReport] {
    try runs(
      subject.variations.enumerated().map { index, variation in
        (
          subject.path.replacing(".yaml", with: "-\(index).yaml"),
          subject.frame.story([variation.script.scenario("\(index)", checks: [])])
        )
      }
    ).flatMap(\.self)
  }

  // MARK: - Proofs

  /// A suspicion with the scenario in which it arose.
  fileprivate struct Proof {
    var suspicion: Suspicion
    let subject: Subject
    let count: Int
  }

  private func prove(
    _ suspicions: [(Suspicion, Subject, Int)], _ states: ShownStates
  ) throws -> [Finding] {
    var proofs = suspicions.map { Proof(suspicion: $0.0, subject: $0.1, count: $0.2) }
    let hold = try areProven(proofs)
    proofs = zip(proofs, hold).filter(\.1).map(\.0)
    try shrink(&proofs)
    var seen: Set<[String]> = []
    // What several judges find in one scenario is one finding, of the first of them.
    proofs = Judge.allCases.flatMap { judge in proofs.filter { $0.suspicion.judge == judge } }
      .filter { proof in
        let (script, module) = (proof.suspicion.varied, proof.subject.report.module)
        return !states.says(script, of: module) && seen.insert([module] + script.moments).inserted
      }
    return proofs.map { proof in
      let suspicion = proof.suspicion
      let report = proof.subject.report
      return Finding(
        judge: suspicion.judge, problem: suspicion.words, change: suspicion.change,
        path: report.path, line: report.line, titles: report.titles, title: suspicion.title,
        scenario: scenario(of: suspicion, in: proof.subject),
        failures: suspicion.checks.isEmpty
          ? [suspicion.words] : suspicion.checks.map(\.sentence),
        count: proof.count)
    }
  }

  /// Returns a suspicion as an item of `scenarios` in the standard layout.
  private func scenario(of suspicion: Suspicion, in subject: Subject) -> String {
    // Lines that the story's background has need not be repeated.
    let background = subject.script.lines.filter(\.isBackground)
    let text = suspicion.varied.scenario(
      suspicion.title, checks: suspicion.checks.map(\.text),
      hasBackground: suspicion.varied.lines.filter(\.isBackground) == background)
    let story = SourceFile(path: "", text: "story: a\nmodule: a\nscenarios:\n" + text)
    guard let layout = FormattedStoryFile(formatting: story).text,
      let start = layout.firstRange(of: "scenarios:\n")
    else { return text }
    return String(layout[start.upperBound...])
  }

  /// Leaves out steps, and answers at the ends of lists, as long as the suspicions stay proven.
  private func shrink(_ proofs: inout [Proof]) throws {
    var tried = Array(repeating: Set<Proof.Omission>(), count: proofs.count)
    while !isOver() {
      var (candidates, owners): ([Proof], [Int]) = ([], [])
      for (index, proof) in proofs.enumerated() {
        guard let next = proof.omissions.first(where: { !tried[index].contains($0) }) else {
          continue
        }
        tried[index].insert(next)
        candidates.append(proof.without(next))
        owners.append(index)
      }
      guard !candidates.isEmpty else { return }
      for (isProven, (candidate, owner)) in zip(
        try areProven(candidates), zip(candidates, owners)) where isProven
      {
        proofs[owner] = candidate
      }
    }
  }

  /// Returns for each suspicion whether its checks hold in the usual scenario and fail in the varied
  /// one.
  private func areProven(_ proofs: [Proof]) throws -> [Bool] {
    let reports = try runs(
      proofs.enumerated().map { index, proof in
        let suspicion = proof.suspicion
        return (
          proof.subject.path.replacing(".yaml", with: "-proof-\(index).yaml"),
          proof.subject.frame.story([
            suspicion.usual.scenario("usual", checks: suspicion.checks.map(\.text)),
            suspicion.varied.scenario("varied", checks: suspicion.checks.map(\.text)),
          ])
        )
      })
    return zip(proofs, reports).map { proof, reports in
      guard reports.count == 2, reports[0].verdict == .passed, reports[1].verdict == .failed else {
        return false
      }
      guard !proof.suspicion.checks.isEmpty else {
        return ObservedRun(reports[1]).hardFailure?.withoutValues
          == proof.suspicion.words.withoutValues
      }
      // Everything happened but what is checked.
      let failed = reports[1].steps.filter { $0.outcome != .passed }
      return !failed.isEmpty && failed.allSatisfy { $0.purpose == .check }
    }
  }
}

extension Exploration.Proof {
  /// What can be left out of a scenario.
  fileprivate enum Omission: Hashable {
    /// The line with a place, which is the same with and without the change.
    case line(place: Int)
    /// The last of several answers in the line with a place.
    case answer(place: Int, count: Int)
  }

  /// Everything that may not matter.
  fileprivate var omissions: [Omission] {
    let (usual, varied) = (suspicion.usual.lines, suspicion.varied.lines)
    return varied.indices.filter { !suspicion.varied.isFixed($0) }.compactMap { index in
      let place = varied[index].place
      let (one, other) = (usual.filter { $0.place == place }, varied.filter { $0.place == place })
      guard one.count == 1, other.count == 1 else { return nil }
      if one[0].text == other[0].text { return .line(place: place) }
      let count = ServerAnswers(other[0].text)?.answers.count ?? 0
      return count > 1 ? .answer(place: place, count: count) : nil
    }
  }

  fileprivate func without(_ omission: Omission) -> Self {
    var proof = self
    switch omission {
    case .line(let place):
      proof.suspicion.usual.lines.removeAll { $0.place == place }
      proof.suspicion.varied.lines.removeAll { $0.place == place }
    case .answer(let place, _):
      for index in proof.suspicion.varied.lines.indices
      where proof.suspicion.varied.lines[index].place == place {
        let line = proof.suspicion.varied.lines[index].text
        guard let answers = ServerAnswers(line) else { continue }
        proof.suspicion.varied.lines[index].sentences = [answers.line(answers.answers.dropLast())]
      }
    }
    return proof
  }
}
