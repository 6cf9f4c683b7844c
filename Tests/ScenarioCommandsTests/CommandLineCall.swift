import Foundation
import TestSupport
import Testing

/// The result of a call of the real `scenarios` executable.
struct CommandLineCall {
  /// The standard output, with real time replaced by `TIME` and Swift line numbers by `LINE`.
  var output: String

  /// The standard error, with the same replacements.
  var errors: String

  /// The exit status, or the negative number of the signal that ended the process.
  var status: Int32

  /// The URL of the `scenarios` executable beside the tests.
  static var executable: URL { FinishedProcess.executable(named: "scenarios") }

  /// Returns a process that is ready to run in a folder, independent of the tests' own terminal.
  static func process(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    command: String = "scenarios"
  ) -> Process {
    let process = Process()
    process.executableURL = FinishedProcess.executable(named: command)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Replaces real time and Swift line numbers, which change between calls and app versions.
  static func stable(_ text: String) -> String {
    text.replacing(/\((?:[0-9.]+) m?s, story time/, with: "(TIME, story time")
      .replacing(/\.swift:\d+/, with: ".swift:LINE")
  }
}
