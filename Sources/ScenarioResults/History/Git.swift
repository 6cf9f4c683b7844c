import Foundation

/// Asks git about a folder.
struct Git {
  let folder: URL

  /// What git finds in its environment.
  let environment: [String: String]

  /// How long nobody minds waiting for an answer.
  let patience: Duration

  /// What it answers, without the line break at the end; `nil` where it fails, or takes too long.
  func answer(_ arguments: String...) -> String? {
    // Not a pipe, which git would wait at when it has much to say.
    guard let output = Self.unnamedFile() else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Foundation takes a process for running as long as one is that it leaves behind, such as a
    // monitor of files.
    process.arguments = ["git", "-c", "core.fsmonitor=false"] + arguments
    process.currentDirectoryURL = folder
    // It must not wait for others' locks, nor ask anybody anything.
    process.environment = environment.merging(
      ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    guard (try? process.run()) != nil else { return nil }
    guard ended.wait(timeout: .now() + patience / .seconds(1)) == .success else {
      kill(process.processIdentifier, SIGKILL)
      return nil
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0,
      (try? output.seek(toOffset: 0)) != nil, let data = try? output.readToEnd() ?? Data()
    else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A file that only this process knows, and that is gone when it is closed.
  private static func unnamedFile() -> FileHandle? {
    let url = FileManager.default.temporaryDirectory.appending(path: "git-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else { return nil }
    return try? FileHandle(forUpdating: url)
  }
}
