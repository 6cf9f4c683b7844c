import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioPlanning
import ScenarioReports
import ScenarioResults
import ScenarioWorkers

struct AcceptCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "accept",
      abstract: "Update expected values in stories to match the app's current output.",
      discussion: """
        For each value that differs from the expected one, the change to its line is shown. \
        Accepted changes are written to the story; the rest of the file is unchanged.

        Files with errors are reported and ignored.

        Exit status: 0 if all scenarios pass now, 1 if one still fails, 2 if a story or the arguments are \
        wrong.
        """)
  }

  @OptionGroup var choice: Choice

  @OptionGroup var limits: LimitOptions

  @Flag(help: "Accept everything without asking.")
  var all = false

  @Flag(help: "Show the changes without making them.")
  var dryRun = false

  func validate() throws {
    if all, dryRun { throw ValidationError("--all can't be combined with --dry-run") }
    guard !dryRun else { return }
    if Self.isOnCI {
      throw ValidationError(
        "accept does not change stories on CI (the environment variable CI is set); use --dry-run")
    }
    if !all, !Console.canAsk {
      throw ValidationError(
        "accept asks before each change, but there is no terminal; use --all to accept all changes")
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
    var failing: Set<String>?
    var rounds = 0
    while true {
      let chosen = try choice.scenarios(of: worker.vocabularies)
      if rounds == 0 {
        tell(of: chosen.brokenFiles)
        Console.error.report(chosen.unknownTags)
      }
      guard !chosen.scenarios.isEmpty else { throw ExitStatus.inputIsWrong }
      let results = Self.results(of: chosen.scenarios, in: worker)
      let failed = Set(results.filter(\.isBroken).map(\.key))
      failing = failing ?? failed
      rounds += 1
      // Accepting one change can reveal the next failure, at most one step later. A step that
      // several scenarios share waits until the last of them reaches it, hence the factor. The
      // limit ends the loop if the app shows something else on every run.
      if rounds > 2 * (results.map(\.steps.count).max() ?? 0) { session.quit() }
      if try session.accept(Acceptance(of: Array(zip(chosen.scenarios, results))), in: chosen.files)
      {
        continue
      }
      session.end(
        results: results, brokenFileCount: chosen.brokenFiles.count, failingBefore: failing ?? [])
      if !chosen.brokenFiles.isEmpty { throw ExitStatus.inputIsWrong }
      if !failed.isEmpty { throw ExitStatus.scenarioFailed }
      return
    }
  }

  private var mode: AcceptSession.Mode { all ? .all : dryRun ? .showing : .asking }

  /// Whether the process runs on CI: `CI` is set, and neither `0` nor `false`.
  private static var isOnCI: Bool {
    let value = ProcessInfo.processInfo.environment["CI", default: ""].lowercased()
    return !["", "0", "false"].contains(value)
  }

  private static func results(
    of scenarios: [PlannedScenario], in worker: AppWorker<App>
  ) -> [ScenarioReport] {
    var results: [Int: ScenarioReport] = [:]
    worker.runner.run(scenarios) { results[$0] = $1 }
    return results.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Reports the files that can't be run, in which nothing can be accepted.
  private func tell(of files: [BrokenFile]) {
    let formatter = DiagnosticFormatter(isColored: Console.error.isColored)
    for file in files { Console.error.write(formatter.format(file.diagnostics) + "\n\n") }
  }
}
