import Foundation
import Testing

/// What became of a call of the real `scenarios` executable.
struct CommandLineCall {
  /// What it wrote for people and programs; real time is written as `TIME`, and a line of
  /// Swift code as `LINE`.
  var output: String

  /// What it wrote about input that is wrong.
  var errors: String

  /// Its exit status; negative where a signal ended it.
  var status: Int32

  /// The executable, which lies beside the tests.
  static var executable: URL { executable(named: "scenarios") }

  /// An executable of this package, which lies beside the tests.
  static func executable(named name: String) -> URL {
    let products =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    return products.appending(path: name)
  }

  /// A process that is ready to run in a folder, with nothing of the tests' own terminal about it.
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

  /// Runs a process to its end.
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

  /// The text without what is not the same for every call and every version of the sample app: real
  /// time, and lines of Swift code.
  static func stable(_ text: String) -> String {
    text.replacing(/\((?:[0-9.]+) m?s, story time/, with: "(TIME, story time")
      .replacing(/\.swift:\d+/, with: ".swift:LINE")
  }
}
