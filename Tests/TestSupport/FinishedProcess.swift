import Foundation

/// A process that has ended, and what it wrote.
package struct FinishedProcess: Sendable {
  /// The exit status, or the negative number of the signal that ended the process.
  package let status: Int32

  /// The text that it wrote to standard output.
  package let output: String

  /// The text that it wrote to standard error.
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
    let status = process.waitForEnd()
    self.init(status: status, output: try output.text, errors: try errors.text)
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
    let status = try await Self.turns.take { try await process.runUntilExit() }
    self.init(status: status, output: try output.text, errors: try errors.text)
  }

  /// Hundreds of processes would keep those waiting that have to answer in time.
  private static let turns = Turns(ProcessInfo.processInfo.activeProcessorCount)

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
    try run()
    began(processIdentifier)
    return await end()
  }

  /// Returns the status as ``runUntilExit(began:)``, of a process that runs.
  package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      // A thread of its own, because those of tests are as few as the cores.
      Thread.detachNewThread { continuation.resume(returning: self.waitForEnd()) }
    }
  }

  /// The same for code that may block its thread.
  ///
  /// `waitUntilExit` would use a core meanwhile, and wait for other processes that were started at the
  /// same time, as they inherit the socket from which Foundation learns the end.
  package func waitForEnd() -> Int32 {
    var information = siginfo_t()
    // The process is left for Foundation to reap.
    while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0 {
      guard errno == EINTR else {
        waitUntilExit()
        return terminationReason == .uncaughtSignal ? -terminationStatus : terminationStatus
      }
    }
    let status = information._sifields._sigchld.si_status
    return information.si_code == CLD_EXITED ? status : -status
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
