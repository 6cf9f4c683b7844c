import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioEngine
import ScenarioLanguage
import ScenarioReports
import ScenarioResults
import ScenarioWorkers

struct AcceptCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "accept",
      abstract: "Makes stories say what the app shows now, after a change that was meant.",
      discussion: """
        Runs scenarios and shows, for each value that is not as expected, how its line would change. \
        What you accept is written into the story; the rest of the file stays as it is.

        A file with mistakes is told of and left out.

        Exit status: 0 if all scenarios pass now, 1 if one still fails, 2 if a story or the call is \
        wrong.
        """)
  }

  @OptionGroup var choice: Choice

  @OptionGroup var limits: LimitOptions

  @Flag(help: "Accept everything without asking.")
  var all = false

  @Flag(help: "Show what could be accepted, and change nothing.")
  var dryRun = false

  func validate() throws {
    if all, dryRun { throw ValidationError("--all changes stories, --dry-run does not") }
    guard !dryRun else { return }
    if Self.isOnCI {
      throw ValidationError(
        "accept does not change stories on CI (the environment has CI), where nobody sees it")
    }
    if !all, !Console.canAsk {
      throw ValidationError(
        "accept asks before each change, but there is no terminal to ask on; --all accepts all")
    }
  }

  func run() throws {
    try AppWorker<App>.run(limits: limits.limits, keepsInput: true) { try accept(in: $0) }
  }

  private func accept(in worker: AppWorker<App>) throws {
    let console = Console.output
    let text = AcceptanceText(
      style: TextStyle(isColored: console.isColored), width: console.width)
    var session = AcceptSession(console: console, text: text, mode: mode)
    var failing: Set<PlannedScenario.ID>?
    var rounds = 0
    while true {
      let chosen = try choice.scenarios(of: worker.vocabularies)
      if rounds == 0 { tell(of: chosen.brokenFiles) }
      guard !chosen.scenarios.isEmpty else { throw ExitStatus.inputIsWrong }
      let results = Self.results(of: chosen.scenarios, in: worker)
      let failed = Set(results.filter(\.isBroken).map(\.scenario.id))
      failing = failing ?? failed
      rounds += 1
      // What one change brings to light, at most a step further, is asked about next. An app that
      // shows something else each time would never come to an end.
      // A step that several scenarios say waits for the last of them to come to it.
      if rounds > 2 * (results.map(\.steps.count).max() ?? 0) { session.quit() }
      if try session.accept(Acceptance(of: results), in: chosen.files) { continue }
      session.end(
        results: results, brokenFileCount: chosen.brokenFiles.count, failingBefore: failing ?? [])
      if !chosen.brokenFiles.isEmpty { throw ExitStatus.inputIsWrong }
      if !failed.isEmpty { throw ExitStatus.scenarioFailed }
      return
    }
  }

  private var mode: AcceptSession.Mode { all ? .all : dryRun ? .showing : .asking }

  /// Whether a program watches over the process and no person.
  private static var isOnCI: Bool {
    let value = ProcessInfo.processInfo.environment["CI", default: ""].lowercased()
    return !["", "0", "false"].contains(value)
  }

  private static func results(
    of scenarios: [PlannedScenario], in worker: AppWorker<App>
  ) -> [ScenarioResult] {
    var results: [Int: ScenarioResult] = [:]
    worker.runner.run(scenarios) { results[$0] = $1 }
    return results.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Tells of files of which nothing can be run, and so nothing accepted.
  private func tell(of files: [Plan.BrokenFile]) {
    let formatter = DiagnosticFormatter(isColored: Console.error.isColored)
    for file in files { Console.error.write(formatter.format(file.mistakes) + "\n\n") }
  }
}
