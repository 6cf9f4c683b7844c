import Foundation

/// Runs git commands in a folder.
struct Git {
  let folder: URL

  /// The environment that git runs in.
  let environment: [String: String]

  /// Returns the command's output without surrounding whitespace; `nil` if it fails, or is killed
  /// after the timeout.
  func answer(_ arguments: String..., timeout: Duration) -> String? {
    // Not a pipe, because git would block on a full one.
    guard let output = Self.unnamedFile() else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Foundation treats a process as running until its background processes end, too, such as a
    // file system monitor.
    process.arguments = ["git", "-c", "core.fsmonitor=false"] + arguments
    process.currentDirectoryURL = folder
    // Git must neither wait for the locks of others nor prompt for input.
    process.environment = environment.merging(
      ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    guard (try? process.run()) != nil else { return nil }
    guard ended.wait(timeout: .now() + timeout / .seconds(1)) == .success else {
      kill(process.processIdentifier, SIGKILL)
      return nil
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0,
      (try? output.seek(toOffset: 0)) != nil, let data = try? output.readToEnd() ?? Data()
    else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the commit and branch that are checked out, and whether files are modified, as far as
  /// git reports them.
  func checkout(timeout: Duration) -> (commit: String?, branch: String?, isModified: Bool?) {
    // One command for everything, because starting git takes most of the time.
    if let status = answer(
      "status", "--porcelain=v2", "--branch", "--no-ahead-behind", timeout: timeout / 10)
    {
      let lines = status.split(separator: "\n")
      func value(of name: String, unless none: String) -> String? {
        let value = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count)
        return value == none[...] ? nil : value.map(String.init)
      }
      return (
        value(of: "# branch.oid ", unless: "(initial)"),
        value(of: "# branch.head ", unless: "(detached)"), lines.contains { !$0.hasPrefix("#") }
      )
    }
    // The first command compares all files, which may take too long.
    let lines = answer("rev-parse", "HEAD", "--abbrev-ref", "HEAD", timeout: timeout) ?? ""
    let names = lines.split(separator: "\n").map(String.init)
    return (names.first, names.last.flatMap { $0 == "HEAD" ? nil : $0 }, nil)
  }

  /// Returns a file that only this process can open and that disappears when it is closed.
  private static func unnamedFile() -> FileHandle? {
    let url = FileManager.default.temporaryDirectory.appending(path: "git-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else { return nil }
    return try? FileHandle(forUpdating: url)
  }
}
