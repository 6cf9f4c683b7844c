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
    // Not a pipe, which ends only when all who hold it have ended, such as a monitor of files that
    // git leaves running.
    guard let file = tmpfile() else { return nil }
    defer { fclose(file) }
    let output = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
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
      process.terminate()
      return nil
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0,
      (try? output.seek(toOffset: 0)) != nil, let data = try? output.readToEnd() ?? Data()
    else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
