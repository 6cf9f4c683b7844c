import ArgumentParser
import DisplayText
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct ExploreCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explore",
      abstract: "Search for scenarios that no story has and that go wrong.",
      discussion: """
        Each scenario that passes is run again in many variations: answers that come in another \
        order or fail, acts that happen twice or at once. A finding is a scenario that fails, \
        ready to be added to its story.

        Exit status: 0, or 1 if the app crashes, hangs or the like in a variation, with --strict for \
        any finding and if a scenario fails, 2 if a story or the arguments are wrong.
        """)
  }

  private static var contents: ScenarioReport.Contents { [.details, .shownValues, .sentences] }

  @OptionGroup var choice: Choice

  @OptionGroup var limits: LimitOptions

  @OptionGroup var options: SearchOptions

  @Flag(help: "Write each finding below its scenario, as a known issue.")
  var add = false

  @Flag(help: "Fail for every finding, not only for crashes, hangs and the like.")
  var strict = false

  func run() throws {
    let (finding, selection) = try choice.find()
    let isOver = options.isOver
    var broken: [BrokenFile] = []
    let chosen = try reports(of: finding.paths, in: finding.folder, selection) {
      if $0.part == 0, let file = $0.broken { broken.append(file) }
    }
    Console.error.report(broken)
    var exploration = Exploration(of: finding.folder) { stories, isObserved in
      try StoryRun.reports(
        on: stories, in: finding.folder, of: App.self, jobs: options.jobs, limits: limits.limits,
        contents: isObserved ? Self.contents : .details, observesOnce: isObserved)
    } isOver: {
      isOver()
    }
    let findings = try exploration.findings(in: chosen, knowing: choice.isPartial ? others() : [])
    let console = Console.output
    switch options.format {
    case .text:
      let text = FindingText(style: TextStyle(isColored: console.isColored))
      for finding in findings { console.write(text.text(for: finding)) }
      console.write(text.summary(of: findings, exploration.counts))
    case .json: try console.write(json: Outcome(findings: findings, counts: exploration.counts))
    }
    if add { try write(findings, in: finding.folder) }
    if !broken.isEmpty { throw ExitStatus.inputIsWrong }
    if strict, exploration.counts.notPassing > 0 { throw ExitStatus.scenarioFailed }
    if findings.contains(where: { strict || $0.judge == .hard }) { throw ExitStatus.scenarioFailed }
  }

  /// The output as JSON.
  private struct Outcome: Encodable {
    var findings: [Finding]
    var counts: Exploration.Counts
  }

  /// Runs all stories, because what any of them shows is right.
  private func others() throws -> [ScenarioReport] {
    let all = ScenariosFolder(choice.folder).find([])
    return try reports(of: all.paths, in: all.folder, Selection())
  }

  /// Runs stories, and returns the reports with all that variations are made and judged by.
  private func reports(
    of paths: [String], in folder: ScenariosFolder, _ selection: Selection,
    planned: (FileSummary) -> Void = { _ in }
  ) throws -> [ScenarioReport] {
    var run = StoryRun(of: paths, in: folder, selection: selection, workers: options.jobs)
    run.job.limits = limits.limits
    run.job.contents = Self.contents
    var results = try run.results(of: App.self, planned: planned)
    try results.checkFound(by: selection)
    return results.rest()
  }

  /// Writes findings into their stories.
  private func write(_ findings: [Finding], in folder: ScenariosFolder) throws {
    let files = Dictionary(grouping: findings, by: \.path).sorted { $0.key < $1.key }
    for (path, findings) in files {
      let source = folder.read(folder.path(shownAs: path)).file.source
      do throws(Diagnostic) {
        let text = try Finding.add(findings, to: source)
        try FileReplacement(path).replace(source.bytes, with: Array(text.utf8))
        Console.error.write("Added \(counted(findings.count, "scenario")) to \(path).\n")
      } catch {
        throw Diagnostic("\(path) was not changed: \(error.message)")
      }
    }
  }
}
