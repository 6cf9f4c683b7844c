import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct CheckCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Validate stories without running them.",
      discussion: """
        Unused steps and files are reported when the whole folder is checked and has no errors.

        Exit status: 0 if there are no errors, 1 if there are errors, with --strict also if there are \
        warnings, 2 if the arguments are wrong.
        """)
  }

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(
    help: "The story files or folders to validate (default: all).", transform: PackageFolder.path)
  var paths: [String] = []

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  @Option(help: .init("The output format: text for people, json for scripts.", valueName: "format"))
  var format = Format.text

  @Flag(help: "Treat warnings as errors.") var strict = false

  @Flag(help: "Report steps that are not defined yet as notes.") var allowUndefined = false

  @Flag(
    help: """
      Run the stories. Report checks that also hold without the acts before them, settings that no \
      check needs, waits that end before an answer that is due, and texts that a check excludes \
      but the app never shows, only similar ones.
      """)
  var deep = false

  @Flag(
    help: """
      Run the stories without stopping at sandbox violations, such as threads and sockets of the \
      app. Report each kind of violation, with its locations in the code and what to use instead.
      """)
  var sandbox = false

  func run() throws {
    var (reviewed, runs): ([Diagnostic], [ScenarioReport]) = ([], [])
    if deep {
      runs = try StoryReports<App>.forReview(
        of: paths, in: folder, [.details, .shownValues, .comparedValues, .trials])
      reviewed += ActReview.diagnostics(for: runs)
      if !runs.isEmpty, runs.allSatisfy({ $0.verdict == .skipped }) {
        reviewed.append(Diagnostic("no scenario ran", severity: .warning))
      }
    }
    if sandbox {
      let reports = try StoryReports<App>.forReview(of: paths, in: folder, .violations)
      let locations = SwiftLocations(root: FileManager.default.currentDirectoryPath)
      reviewed += ViolationReview.diagnostics(for: reports, in: locations)
    }
    try App.inWorker { [reviewed, runs] vocabularies, _ in
      try write(report(of: vocabularies, reviewed, runs))
    }
  }

  private func write(_ report: CheckReport) throws {
    let console = Console.output
    switch format {
    case .text:
      console.write(
        report.text(style: console.style, width: console.width, in: .terminal))
    case .json: console.writeUnchanged(try report.json())
    }
    if report.count(.error) > 0 || strict && report.count(.warning) > 0 {
      throw ExitStatus.failed
    }
  }

  private func report(
    of vocabularies: [Vocabulary], _ reviewed: [Diagnostic], _ runs: [ScenarioReport]
  ) throws -> CheckReport {
    let scenarios = ScenariosFolder(folder)
    let asked = scenarios.read(paths)
    // A finding in one file may turn out to be correct once the other files are known.
    let reading = paths.isEmpty || !asked.problems.isEmpty ? asked : scenarios.read([])
    try InputError.check(reading.problems)
    let plan = Plan(reading.sources, vocabularies: vocabularies)
    try InputError.check(plan.problems)
    let selection = Selection(targets: asked.targets.map { Selection.Target(path: $0.path) })
    let undefined = plan.undefinedSteps.changed { if allowUndefined { $0.severity = .note } }
    let found = plan.brokenFiles.flatMap(\.diagnostics) + undefined + plan.warnings
    let observed =
      NegationReview(of: runs).diagnostics(for: plan.scenarios)
      + WaitReview.diagnostics(for: plan.scenarios, ranAs: runs)
    var diagnostics = (found + observed).filter { selection.covers(path: $0.location?.path ?? "") }
    // One step definition of a module can be for many sentences.
    var proposed: Set<[String?]> = []
    diagnostics = diagnostics.changed {
      guard let proposal = $0.proposal, proposal.isLikely else { return }
      if !proposed.insert([proposal.step?.module, proposal.code]).inserted { $0.proposal = nil }
    }
    let whole = try? scenarios.target(for: folder)
    if paths.isEmpty || selection.targets.contains(where: { $0 == whole }), plan.errors.isEmpty {
      diagnostics +=
        unusedSteps(in: plan, of: vocabularies) + scenarios.unusedFiles() + asked.unreadStories
    }
    return CheckReport(fileCount: asked.sources.count, diagnostics: diagnostics + reviewed)
  }

  private func unusedSteps(in plan: Plan, of vocabularies: [Vocabulary]) -> [Diagnostic] {
    let locations = SwiftLocations(root: FileManager.default.currentDirectoryPath)
    return plan.unusedSteps(of: vocabularies).map { step in
      Diagnostic(
        "no story uses the step \"\(step.expression)\"", at: locations.location(of: step.origin),
        severity: .warning, rule: .unusedStep, hints: ["Delete it, or use it in a story."])
    }
  }
}
