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
      commandName: "explore", abstract: "Search for failing scenarios that no story has.",
      discussion: """
        Each scenario that passes is run again in many variations: answers that come in another \
        order or fail, acts that happen twice, at once, again after a failure, or just before \
        something else, and journeys of random acts of a story. A finding is a scenario that \
        fails, ready to be added to its story.

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

  @Option(help: "The number of journeys through each story; 0 for none.")
  var journeys = Exploration.usualJourneys.count

  @Option(help: "The number that chooses the acts of journeys; the same one, the same journeys.")
  var seed = Exploration.usualJourneys.seed

  func validate() throws {
    if journeys < 0 {
      throw ValidationError("--journeys must be at least 0, but it is \(journeys)")
    }
  }

  func run() throws {
    if let obstacle = StoryRun.obstacle { throw obstacle }
    let (finding, selection) = try choice.find()
    var broken: [BrokenFile] = []
    let reports = StoryReports<App>(
      folder: finding.folder, jobs: options.jobs, limits: limits.limits,
      journeys: (journeys, seed))
    let outcome = try reports.exploration(
      of: finding.paths, selection, isPartial: choice.isPartial, until: options.isOver
    ) { if $0.part == 0, let file = $0.broken { broken.append(file) } }
    Console.error.report(broken)
    let (findings, counts) = (outcome.findings, outcome.counts)
    try options.write(
      findings, path: \.path, Self.omissions(in: counts), json: outcome,
      text: findings.map(Self.text).joined() + Self.summary(of: findings, counts),
      of: "scenarios explore"
    ) { finding, more in
      GitHubAnnotations.command(
        finding.judge == .hard ? "error" : "warning", path: finding.path, line: finding.line,
        title: finding.title, message: finding.problem + more)
    }
    if add { try write(findings, in: finding.folder) }
    if !broken.isEmpty { throw ExitStatus.inputIsWrong }
    if strict, counts.notPassing > 0 || counts.variations == 0 { throw ExitStatus.failed }
    if findings.contains(where: { strict || $0.judge == .hard }) { throw ExitStatus.failed }
  }

  /// Writes findings into their stories.
  private func write(_ findings: [Finding], in folder: ScenariosFolder) throws {
    for (path, own) in Dictionary(grouping: findings, by: \.path).sorted(by: { $0.key < $1.key }) {
      let source = folder.read(folder.path(shownAs: path)).file.source
      try source.replace(adding: counted(own.count, "scenario")) {
        source throws(Diagnostic) in try Finding.add(own, to: source)
      }
    }
  }

  // MARK: - Output

  /// Returns a finding: its location, the problem, and the scenario that shows it.
  private static func text(for finding: Finding) -> String {
    let style = Console.output.style
    let location = "\(finding.path):\(finding.line)".inOneLine()
    let more = finding.count > 1 ? style("   in \(counted(finding.count, "variation"))", .dim) : ""
    return """
      \(style(location, .cyan)): \(finding.judge.rawValue): \(finding.change):
        \(style(finding.problem.inOneLine(), .bold))\(more)

      \(finding.scenario)

      """
  }

  /// Returns the last lines: the numbers of variations and findings.
  private static func summary(of findings: [Finding], _ counts: Exploration.Counts) -> String {
    let kinds = counts.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    return
      "\(counted(counts.variations, "variation")) of \(counted(counts.scenarios, "scenario")): "
      + (findings.isEmpty ? "nothing found" : counted(findings.count, "finding"))
      + (kinds.isEmpty ? "\n" : "\n  tried: \(kinds)\n")
  }

  /// Returns the omissions with their reasons.
  private static func omissions(in counts: Exploration.Counts) -> [String] {
    let left = [
      (counts.impossible, "variation", "in which the app or the server refused a step"),
      (counts.ended, "journey", "ended at an act that the app or the server refused"),
      (counts.notPassing, "scenario", "not varied: failing, blocked or undefined"),
      (counts.exempt, "scenario", "not varied: skipped or with a known issue"),
      (counts.fixed, "scenario", "not varied: all acts are in the background"),
      (counts.unwritten, "scenario", "not varied: a timeline, no act, or failing without checks"),
      (counts.untried, "starting point", "not tried: no time left"),
    ]
    return (counts.variations > 0 ? [] : ["nothing was tried"])
      + left.filter { $0.0 > 0 }.map { "\(counted($0.0, $0.1)) \($0.2)" }
  }
}
