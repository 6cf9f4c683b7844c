import Foundation
import ScenarioReports
import TestSupport

/// A temporary folder in which tests call `scenarios`.
typealias StoriesFolder = TemporaryFolder

extension TemporaryFolder {
  /// Creates a folder with one story for the module `facts`.
  static func facts(_ story: String = FactsFiles.story) throws -> StoriesFolder {
    try StoriesFolder([FactsFiles.path: story])
  }

  /// Creates a folder with one story, which has scenarios for a module.
  static func story(_ scenarios: String, for module: String) throws -> StoriesFolder {
    try StoriesFolder([
      "Scenarios/story.yaml": "story: Story\nmodule: \(module)\nscenarios:\n\(scenarios)\n"
    ])
  }

  /// Calls `scenarios` in this folder.
  func call(_ arguments: String..., environment: [String: String] = [:]) async throws
    -> CommandLineCall
  {
    try await call(arguments, environment: environment)
  }

  /// Calls `scenarios` or another command of this package in this folder.
  func call(
    _ arguments: [String], environment: [String: String] = [:], command: String = "scenarios"
  ) async throws -> CommandLineCall {
    let process = try await FinishedProcess(
      CommandLineCall.process(arguments, in: url, environment: environment, command: command))
    return CommandLineCall(
      output: CommandLineCall.stable(process.output),
      errors: CommandLineCall.stable(process.errors), status: process.status)
  }

  /// Calls `HostileStories` in this folder.
  func hostile(_ arguments: String..., environment: [String: String] = [:]) async throws
    -> CommandLineCall
  {
    try await hostile(arguments, environment: environment)
  }

  /// The same, with a list of arguments.
  func hostile(_ arguments: [String], environment: [String: String] = [:]) async throws
    -> CommandLineCall
  {
    try await call(arguments, environment: environment, command: "HostileStories")
  }

  /// Returns the runs in a results file.
  func runs(in path: String = "results.json") throws -> [RunReport] {
    try ResultsFile.records(in: try text(of: path), path: path)
  }
}
