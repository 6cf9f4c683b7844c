import ScenarioAuthoring
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// Runs of a folder's stories whose reports are needed as a whole, such as for a review or a search.
struct StoryReports<App: ScenariosApp> {
  let folder: ScenariosFolder
  var jobs: Int?
  var limits = WorkerLimits()
  /// Texts in place of files on disk, by their paths.
  var texts: [String: String] = [:]
  /// The journeys of an exploration.
  var journeys = Exploration.usualJourneys

  /// Runs stories for a review, and returns their reports; none if the stories can't run.
  static func forReview(
    of paths: [String], in folder: String, _ contents: ScenarioReport.Contents
  ) throws -> [ScenarioReport] {
    let finding = ScenariosFolder(folder).find(paths)
    guard finding.problems.isEmpty else { return [] }
    let files = Selection(targets: finding.targets.map { Selection.Target(path: $0.path) })
    do {
      var results = try Self(folder: finding.folder).results(of: finding.paths, files, contents)
      return results.rest()
    } catch is StoryRun.WrongStepDefinitions { return [] }
  }

  private func results(
    of paths: [String], _ selection: Selection, _ contents: ScenarioReport.Contents,
    planned: (FileSummary) -> Void = { _ in }
  ) throws -> OrderedResults {
    var run = StoryRun(of: paths, in: folder, selection: selection, workers: jobs)
    (run.texts, run.job.limits, run.job.contents) = (texts, limits, contents)
    return try run.results(of: App.vocabularies, planned: planned)
  }

  /// Runs scenarios as ``VariedScenarios/Runs`` says; only those of one scenario share a file.
  ///
  /// - Parameter contents: More contents of the reports of variations.
  func ofVariations(
    _ varied: [VariedScenarios], _ texts: [String: String], _ contents: ScenarioReport.Contents = []
  ) throws -> [[ScenarioReport]] {
    guard !varied.isEmpty else { return [] }
    let variations = Dictionary(grouping: varied, by: \.path)
    var run = StoryRun(
      of: variations.keys.sorted(), in: folder, selection: Selection(), workers: jobs)
    (run.texts, run.variations, run.job.limits) = (texts, variations, limits)
    run.job.contents =
      varied.contains { !$0.variations.isEmpty }
      ? contents.union([.details, .shownValues]) : .details
    var results = try run.results(of: App.vocabularies)
    var rest = Dictionary(grouping: results.rest(), by: \.path).mapValues { $0[...] }
    return varied.map { scenarios in
      let path = folder.shown(scenarios.path)
      let count = scenarios.reportCount ?? .max
      defer { rest[path] = rest[path]?.dropFirst(count) }
      return Array(rest[path]?.prefix(count) ?? [])
    }
  }

  /// Explores the scenarios that a selection has in some files.
  ///
  /// - Parameters:
  ///   - isPartial: Whether the folder has other scenarios.
  ///   - isOver: Whether no more scenarios are to be varied.
  ///   - planned: A closure that is called with each of the files, or part of one.
  /// - Throws: A diagnostic if nothing is selected, or an error that makes a run impossible.
  func exploration(
    of paths: [String], _ selection: Selection, isPartial: Bool,
    until isOver: @escaping () -> Bool, planned: (FileSummary) -> Void
  ) throws -> Exploration.Outcome {
    // The contents by which variations are made and judged.
    let contents: ScenarioReport.Contents = [.details, .shownValues, .sentences]
    var results = try results(of: paths, selection, contents, planned: planned)
    try results.checkFound(by: selection)
    let chosen = results.rest()
    let console = Console.error
    var progress = ProgressLine(isTerminal: console.isTerminal)
    defer { console.writeUnchanged(progress.clear()) }
    var exploration = Exploration(of: folder, texts: texts, isOver: isOver) { varied, texts in
      let reports = try ofVariations(varied, texts, .pauseValues)
      for _ in reports.joined() { console.writeUnchanged(progress.advance(failed: false)) }
      return reports
    }
    exploration.journeys = journeys
    var others: [ScenarioReport] = []
    if isPartial {
      // The values that any story shows are right.
      let known = Set(chosen.map(\.key))
      var all = try self.results(of: folder.find([]).paths, Selection(), contents)
      others = all.rest().filter { !known.contains($0.key) }
    }
    return try exploration.outcome(of: chosen, knowing: others)
  }
}

extension StoryRun {
  /// Runs the stories and returns the results when all scenarios have ended.
  ///
  /// - Parameters:
  ///   - vocabularies: The vocabularies of the modules, which are made where the stories run.
  ///   - planned: A closure that is called with each planned file or part of one.
  /// - Throws: The exit status of an interrupted run, or an error that makes a run impossible.
  func results(
    of vocabularies: @autoclosure @escaping () -> [Vocabulary],
    planned: (FileSummary) -> Void = { _ in }
  ) throws -> OrderedResults {
    Console.keepDescriptors()
    let outcome = try run(vocabularies: vocabularies) { event, _ in
      if case .planned(let summary) = event { planned(summary) }
    }
    if case .interrupted(let signal) = outcome.end { throw ExitStatus.interrupted(by: signal) }
    return outcome.results
  }
}

extension Message {
  /// The hint at the command that lists what has a name.
  static let listsScenarios: Message = "Run \"\(CommandCall.name) list\" to see all scenarios."
}

extension OrderedResults {
  /// Throws a diagnostic if there is nothing to run.
  func checkFound(by selection: Selection) throws(Diagnostic) {
    guard scenarioCount == 0, brokenFileCount == 0 else { return }
    guard selectedCount == 0 else {
      throw Diagnostic(
        "no selected scenario has the tag @\(PlannedScenario.liveTag)",
        hints: ["Add it to those to run live: \"tags: [\(PlannedScenario.liveTag)]\"."])
    }
    var diagnostic = selection.diagnostic(forNoneOf: searchedCount, tags: tags)
    if !selection.names.isEmpty { diagnostic.insert(.listsScenarios) }
    throw diagnostic
  }

  /// Removes and returns the reports that are left, in the order of the stories.
  mutating func rest() -> [ScenarioReport] {
    var reports: [ScenarioReport] = []
    while let report = next(skipsMissing: true) { reports.append(report) }
    return reports
  }
}
