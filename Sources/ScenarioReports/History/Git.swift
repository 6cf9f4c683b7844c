import Foundation

/// Asks git about a folder.
struct Git {
  /// Seconds after which nobody waits for it any more.
  static let patience = 5.0

  let folder: URL

  /// What it answers, without the line break at the end; `nil` where it fails.
  func answer(_ arguments: String...) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = folder
    // It must not wait for others' locks, nor ask anybody anything.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 }
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let identifier = process.processIdentifier
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { kill(identifier, SIGKILL) }
    timer.schedule(deadline: .now() + Self.patience)
    timer.resume()
    let data = try? output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    timer.cancel()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
    return String(decoding: data ?? Data(), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
