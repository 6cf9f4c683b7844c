import Foundation

/// A process that works for another one, such as `scenarios studio`, and ends its runs with it.
package enum OwnedProcess {
  /// The variable that passes the ID of the owner.
  private static let variable = "SCENARIOS_OWNER"

  /// The environment of a process that works for this one.
  package static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging([variable: "\(getpid())"]) { $1 }
  }

  /// This process and its owner; `nil` if it has none.
  private static let own: (process: pid_t, owner: pid_t)? = {
    let owner = ProcessInfo.processInfo.environment[variable].flatMap { pid_t($0) }
    // Programs that this process starts have another parent.
    unsetenv(variable)
    return owner.map { (getpid(), $0) }
  }()

  /// Whether the owner of this process has ended.
  ///
  /// Forks of this process end with it.
  static var hasLostOwner: Bool {
    own.map { $0.process == getpid() && $0.owner != getppid() } ?? false
  }
}
