import Foundation
import TestSupport
import Testing

@testable import ScenarioReports

@Suite("The origin of a run")
struct OriginTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private func inquiry(
    _ environment: [String: String] = [:], timeout: Duration = .seconds(600)
  ) -> OriginLookup {
    // The user's git configuration must not affect the output.
    let own = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    return OriginLookup(runBy: "swift test", in: folder, environment: own, timeout: timeout)
  }

  private func origin(_ environment: [String: String] = [:]) -> RunReport.Origin {
    inquiry(environment).origin()
  }

  private func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"] + arguments
    process.currentDirectoryURL = folder
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    #expect(process.waitForEnd() == 0)
  }

  @Test(arguments: [
    ([:], 1), (["GITHUB_RUN_ATTEMPT": "3"], 3), (["CI_JOB_RETRY_COUNT": "0"], 1),
    (["CI_JOB_RETRY_COUNT": "2"], 3), (["SCENARIOS_ATTEMPT": "2", "GITHUB_RUN_ATTEMPT": "1"], 2),
    (["SCENARIOS_ATTEMPT": "", "GITHUB_RUN_ATTEMPT": "4"], 4),
    (["SCENARIOS_ATTEMPT": "0"], 1), (["GITHUB_RUN_ATTEMPT": "many"], 1),
  ])
  func `a run's origin has the attempt of the build server`(
    environment: [String: String], attempt: Int
  ) {
    #expect(origin(environment).attempt == attempt)
  }

  @Test func `a run's origin has no commit outside a repository`() throws {
    let origin = origin(["GITHUB_REF_NAME": "main"])
    #expect(
      origin == RunReport.Origin(command: "swift test", host: origin.host, commit: nil, branch: nil)
    )
    #expect(!origin.host.isEmpty)
  }

  /// Makes the folder a repository with a commit.
  private func gitRepository() throws {
    try git("init", "--initial-branch", "lamps")
    try git("commit", "--allow-empty", "--message", "Begin")
  }

  /// The branch of an origin, whether it has a commit, and whether it is modified.
  private func shown(_ origin: RunReport.Origin) -> String {
    "\(origin.branch ?? "no branch") \(origin.commit == nil ? "without" : "with") a commit, "
      + (origin.isModified.map { $0 ? "modified" : "unmodified" } ?? "unknown")
  }

  @Test func `a run's origin contains the checked-out commit and branch`() throws {
    try git("init", "--initial-branch", "lamps")
    #expect(origin().commit == nil)
    try git("commit", "--allow-empty", "--message", "Begin")
    #expect(origin().commit?.count == 40)
    #expect(shown(origin()) == "lamps with a commit, unmodified")
    try Data().write(to: folder.appending(path: "lamp.yaml"))
    try git("checkout", "--detach")
    #expect(shown(origin()) == "no branch with a commit, modified")
    let origin = origin(["GITHUB_HEAD_REF": "", "GITHUB_REF_NAME": "main"])
    #expect(origin.branch == "main")
  }

  @Test func `a run's origin is modified after a tracked file changes`() throws {
    let file = folder.appending(path: "a lamp\nof glass.yaml")
    try git("init", "--initial-branch", "lämps/2")
    try Data("on".utf8).write(to: file)
    try git("add", ".")
    try git("commit", "--message", "Begin")
    #expect(shown(origin()) == "lämps/2 with a commit, unmodified")
    try Data("off".utf8).write(to: file)
    #expect(origin().isModified == true)
  }

  @Test func `a run's origin has commit and branch in a bare repository`() throws {
    try gitRepository()
    let commit = origin().commit
    // A bare repository has no working tree, as on a server.
    try git("config", "core.bare", "true")
    let bare = origin()
    #expect(bare.commit == commit)
    #expect(shown(bare) == "lamps with a commit, unknown")
  }

  @Test func `concurrent inquiries return the same origin of a run`() throws {
    try gitRepository()
    let inquiries = (1...3).map { _ in inquiry() }
    let origins = inquiries.reversed().map { shown($0.origin()) }
    #expect(origins == Array(repeating: "lamps with a commit, unmodified", count: 3))
  }

  @Test func `a run's origin is found when git's output exceeds a pipe's capacity`() throws {
    try gitRepository()
    for number in 1...700 {
      let name = "\(number)-" + String(repeating: "n", count: 100)
      try Data().write(to: folder.appending(path: name))
    }
    #expect(origin().isModified == true)
  }

  /// Writes a script that replaces `git`, and returns the environment that finds it.
  private func fakeGit(_ script: String) throws -> [String: String] {
    let git = folder.appending(path: "git")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: git)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: git.path)
    return ["PATH": folder.path + ":/usr/bin:/bin"]
  }

  @Test func `an origin inquiry times out when git never answers`() throws {
    // The script waits for a line that is never written.
    let path = try fakeGit("mkfifo nothing; : > asked; read line < nothing")
    var timeout = Duration.milliseconds(10)
    repeat {
      let git = Git(folder: folder, environment: path)
      #expect(git.answer("status", timeout: timeout) == nil)
      // Where another test forks at this moment, the script is busy and fails at once, many times.
      timeout = min(timeout * 2, .seconds(2))
    } while !FileManager.default.fileExists(atPath: folder.appending(path: "asked").path)
    let origin = inquiry(path, timeout: .milliseconds(1)).origin()
    #expect(origin.commit == nil)
    #expect(origin.command == "swift test")
  }

  @Test func `a run's origin has commit and branch when git status times out`() throws {
    let path = try fakeGit(
      """
      mkfifo nothing
      case "$*" in *status*) read line < nothing;; esac
      echo 1234; echo lamps
      """)
    var timeout = Duration.milliseconds(100)
    var origin = inquiry(path, timeout: timeout).origin()
    // The time to start git depends on the machine.
    while origin.commit == nil, timeout < .seconds(60) {
      timeout *= 2
      origin = inquiry(path, timeout: timeout).origin()
    }
    #expect(origin.commit == "1234")
    #expect(shown(origin) == "lamps with a commit, unknown")
  }
}
