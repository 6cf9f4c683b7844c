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
      commandName: "explore", abstract: "Search for scenarios that no story has and that go wrong.",
      discussion: """
        Each scenario that passes is run again in many variations: answers that come in another \
        order or fail, acts that happen twice, at once, again after a failure, or just before \
        something else. A finding is a scenario that fails, ready to be added to its story.

        Exit status: 0, or 1 if the app crashes, hangs or the like in a variation, with --strict for \
        any finding and if a scenario fails or nothing was tried, 2 if a story or the arguments \
        are wrong.
        """)
  }

  @OptionGroup var choice: Choice

  @OptionGroup var limits: LimitOptions

  @OptionGroup var options: SearchOptions

  @Flag(help: "Write each finding below its scenario, as a known issue.") var add = false

  @Flag(help: "Fail for every finding, and if a scenario fails or nothing was tried.")
  var strict = false

  func run() throws {
    if let obstacle = StoryRun.obstacle { throw obstacle }
    let (finding, selection) = try choice.find()
    var broken: [BrokenFile] = []
    let exploration = StoryExploration<App>(
      folder: finding.folder, jobs: options.jobs, limits: limits.limits)
    let outcome = try exploration.outcome(
      of: finding.paths, selection, isPartial: choice.isPartial, until: options.isOver
    ) { if $0.part == 0, let file = $0.broken { broken.append(file) } }
    Console.error.report(broken)
    let (findings, counts) = (outcome.findings, outcome.counts)
    let console = Console.output
    let text = FindingText(style: console.style)
    switch options.format {
    case .text:
      for finding in findings { console.write(text.text(for: finding)) }
      console.write(text.summary(of: findings, counts))
    case .json: try console.write(json: outcome)
    case .github:
      console.writeAnnotations(of: findings, path: \.path) { finding, more in
        GitHubAnnotations.command(
          finding.judge == .hard ? "error" : "warning", path: finding.path, line: finding.line,
          column: nil, title: finding.title, message: finding.problem + more)
      }
      console.writeNotice(of: "scenarios explore", text.omissions(in: counts))
    }
    if add { try write(findings, in: finding.folder) }
    if !broken.isEmpty { throw ExitStatus.inputIsWrong }
    if strict, counts.notPassing > 0 || counts.variations == 0 { throw ExitStatus.failed }
    if findings.contains(where: { strict || $0.judge == .hard }) { throw ExitStatus.failed }
  }

  /// Writes findings into their stories.
  private func write(_ findings: [Finding], in folder: ScenariosFolder) throws {
    let files = Dictionary(grouping: findings, by: \.path).sorted { $0.key < $1.key }
    for (path, findings) in files {
      let source = folder.read(folder.path(shownAs: path)).file.source
      try source.replace(adding: counted(findings.count, "scenario")) {
        source throws(Diagnostic) in try Finding.add(findings, to: source)
      }
    }
  }
}
