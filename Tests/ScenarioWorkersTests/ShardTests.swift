import ScenarioLanguage
import Testing

@testable import ScenarioWorkers

@Suite("The part of a run that a machine runs")
struct ShardTests {
  private func part(_ text: String, _ environment: [String: String] = [:]) -> String {
    do throws(Diagnostic) {
      return try Shard(text, option: "--shard", environment: environment).words
    } catch {
      return error.text
    }
  }

  @Test func `a part is given by its number`() {
    #expect(part("2/5") == "part 2 of 5")
    #expect(part("1/1") == "part 1 of 1")
  }

  /// Each build server's first and last of five parts.
  @Test(
    arguments: [
      ("TEST_SHARD_INDEX", 0, ["TEST_TOTAL_SHARDS": "5"], "auto", "Bazel"),
      ("CI_NODE_INDEX", 1, ["CI_NODE_TOTAL": "5"], "auto", "GitLab"),
      ("CIRCLE_NODE_INDEX", 0, ["CIRCLE_NODE_TOTAL": "5"], "auto", "CircleCI"),
      ("BUILDKITE_PARALLEL_JOB", 0, ["BUILDKITE_PARALLEL_JOB_COUNT": "5"], "auto", "Buildkite"),
      ("SEMAPHORE_JOB_INDEX", 1, ["SEMAPHORE_JOB_COUNT": "5"], "auto", "Semaphore"),
      ("BITBUCKET_PARALLEL_STEP", 0, ["BITBUCKET_PARALLEL_STEP_COUNT": "5"], "auto", "Bitbucket"),
      ("JOB_COMPLETION_INDEX", 0, [:], "auto/5", "a Kubernetes indexed job"),
      ("SLURM_ARRAY_TASK_ID", 0, ["SLURM_ARRAY_TASK_COUNT": "1"], "auto/5", "a Slurm array"),
    ] as [(String, Int, [String: String], String, String)])
  func `each build server numbers the parts from its own base`(
    index: String, base: Int, others: [String: String], text: String, server: String
  ) {
    for number in [1, 5] {
      let value = base + number - 1
      #expect(
        part(text, others.merging([index: "\(value)"]) { $1 })
          == "part \(number) of 5, by \(server) (\(index)=\(value))")
    }
  }

  @Test func `a job that a build server does not divide is the only part, or divided by another`() {
    #expect(part("auto", ["CI_NODE_TOTAL": "1"]) == "part 1 of 1, by GitLab")
    #expect(part("auto", ["TEST_SRCDIR": "/runfiles"]) == "part 1 of 1, by Bazel")
    let both = [
      "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1", "CI_NODE_INDEX": "3",
      "CI_NODE_TOTAL": "4",
    ]
    #expect(part("auto", both) == "part 3 of 4, by GitLab (CI_NODE_INDEX=3)")
  }

  private static let two = [
    "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5", "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "3",
  ]
  @Test(
    arguments: [
      ("3", [:], "--shard can't be \"3\""),
      ("two/5", [:], "--shard can't be \"two/5\""),
      ("1/0", [:], "--shard 1/0: the number of parts must be from 1 to 10000, not 0"),
      (
        "0/5", [:], "--shard 0/5: the parts are numbered from 1 to 5, so there is no part 0"
      ),
      ("6/5", [:], "--shard 6/5: the parts are numbered from 1 to 5, so there is no part 6"),
      ("auto", [:], "--shard auto: no build server has numbered this job"),
      (
        "auto", two,
        "--shard auto: Bazel (TEST_SHARD_INDEX=0) and GitLab (CI_NODE_INDEX=2) both number this job"
      ),
      (
        "auto", ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "5"],
        "--shard auto: there is no part for CI_NODE_INDEX=0: GitLab has 5 parts, numbered from 1 to 5"
      ),
      (
        "auto", ["TEST_SHARD_INDEX": "5", "TEST_TOTAL_SHARDS": "5"],
        "--shard auto: there is no part for TEST_SHARD_INDEX=5: Bazel has 5 parts, numbered from 0 to 4"
      ),
      (
        "auto", ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "0"],
        "--shard auto: the number of parts must be from 1 to 10000, but CIRCLE_NODE_TOTAL is 0"
      ),
      (
        "auto", ["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "5"],
        "--shard auto: CI_NODE_INDEX is \"one\", which is not a number"
      ),
      (
        "auto", ["CI_NODE_TOTAL": "5"],
        "--shard auto: CI_NODE_TOTAL is 5, but CI_NODE_INDEX is not set, so the part is unknown"
      ),
      (
        "auto", ["JOB_COMPLETION_INDEX": "2"],
        "--shard auto: a Kubernetes indexed job (JOB_COMPLETION_INDEX=2) does not say how many parts there are"
      ),
      (
        "auto/4", ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"],
        "--shard auto/4: GitLab divides the job into 5 parts (CI_NODE_TOTAL)"
      ),
      (
        "auto", ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "5"],
        "--shard auto: a Slurm array (SLURM_ARRAY_TASK_ID=2) does not say how many parts there are"
      ),
    ] as [(String, [String: String], String)])
  func `a contradiction is refused`(text: String, environment: [String: String], message: String) {
    #expect(part(text, environment).split(separator: "\n").first.map(String.init) == message)
  }
}
