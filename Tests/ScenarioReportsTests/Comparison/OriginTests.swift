import Foundation
import Testing

@testable import ScenarioResults

@Suite("Where a run comes from")
struct OriginTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "origin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func inquiry(
    _ environment: [String: String] = [:], patience: Duration = .seconds(600)
  ) -> OriginInquiry {
    // What the user of this machine has set must not change what git says.
    let own = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    return OriginInquiry(runBy: "swift test", in: folder, environment: own, patience: patience)
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
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `is no commit outside of a repository`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let origin = origin(["GITHUB_REF_NAME": "main"])
    #expect(origin.commit == nil)
    #expect(origin.branch == nil)
    #expect(origin.isModified == nil)
    #expect(origin.command == "swift test")
    #expect(!origin.host.isEmpty)
  }

  @Test func `is the commit and the branch that are checked out`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try git("init", "--initial-branch", "lamps")
    #expect(origin().commit == nil)
    try git("commit", "--allow-empty", "--message", "Begin")
    var origin = origin()
    #expect(origin.commit?.count == 40)
    #expect(origin.branch == "lamps")
    #expect(origin.isModified == false)
    try Data().write(to: folder.appending(path: "lamp.yaml"))
    #expect(self.origin().isModified == true)
    try git("checkout", "--detach")
    origin = self.origin()
    #expect(origin.branch == nil)
    origin = self.origin(["GITHUB_HEAD_REF": "", "GITHUB_REF_NAME": "main"])
    #expect(origin.branch == "main")
  }

  @Test func `is modified where a file that git knows has changed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a lamp\nof glass.yaml")
    try git("init", "--initial-branch", "lämps/2")
    try Data("on".utf8).write(to: file)
    try git("add", ".")
    try git("commit", "--message", "Begin")
    #expect(origin().isModified == false)
    #expect(origin().branch == "lämps/2")
    try Data("off".utf8).write(to: file)
    #expect(origin().isModified == true)
  }

  @Test func `is a commit and a branch where git can't compare files`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try git("init", "--initial-branch", "lamps")
    try git("commit", "--allow-empty", "--message", "Begin")
    let commit = origin().commit
    // Without files of its own, as on a server.
    try git("config", "core.bare", "true")
    let origin = origin()
    #expect(origin.commit == commit)
    #expect(origin.commit != nil)
    #expect(origin.branch == "lamps")
    #expect(origin.isModified == nil)
  }

  @Test func `is found out while others work`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try git("init", "--initial-branch", "lamps")
    try git("commit", "--allow-empty", "--message", "Begin")
    let inquiries = (1...3).map { _ in inquiry() }
    for inquiry in inquiries.reversed() {
      let origin = inquiry.origin()
      #expect(origin.branch == "lamps")
      #expect(origin.isModified == false)
    }
  }

  @Test func `is told although git has more to say than a pipe takes`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try git("init", "--initial-branch", "lamps")
    try git("commit", "--allow-empty", "--message", "Begin")
    for number in 1...700 {
      let name = "\(number)-" + String(repeating: "n", count: 100)
      try Data().write(to: folder.appending(path: name))
    }
    #expect(origin().isModified == true)
  }

  /// A `git` that does what a script says.
  private func fakeGit(_ script: String) throws -> [String: String] {
    let git = folder.appending(path: "git")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: git)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: git.path)
    return ["PATH": folder.path + ":/usr/bin:/bin"]
  }

  @Test func `is not waited for where git never answers`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // It waits for a line that nobody writes.
    let path = try fakeGit("mkfifo nothing; : > asked; read line < nothing")
    var patience = Duration.milliseconds(10)
    repeat {
      let git = Git(folder: folder, environment: path, patience: patience)
      #expect(git.answer("status") == nil)
      patience *= 2
    } while !FileManager.default.fileExists(atPath: folder.appending(path: "asked").path)
    let origin = inquiry(path, patience: .milliseconds(1)).origin()
    #expect(origin.commit == nil)
    #expect(origin.command == "swift test")
  }

  @Test func `is a commit and a branch where git takes too long to compare files`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try fakeGit(
      """
      mkfifo nothing
      case "$*" in *status*) read line < nothing;; esac
      echo 1234; echo lamps
      """)
    var patience = Duration.milliseconds(100)
    var origin = inquiry(path, patience: patience).origin()
    // How long it takes to start git is up to the machine.
    while origin.commit == nil, patience < .seconds(60) {
      patience *= 2
      origin = inquiry(path, patience: patience).origin()
    }
    #expect(origin.commit == "1234")
    #expect(origin.branch == "lamps")
    #expect(origin.isModified == nil)
  }
}
