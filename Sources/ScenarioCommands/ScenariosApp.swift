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
  /// What the stories of each module can say.
  static var vocabularies: [Vocabulary] { get }

  /// The HTTP server for `run --live`, such as `LoopbackServer` of ScenarioLive; none unless given.
  static var liveServer: (any LiveServer.Type)? { get }

  /// What keeps earlier runs, such as `SQLiteHistory` of ScenarioHistory; nothing unless given.
  static var history: (any RunHistory.Type)? { get }
}

extension ScenariosApp {
  /// No server: the stories of this package run only in story time.
  public static var liveServer: (any LiveServer.Type)? { nil }

  /// No history: each run stands for itself.
  public static var history: (any RunHistory.Type)? { nil }

  /// Runs the command that the process was called with, and ends the process.
  ///
  /// Its exit status is 0 where all is well, 1 where a scenario failed, and 2 where the stories or
  /// the call are wrong.
  ///
  /// It is not asynchronous: workers are forked from this process, and in a child of a process that
  /// has run a task, tasks never run.
  public static func main() {
    StartedWorker.serve { vocabularies }
    Console.outliveReaders()
    do {
      var command = try ScenariosCommand<Self>.parseAsRoot()
      try command.run()
    } catch {
      let status = ScenariosCommand<Self>.exitCode(for: error)
      if status == .failure, !(error is ExitCode) {
        Console.error.report(error)
        ScenariosCommand<Self>.exit(withError: ExitStatus.inputIsWrong)
      }
      // The parser's own status for a call that is wrong is 64.
      guard status == .validationFailure else { ScenariosCommand<Self>.exit(withError: error) }
      Console.error.write(ScenariosCommand<Self>.fullMessage(for: error) + "\n")
      ScenariosCommand<Self>.exit(withError: ExitStatus.inputIsWrong)
    }
  }
}

/// The ways in which a command ends badly.
enum ExitStatus {
  static let scenarioFailed = ExitCode(1)
  static let checkFailed = ExitCode(1)
  static let notFormatted = ExitCode(1)
  static let inputIsWrong = ExitCode(2)

  /// What a shell gives for a process that a signal has ended.
  static func interrupted(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }
}

struct ScenariosCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "scenarios", abstract: "Runs user stories against the app, in story time.",
      subcommands: [
        RunCommand<App>.self, WatchCommand<App>.self, CheckCommand<App>.self,
        AcceptCommand<App>.self, FormatCommand.self, NewCommand<App>.self, ListCommand<App>.self,
        StepsCommand<App>.self, ReportCommand<App>.self, HistoryCommand<App>.self,
        SchemaCommand<App>.self,
      ])
  }
}
