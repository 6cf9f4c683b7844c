import CWorkers
import Foundation
import ScenarioRunning

extension ChildProcess {
  /// The variable that passes the parent's ID, the numbers of descriptors and the role.
  private static let variable = "SCENARIOS_WORKER"

  /// Starts an executable that shares descriptors with this process.
  ///
  /// Its standard input is empty. It starts a process group, so that it can be ended together with
  /// all processes that the app starts.
  ///
  /// - Parameters:
  ///   - executable: The path of the executable.
  ///   - arguments: Its arguments, including its name.
  ///   - descriptors: The descriptors to share.
  ///   - messages: The descriptor from which its messages are read.
  ///   - role: A text for the process, where ``inherited`` returns it.
  ///   - variation: The differences from other processes; `nil` for the defaults of the system.
  init(
    executing executable: String, _ arguments: [String], sharing descriptors: [Int32],
    messages: Int32, role: String, variation: ProcessVariation? = nil
  ) throws {
    #if canImport(Darwin)
    var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A descriptor that is duplicated onto itself stays open in the program.
    for descriptor in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var environment = ProcessInfo.processInfo.environment
    let numbers = ([getpid()] + descriptors).map { "\($0)" }.joined(separator: ",")
    environment[Self.variable] = "\(numbers) \(role)"
    // The worker records its own termination, which is much faster.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    if RealTime.isOn { environment[RealTime.variable] = "1" }
    if let variation {
      environment.merge(variation.environment) { $1 }
      if variation.memorySeed == 0 { _ = worker_fix_addresses(1) }
    }
    defer { if variation?.memorySeed == 0 { _ = worker_fix_addresses(0) } }
    var id: pid_t = 0
    let result = Self.withCStrings(arguments) { arguments in
      Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&id, executable, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else {
      errno = result
      throw SystemError("posix_spawn")
    }
    self.init(id: id, messages: messages)
  }

  private static func withCStrings<R>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }

  // MARK: - The executed process

  /// Whether the app has replaced the program of its process by this one.
  package static var isReplaced: Bool { worker_is_replaced() != 0 }

  /// The parent's ID, and the descriptors and the role that it shares with this process.
  ///
  /// It is `nil` if no process shares anything.
  static var inherited: (parent: pid_t, descriptors: [Int32], role: String)? {
    guard let value = ProcessInfo.processInfo.environment[variable] else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1)
    let numbers = (parts.first ?? "").split(separator: ",").compactMap { Int32($0) }
    guard let parent = numbers.first else { return nil }
    return (parent, Array(numbers.dropFirst()), parts.count > 1 ? String(parts[1]) : "")
  }

  /// Takes over the shared descriptors, and makes this process end with its parent.
  ///
  /// Processes that the app starts don't inherit the descriptors.
  static func takeDescriptors(_ count: Int) throws -> [Int32] {
    guard let (parent, descriptors, _) = inherited, descriptors.count == count else {
      throw SystemError("environment")
    }
    worker_end_with_parent(parent)
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    unsetenv(variable)
    return descriptors
  }
}
