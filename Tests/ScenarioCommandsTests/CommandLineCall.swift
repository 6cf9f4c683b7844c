import Foundation
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
  static var executable: URL { executable(named: "scenarios") }

  /// Returns the URL of an executable of this package beside the tests.
  static func executable(named name: String) -> URL {
    let products =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    return products.appending(path: name)
  }

  /// Returns a process that is ready to run in a folder, independent of the tests' own terminal.
  static func process(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    command: String = "scenarios"
  ) -> Process {
    let process = Process()
    process.executableURL = executable(named: command)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm"]
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs a process and returns its exit status, negative if a signal ended it.
  static func finish(_ process: Process) async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        let wasKilled = process.terminationReason == .uncaughtSignal
        continuation.resume(
          returning: wasKilled ? -process.terminationStatus : process.terminationStatus)
      }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }

  /// Replaces real time and Swift line numbers, which change between calls and app versions.
  static func stable(_ text: String) -> String {
    text.replacing(/\((?:[0-9.]+) m?s, story time/, with: "(TIME, story time")
      .replacing(/\.swift:\d+/, with: ".swift:LINE")
  }
}
