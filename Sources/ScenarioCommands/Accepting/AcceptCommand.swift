import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioReports
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

  @OptionGroup var realTime: RealTimeOptions

  @Flag(help: "Accept everything without asking.") var all = false

  @Flag(help: "Show the changes without making them.") var dryRun = false

  func validate() throws {
    if all, dryRun { throw ValidationError("--all can't be combined with --dry-run") }
    guard !dryRun else { return }
    let ci = ProcessInfo.processInfo.environment["CI", default: ""].lowercased()
    if !["", "0", "false"].contains(ci) {
      throw ValidationError(
        "accept does not change stories on CI (the environment variable CI is set); use --dry-run")
    }
    if !all, !Console.canAsk {
      throw ValidationError(
        "accept asks before each change, but there is no terminal; use --all to accept all changes")
    }
  }

  func run() throws {
    var session = AcceptSession(mode: all ? .all : dryRun ? .showing : .asking)
    let (finding, selection) = try choice.find()
    var run = StoryRun(of: finding.paths, in: finding.folder, selection: selection)
    RealTimeOptions.report()
    (run.job.limits, run.job.contents) = (limits.limits, [.details, .updates, .text])
    var failing: Set<String>?
    var rounds = 0
    while true {
      var planned: [FileSummary] = []
      var results = try run.results(of: App.vocabularies) { if $0.part == 0 { planned.append($0) } }
      try results.checkFound(by: selection)
      planned.sort { $0.number < $1.number }
      if rounds == 0 {
        // Nothing can be accepted in them.
        Console.error.report(planned.compactMap(\.broken))
        Console.error.report(selection.unknownTags(among: results.tags))
      }
      let reports = results.rest()
      guard !reports.isEmpty else { throw ExitStatus.inputIsWrong }
      let failed = Set(reports.filter(\.isBroken).map(\.key))
      failing = failing ?? failed
      rounds += 1
      // Accepting one change can reveal the next failure, at most one step later. A step that
      // several scenarios share waits until the last of them reaches it, hence the factor. The
      // limit ends the loop if the app shows something else on every run.
      if rounds > 2 * (reports.map(\.steps.count).max() ?? 0) { session.quit() }
      // The updates are for the texts that were run.
      let files = planned.compactMap { summary in
        summary.text.map { SourceFile(path: summary.path, text: $0) }
      }
      if try session.accept(Acceptance(of: reports), in: files) { continue }
      session.end(
        results: reports, brokenFileCount: results.brokenFileCount, failingBefore: failing ?? [])
      if results.brokenFileCount > 0 { throw ExitStatus.inputIsWrong }
      if !failed.isEmpty { throw ExitStatus.failed }
      return
    }
  }
}
