import ArgumentParser
import ScenarioKit

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
