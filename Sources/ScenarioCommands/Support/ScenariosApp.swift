import ArgumentParser
import Foundation
import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
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

extension ScenariosApp {
  /// The error of a command without a live server, which tells its developer what to add.
  static var noLiveServer: Diagnostic {
    Diagnostic(
      "no live server is configured for this command",
      hints: [
        "In the manifest, add the product ScenarioLive of this package to the target of the command.",
        "In the command, write \"import ScenarioLive\", and in \(Self.self):",
        "  static let liveServer: (any LiveServer.Type)? = LoopbackServer.self",
        "The modules then give the app its real transport: see \"Live runs\" in \"Connecting a module\".",
      ])
  }
}
