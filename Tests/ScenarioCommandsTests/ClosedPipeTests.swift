import Foundation
import Testing

@Suite("A reader who goes away")
struct ClosedPipeTests {
  /// As in `scenarios list | head -1`.
  @Test(arguments: [["list"], ["steps"], ["run"], ["run", "--trace", "--repeat", "2"]])
  func `changes neither the work nor its exit status`(arguments: [String]) async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let process = CommandLineCall.process(arguments, in: folder.url)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    #expect(try await CommandLineCall.finish(process) == 0)
  }
}
