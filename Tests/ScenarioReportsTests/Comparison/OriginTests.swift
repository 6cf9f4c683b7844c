import Foundation
import Testing

@testable import ScenarioReports

@Suite("Where a run comes from")
struct OriginTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "origin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func origin(_ environment: [String: String] = [:]) -> RunRecord.Origin {
    RunRecord.Origin(runBy: "swift test", in: folder, environment: environment)
  }

  private func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"] + arguments
    process.currentDirectoryURL = folder
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
}
