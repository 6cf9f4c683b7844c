import ArgumentParser
import Foundation
import ScenarioHTTP
import ScenarioKit
import ScenarioResults
import ScenarioWorkers

/// A command line for the stories of a package.
///
///     import ScenarioCommands
///
///     @main
///     struct Scenarios: ScenariosApp {
///       static let vocabularies = [Vocabulary(of: CounterModule.self)]
///     }
public protocol ScenariosApp: SendableMetatype {
  /// The vocabularies of the modules, with their step definitions.
  static var vocabularies: [Vocabulary] { get }

  /// The HTTP server for `run --live` and `record`, such as `LoopbackServer` of ScenarioLive; by
  /// default there is none.
  static var liveServer: (any LiveServer.Type)? { get }

  /// The type that keeps the history of runs, such as `SQLiteHistory` of ScenarioHistory; by
  /// default there is none.
  static var history: (any RunHistory.Type)? { get }
}

extension ScenariosApp {
  /// The default: no server, so that stories run only in story time.
  public static var liveServer: (any LiveServer.Type)? { nil }

  /// The default: no history, so that runs are neither saved nor compared.
  public static var history: (any RunHistory.Type)? { nil }

  /// Runs the command that the process was called with, and ends the process.
  ///
  /// The exit status is 0 on success, 1 if a scenario failed, and 2 if the stories or the arguments
  /// are wrong.
  ///
  /// The function is not asynchronous: workers are forked from this process, and tasks never run in
  /// a child of a process that has run a task.
  public static func main() {
    StartedWorker.serve { vocabularies }
    Console.outliveReaders()
    do {
      var command = try ScenariosCommand<Self>.parseAsRoot()
      try command.run()
      try Console.checkWritten()
    } catch {
      // A command that failed may also have lost a part of its output.
      if error is ExitCode, let problem = Console.problemWithOutput {
        Console.error.report(problem)
      }
      let status = ScenariosCommand<Self>.exitCode(for: error)
      if status == .failure, !(error is ExitCode) {
        Console.error.report(error)
        ScenariosCommand<Self>.exit(withError: ExitStatus.inputIsWrong)
      }
      // The parser's own status for wrong arguments is 64.
      guard status == .validationFailure else { ScenariosCommand<Self>.exit(withError: error) }
      Console.error.write(ScenariosCommand<Self>.fullMessage(for: error) + "\n")
      ScenariosCommand<Self>.exit(withError: ExitStatus.inputIsWrong)
    }
  }
}

/// The exit statuses of commands that did not succeed.
enum ExitStatus {
  static let scenarioFailed = ExitCode(1)
  static let checkFailed = ExitCode(1)
  static let notFormatted = ExitCode(1)
  static let answerDiffers = ExitCode(1)
  static let inputIsWrong = ExitCode(2)

  /// Returns the status that a shell reports for a process ended by a signal.
  static func interrupted(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }
}

struct ScenariosCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "scenarios", abstract: "Run user stories against the app in simulated time.",
      subcommands: [
        RunCommand<App>.self, WatchCommand<App>.self, CheckCommand<App>.self,
        AcceptCommand<App>.self, RecordCommand<App>.self, FormatCommand.self, NewCommand<App>.self,
        ListCommand<App>.self,
        StepsCommand<App>.self, ReportCommand<App>.self, HistoryCommand<App>.self,
        SchemaCommand<App>.self,
      ])
  }
}
