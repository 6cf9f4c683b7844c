import Foundation

/// A question that was put to git, which looks for the answer while this process does other work.
///
/// Foundation's `Process` takes longer to start git than git to answer.
struct GitQuestion: Sendable {
  /// How long anybody waits for an answer.
  private static let patience = Duration.seconds(5)

  private let process: pid_t
  private let output: Int32
  private let asked = ContinuousClock.now

  /// Starts git in a folder; `nil` where it can't be started.
  init?(_ arguments: String..., in folder: URL) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // No process but git may keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // First, for the pipe may have taken the place of standard input.
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // It must not wait for others' locks, nor ask anybody anything.
    let environment = ProcessInfo.processInfo.environment.merging(
      ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 }
    var started: pid_t = 0
    let problem = Self.withTexts(["git", "-C", folder.path] + arguments) { arguments in
      Self.withTexts(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawnp(&started, "git", &actions, nil, arguments, environment)
      }
    }
    guard problem == 0 else {
      close(ends[0])
      return nil
    }
    process = started
    output = ends[0]
  }

  /// What it answers, without the line break at the end; to be called once.
  ///
  /// - Returns: `nil` where it fails, or takes longer than anybody waits.
  func answer() -> String? {
    let text = text()
    close(output)
    if text == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? text : nil
  }

  private func text() -> String? {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = Self.patience - (ContinuousClock.now - asked)
      guard left > .zero else { return nil }
      var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&state, 1, Int32(left / .milliseconds(1)) + 1)
      if isReady == 0 || isReady < 0 && errno == EINTR { continue }
      let count = isReady < 0 ? -1 : read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      data.append(contentsOf: buffer.prefix(count))
    }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Gives texts as C takes a list of them.
  private static func withTexts<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
