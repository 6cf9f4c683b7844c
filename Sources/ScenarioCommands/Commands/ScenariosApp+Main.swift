import ArgumentParser
import DisplayText
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioWorkers

extension ScenariosApp {
  /// Runs the command that the process was called with, and ends the process.
  ///
  /// The exit status is 0 on success, 1 if a scenario failed, and 2 if the stories or the arguments
  /// are wrong.
  ///
  /// The function is not asynchronous: workers are forked from this process, and tasks never run in
  /// a child of a process that has run a task.
  public static func main() {
    JobRunner.serve { vocabularies }
    Console.ignoreClosedReaders()
    // Otherwise, the Swift runtime's backtraces handle Ctrl-\.
    signal(SIGQUIT, SIG_DFL)
    // A host stays in the folder of the command that started it.
    if CommandLine.arguments.dropFirst().first != HostProcess.command { PackageFolder.use() }
    do {
      guard !ChildProcess.isReplaced else {
        throw Diagnostic("the command was called by the app that it runs")
      }
      var command = try parsedAlone() ?? ScenariosCommand<Self>.parseAsRoot()
      do throws(Diagnostic) { try RunVariables.checkNames(in: RunVariables.inProcess) } catch {
        throw ValidationError(error.text)
      }
      try command.run()
      try Console.checkWritten()
    } catch {
      // A command that failed may also have lost a part of its output.
      if error is ExitCode, let problem = Console.outputProblem { Console.error.report(problem) }
      let status = ScenariosCommand<Self>.exitCode(for: error)
      if status == .failure, !(error is ExitCode) {
        Console.error.report(error)
        ScenariosCommand<Self>.exit(withError: ExitStatus.inputIsWrong)
      }
      // The parser's own status for wrong arguments is 64.
      guard status == .validationFailure else { ScenariosCommand<Self>.exit(withError: error) }
      // The parser has hints for options alone.
      let commands = ScenariosCommand<Self>.configuration.subcommands.map { $0._commandName }
      let word = CommandLine.arguments.dropFirst().first ?? ""
      let near = commands.contains(word) ? [] : NearestText.suggestions(for: word, among: commands)
      let hint = near.first.map { "Did you mean: \($0)\n" } ?? ""
      let message = withLikelyHint(ScenariosCommand<Self>.fullMessage(for: error), in: word)
      Console.error.write("\(message)\n\(hint)")
      if CommandLine.arguments.dropFirst().first == RunCommand<Self>._commandName {
        let reason = withLikelyHint(ScenariosCommand<Self>.message(for: error), in: word)
        ReportOptions.write(
          to: ReportOptions.destinations(in: CommandLine.arguments),
          thatNothingRanBecauseOf: Diagnostic("\(reason)"), attempt: nil)
      }
      ScenariosCommand<Self>.exit(withError: ExitStatus.inputIsWrong)
    }
  }

  /// Returns the parser's message about an unknown option without its hint at one that is not near,
  /// with a hint at `--to` for the name of a report format, and at `--name` for the `--filter` of
  /// `swift test`; about a value without an explanation, with the one that only numbers lack.
  private static func withLikelyHint(_ message: String, in command: String) -> String {
    let unknown = #/Unknown option '--([^']+)'(?:\. Did you mean '--([^']+)'\?)?/#
    let unexplained = #/(The value '(?!-?\d+')[^']*' is invalid for '[^']*')(?=\n|$)/#
    let choosing = ["run", "watch", "accept", "list", "explore", "record"]
    return message.replacing(unexplained) { match -> String in
      "\(match.1): write a \(match.1.hasSuffix("<seconds>'") ? "" : "whole ")number"
    }.replacing(unknown) { match -> String in
      // Not "folder", which is near to it.
      let filter = choosing.contains(command) ? ["name"] : []
      let near =
        match.1 == "filter"
        ? filter : match.2.map { NearestText.suggestions(for: "\(match.1)", among: ["\($0)"]) }
      let format = ["run", "report"].contains(command) ? ReportFormat(rawValue: "\(match.1)") : nil
      let meant = format.map { "to \($0.rawValue)=FILE" } ?? near?.first
      return "Unknown option '--\(match.1)'" + (meant.map { ". Did you mean '--\($0)'?" } ?? "")
    }
  }

  /// Parses the arguments of a command apart from all other commands; `nil` if the parser has
  /// something to report, for which it needs them.
  ///
  /// The start of a command takes fewer instructions then. The parser skips its options for shell
  /// completion if the command has the name of the one above it.
  private static func parsedAlone() -> (any ParsableCommand)? {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first,
      let type = ScenariosCommand<Self>.configuration.subcommands.first(where: {
        $0._commandName == name
      }), let command = try? type.parseAsRoot(Array(arguments.dropFirst()))
    else { return nil }
    // A request for help is a command, too.
    return Swift.type(of: command) == type ? command : nil
  }
}

struct ScenariosCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "scenarios", abstract: "Run user stories against the app in simulated time.",
      version: "before 1.0.0",
      subcommands: [
        RunCommand<App>.self, WatchCommand<App>.self, CheckCommand<App>.self,
        ExploreCommand<App>.self, StrengthenCommand<App>.self, AcceptCommand<App>.self,
        RecordCommand<App>.self, FormatCommand.self, NewCommand<App>.self, ImportCommand<App>.self,
        ListCommand<App>.self,
        StepsCommand<App>.self, ReportCommand.self, HistoryCommand.self,
        SchemaCommand<App>.self, LanguageServerCommand.self, AssistantCommand.self,
        StudioCommand.self, HostCommand<App>.self,
      ])
  }
}
