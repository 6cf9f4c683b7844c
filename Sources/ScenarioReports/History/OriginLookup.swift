import Foundation
import Synchronization

/// A query for the origin of a run that proceeds in parallel to the run.
package final class OriginLookup: Sendable {
  private let found: Mutex<RunReport.Origin>
  private let answered = DispatchGroup()
  private let timeout: Duration

  /// Starts to query git without waiting for the answer.
  ///
  /// - Parameters:
  ///   - command: The command: `scenarios run` or `swift test`.
  ///   - folder: A folder of the repository; the current one by default.
  ///   - attempt: The number of the attempt at the same work, from 1; by default the one in the
  ///     environment, see ``RunReport/Origin/attempt(in:)``.
  ///   - environment: The complete environment that git runs in, which may also name the branch
  ///     and the attempt; the process's own by default.
  ///   - timeout: How long to wait for git once the origin is needed; 30 seconds by default, which
  ///     a busy machine may need. If git takes longer than a tenth of it to compare all files, a
  ///     query for only the commit and the branch replaces the first one.
  package init(
    runBy command: String, in folder: URL = URL(filePath: "."), attempt: Int? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    timeout: Duration = .seconds(30)
  ) {
    self.timeout = timeout
    found = Mutex(
      RunReport.Origin(
        command: command, host: ProcessInfo.processInfo.hostName,
        attempt: attempt ?? RunReport.Origin.attempt(in: environment)))
    let git = Git(folder: folder, environment: environment)
    answered.enter()
    // A thread of its own, because the run may occupy all threads of a queue.
    Thread.detachNewThread { [self] in
      record(Checkout(git, timeout: timeout), environment: environment)
      answered.leave()
    }
  }

  /// Returns the origin as of the time of the query.
  ///
  /// Outside of a repository, without git, and if git does not answer in time, there is no commit
  /// and no branch. If no branch is checked out, as on most build servers, the branch comes from
  /// the environment variables of the server.
  package func origin() -> RunReport.Origin {
    _ = answered.wait(timeout: .now() + timeout / .seconds(1))
    return found.withLock { $0 }
  }

  private func record(_ checkout: Checkout, environment: [String: String]) {
    guard let commit = checkout.commit else { return }
    let names = ["GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BRANCH_NAME"]
    let branches = [checkout.branch] + names.map { environment[$0] }
    found.withLock { origin in
      origin.branch = branches.compactMap(\.self).first { !$0.isEmpty }
      (origin.commit, origin.isModified) = (commit, checkout.isModified)
    }
  }
}
