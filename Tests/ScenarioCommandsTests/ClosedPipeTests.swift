import Foundation
import TestSupport
import Testing

@Suite("Closed output pipes")
struct ClosedPipeTests {
  /// The situation of `scenarios list | head -1`.
  @Test(arguments: [["list"], ["steps"], ["run"], ["run", "--trace", "--repeat", "2"]])
  func `a closed output pipe does not change the exit status`(arguments: [String]) async throws {
    let folder = try StoriesFolder.facts()
    let process = CommandLineCall.process(arguments, in: folder.url)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    #expect(try await process.runUntilExit() == 0)
  }
}
