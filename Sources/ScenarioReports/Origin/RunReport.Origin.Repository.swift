import Foundation

extension RunReport.Origin {
  /// Creates the origin of a run from the current state of a folder's repository.
  ///
  /// Outside of a repository, without git, and if git does not answer in time, there is no commit
  /// and no branch. If no branch is checked out, as on most build servers, the branch comes from
  /// the environment variables of the server.
  ///
  /// - Parameters:
  ///   - command: The command: `scenarios run` or `swift test`.
  ///   - folder: A folder of the repository; the current one by default.
  ///   - attempt: The number of the attempt of one job, from 1; by default the one in the
  ///     environment, see ``attempt(in:)``.
  ///   - environment: The complete environment that git runs in, which may also name the branch
  ///     and the attempt; the process's own by default.
  ///   - timeout: How long to wait for git; 30 seconds by default, which a busy machine may need.
  ///     If git takes longer than a tenth of it to compare all files, a query for only the commit
  ///     and the branch replaces the first one.
  package init(
    runBy command: String, in folder: URL = URL(filePath: "."), attempt: Int? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    timeout: Duration = .seconds(30)
  ) {
    self.init(
      command: command, host: ProcessInfo.processInfo.hostName,
      attempt: attempt ?? Self.attempt(in: environment))
    let checkout = Git(folder: folder, environment: environment).checkout(timeout: timeout)
    guard let commit = checkout.commit else { return }
    let names = ["GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BRANCH_NAME"]
    let branches = [checkout.branch] + names.map { environment[$0] }
    branch = branches.compactMap(\.self).first { !$0.isEmpty }
    (self.commit, isModified) = (commit, checkout.isModified)
  }

  /// Returns the number of the attempt that the environment names, from 1; 1 if it names none.
  ///
  /// `SCENARIOS_ATTEMPT` counts from 1 and has precedence, because a build server does not know
  /// about retries within a job. `GITHUB_RUN_ATTEMPT` counts from 1, too. `CI_JOB_RETRY_COUNT` of
  /// GitLab, `SLURM_RESTART_COUNT` and `BUILDKITE_RETRY_COUNT` are numbers of retries. Numbers
  /// below the first are ignored.
  package static func attempt(in environment: [String: String]) -> Int {
    let variables = [
      ("SCENARIOS_ATTEMPT", 1), ("GITHUB_RUN_ATTEMPT", 1), ("CI_JOB_RETRY_COUNT", 0),
      ("SLURM_RESTART_COUNT", 0), ("BUILDKITE_RETRY_COUNT", 0),
    ]
    for (name, first) in variables {
      guard let number = environment[name].flatMap({ Int($0) }), number >= first else { continue }
      return number - first + 1
    }
    return 1
  }
}
