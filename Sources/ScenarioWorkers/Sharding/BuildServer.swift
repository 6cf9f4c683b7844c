/// A build server or cluster that runs the same job on several machines, and the environment
/// variables by which it numbers the jobs.
package struct BuildServer: Sendable {
  /// The name as shown to users.
  package let name: String

  /// The variable with the number of the job.
  let index: String

  /// The number of the first job.
  let first: Int

  /// The variable with the number of jobs; `nil` if there is none.
  let total: String?

  package static let bazel = Self("Bazel", "TEST_SHARD_INDEX", from: 0, of: "TEST_TOTAL_SHARDS")

  /// All build servers, without GitHub Actions, which sets no such variables.
  package static let all = [
    bazel,
    Self("GitLab", "CI_NODE_INDEX", from: 1, of: "CI_NODE_TOTAL"),
    Self("CircleCI", "CIRCLE_NODE_INDEX", from: 0, of: "CIRCLE_NODE_TOTAL"),
    Self("Buildkite", "BUILDKITE_PARALLEL_JOB", from: 0, of: "BUILDKITE_PARALLEL_JOB_COUNT"),
    Self("Semaphore", "SEMAPHORE_JOB_INDEX", from: 1, of: "SEMAPHORE_JOB_COUNT"),
    Self("Bitbucket", "BITBUCKET_PARALLEL_STEP", from: 0, of: "BITBUCKET_PARALLEL_STEP_COUNT"),
    Self("a Kubernetes indexed job", "JOB_COMPLETION_INDEX", from: 0, of: nil),
    Self("a Slurm array", "SLURM_ARRAY_TASK_ID", from: 0, of: nil),
  ]

  private init(_ name: String, _ index: String, from first: Int, of total: String?) {
    (self.name, self.index, self.first, self.total) = (name, index, first, total)
  }
}
