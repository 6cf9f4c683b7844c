import Foundation

extension RunRecord.Origin {
  /// The origin of a run that begins now, with what git tells of a folder.
  ///
  /// Outside of a repository, without git, and where git does not answer within seconds, there is
  /// no commit and no branch. Where no branch is checked out, as on most servers that build, the
  /// branch is the one that the server tells in the environment.
  ///
  /// - Parameters:
  ///   - command: The command: `scenarios run` or `swift test`.
  ///   - folder: A folder of the repository; the current one unless given.
  ///   - attempt: Which attempt at the same work it is, from 1.
  ///   - environment: The environment; the process's own unless given.
  public init(
    runBy command: String, in folder: URL = URL(filePath: "."), attempt: Int = 1,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(command: command, host: ProcessInfo.processInfo.hostName, attempt: attempt)
    let git = Git(folder: folder)
    guard let commit = git.answer("rev-parse", "HEAD"), !commit.isEmpty else { return }
    self.commit = commit
    let names = ["GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BRANCH_NAME"]
    branch =
      ([git.answer("branch", "--show-current")] + names.map { environment[$0] })
      .compactMap(\.self).first { !$0.isEmpty }
    isModified = git.answer("status", "--porcelain").map { !$0.isEmpty }
  }
}

/// Asks git.
private struct Git {
  /// Seconds after which nobody waits for it any more.
  private static let patience = 5.0

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
