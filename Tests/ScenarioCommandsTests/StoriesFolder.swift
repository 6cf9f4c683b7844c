import Foundation
import TestSupport

/// A temporary folder in which tests call `scenarios`.
typealias StoriesFolder = TemporaryFolder

extension TemporaryFolder {
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
}
