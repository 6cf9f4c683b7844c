import Foundation

/// A process that has ended, and what it wrote.
package struct FinishedProcess: Sendable {
  /// The exit status, or the negative number of the signal that ended the process.
  package let status: Int32

  /// What it wrote to standard output.
  package let output: String

  /// What it wrote to standard error.
  package let errors: String

  /// Runs an executable, and waits until it has ended.
  ///
  /// - Parameter folder: The folder in which it runs; by default the one of the tests.
  package init(of executable: URL, _ arguments: [String], in folder: URL? = nil) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    if let folder { process.currentDirectoryURL = folder }
    let (output, errors) = (try OutputFile(), try OutputFile())
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    process.waitUntilExit()
    self.init(
      status: process.statusOrSignal, output: try output.text, errors: try errors.text)
  }

  /// Runs a command that is found as in a shell, such as `python3`, and waits until it has ended.
  package init(of command: String, _ arguments: [String]) throws {
    try self.init(of: URL(filePath: "/usr/bin/env"), [command] + arguments)
  }

  /// Runs a process that is ready to run, without blocking a thread of the tests.
  package init(_ process: Process) async throws {
    let (output, errors) = (try OutputFile(), try OutputFile())
    process.standardOutput = output.handle
    process.standardError = errors.handle
    let status = try await process.runUntilExit()
    self.init(status: status, output: try output.text, errors: try errors.text)
  }

  private init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// The URL of an executable of this package, beside the tests.
  package static func executable(named name: String) -> URL {
    let products =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    return products.appending(path: name)
  }
}

extension Process {
  /// Runs the process and returns its exit status, or the negative number of the signal that ended
  /// it.
  ///
  /// - Parameter began: Called with the ID of the process when it runs.
  package func runUntilExit(
    began: @escaping @Sendable (pid_t) -> Void = { _ in }
  ) async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      terminationHandler = { continuation.resume(returning: $0.statusOrSignal) }
      do {
        try run()
        began(processIdentifier)
      } catch {
        terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }

  fileprivate var statusOrSignal: Int32 {
    terminationReason == .uncaughtSignal ? -terminationStatus : terminationStatus
  }
}

/// A temporary file for the output of a process, because a full pipe would block it.
private struct OutputFile {
  let handle: FileHandle

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
    try Data().write(to: url)
    handle = try FileHandle(forUpdating: url)
    // Open files need no name, and without one nothing stays.
    try FileManager.default.removeItem(at: url)
  }

  var text: String {
    get throws {
      try handle.seek(toOffset: 0)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
  }
}
