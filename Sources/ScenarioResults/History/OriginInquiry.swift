import Foundation
import Synchronization

/// Finds out where a run comes from while the run goes on.
public final class OriginInquiry: Sendable {
  private let found: Mutex<RunReport.Origin>
  private let answered = DispatchGroup()
  private let patience: Duration

  /// Asks git, and doesn't wait for the answer.
  ///
  /// - Parameters:
  ///   - command: The command: `scenarios run` or `swift test`.
  ///   - folder: A folder of the repository; the current one unless given.
  ///   - attempt: Which attempt at the same work it is, from 1.
  ///   - environment: All of the environment that git runs in, and that may name the branch; the
  ///     process's own unless given.
  ///   - patience: How long to wait for git once the answer is needed; five seconds unless given.
  ///     After half of it git is asked for less.
  public init(
    runBy command: String, in folder: URL = URL(filePath: "."), attempt: Int = 1,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    patience: Duration = .seconds(5)
  ) {
    self.patience = patience
    found = Mutex(
      RunReport.Origin(
        command: command, host: ProcessInfo.processInfo.hostName, attempt: attempt))
    let git = Git(folder: folder, environment: environment, patience: patience / 2)
    answered.enter()
    // Not one of a queue's threads, which may all be busy with the run.
    Thread.detachNewThread { [self] in
      take(Checkout(git), environment: environment)
      answered.leave()
    }
  }

  /// The origin, as it was when git was asked.
  ///
  /// Outside of a repository, without git, and where git does not answer in time, there is
  /// no commit and no branch. Where no branch is checked out, as on most servers that build, the
  /// branch is the one that the server tells in the environment.
  public func origin() -> RunReport.Origin {
    _ = answered.wait(timeout: .now() + patience / .seconds(1))
    return found.withLock { $0 }
  }

  private func take(_ checkout: Checkout, environment: [String: String]) {
    guard let commit = checkout.commit else { return }
    let names = ["GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BRANCH_NAME"]
    let branches = [checkout.branch] + names.map { environment[$0] }
    found.withLock { origin in
      origin.commit = commit
      origin.branch = branches.compactMap(\.self).first { !$0.isEmpty }
      origin.isModified = checkout.isModified
    }
  }
}
