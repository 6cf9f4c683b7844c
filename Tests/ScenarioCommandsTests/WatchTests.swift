import Foundation
import TestSupport
import Testing

@Suite("scenarios watch", .timeLimit(.minutes(10)))
struct WatchTests {
  @Test func `scenarios watch reruns a saved story and lists other failing stories`() async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story, "Scenarios/other.yaml": FactsFiles.failingStory,
    ])
    let watching = try Watching(in: folder)
    defer { watching.end() }
    try await watching.text(endingWith: "Waiting for changes; press Ctrl-C to stop.\n")
    try folder.write(FactsFiles.failingStory, to: FactsFiles.path)
    let failed = try await watching.text(
      endingWith: "Still failing elsewhere: Scenarios/other.yaml\n")
    #expect(failed.contains("expected  infoText: A lie   (facts.yaml:20)"))
    #expect(failed.contains("\n4 scenarios: 1 failed, 1 blocked, 2 passed   (TIME"))
    try folder.write(FactsFiles.story, to: "Scenarios/other.yaml")
    let other = try await watching.text(
      endingWith: "Still failing elsewhere: Scenarios/facts.yaml\n")
    #expect(other.hasPrefix("\nScenarios/other.yaml\n\n4 scenarios: 4 passed   (TIME"))
    try folder.write(FactsFiles.story, to: FactsFiles.path)
    let corrected = try await watching.text(endingWith: "story time 200 ms)\n")
    #expect(
      corrected == "\nScenarios/facts.yaml\n\n4 scenarios: 4 passed   (TIME, story time 200 ms)\n")
  }

  @Test func `scenarios watch reruns the stories that use a saved or new file`() async throws {
    let story = """
      story: Facts
      module: facts
      scenarios:
        - scenario: A fact is there
          given: { the server answers GET https://info-example.com/get_info: { file: fixtures/a.json } }
          when: the screen appears
          then: no requests were sent
      """
    let folder = try StoriesFolder(["Scenarios/a/a.yaml": story, FactsFiles.path: FactsFiles.story])
    let watching = try Watching(in: folder)
    defer { watching.end() }
    let first = try await watching.text(endingWith: "press Ctrl-C to stop.\n")
    #expect(first.contains("there is no file \"fixtures/a.json\""))
    try folder.write("{}", to: "Scenarios/a/fixtures/a.json")
    let second = try await watching.text(endingWith: "1 passed   (TIME, story time 0 s)\n")
    #expect(second.contains("\n1 scenario: 1 passed"))
    try folder.write("{ }", to: "Scenarios/a/fixtures/a.json")
    let third = try await watching.text(endingWith: "story time 0 s)\n")
    #expect(third.contains("\n1 scenario: 1 passed"))
  }

  @Test func `scenarios watch reruns a saved story in a linked folder`() async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story, "Shared/a.yaml": FactsFiles.story,
    ])
    let link = folder.url.appending(path: "Scenarios/linked").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../Shared")
    let watching = try Watching(in: folder)
    defer { watching.end() }
    try await watching.text(endingWith: "press Ctrl-C to stop.\n")
    try folder.write(FactsFiles.failingStory, to: "Shared/a.yaml")
    let failed = try await watching.text(endingWith: "story time 200 ms)\n")
    #expect(failed.contains("\n4 scenarios: 1 failed, 1 blocked, 2 passed   (TIME"))
  }

  @Test func `scenarios watch runs the new executable after the app is rebuilt`() async throws {
    let folder = try StoriesFolder.facts()
    let executable = folder.url.appending(path: "app/scenarios")
    let built = folder.url.appending(path: "built")
    try FileManager.default.createDirectory(
      at: executable.deletingLastPathComponent(), withIntermediateDirectories: true)
    try await copy(CommandLineCall.executable, to: executable)
    let watching = try Watching(in: folder, executable: executable)
    defer { watching.end() }
    try await watching.text(endingWith: "press Ctrl-C to stop.\n")
    // The replacement is an app with other modules.
    let other = FinishedProcess.executable(named: "HostileStories")
    try await copy(other, to: built)
    try #require(rename(built.path, executable.path) == 0)
    let again = try await watching.text(endingWith: "1 file with errors   (TIME, story time 0 s)\n")
    #expect(again.contains("The app was rebuilt."))
    #expect(again.contains("there is no module \"facts\""))
    try folder.write(
      """
      story: Deaths
      module: deaths
      scenarios:
        - scenario: It counts
          when: the counter is increased
          then: { the counter shows: 1 }
        - scenario: It dies
          when: the app dies by "fatal error"
      """, to: FactsFiles.path)
    let deaths = try await watching.text(
      endingWith: "1 failed, 1 passed   (TIME, story time 0 s)\n")
    #expect(deaths.contains("the app crashed: Fatal error: the disk is full"))
    #expect(deaths.contains("HostileStories.Death"))
  }
}

/// Copies an executable by another process.
///
/// A copy by this process may fail to start with "Text file busy", because a process that another
/// test starts meanwhile inherits the file while it is open for writing.
private func copy(_ executable: URL, to url: URL) async throws {
  let process = CommandLineCall.process(
    [executable.path, url.path], in: url.deletingLastPathComponent())
  process.executableURL = URL(filePath: "/bin/cp")
  let status = try await process.runUntilExit()
  try #require(status == 0)
}

/// A running `scenarios watch` process.
private final class Watching {
  private let process: Process
  private var chunks: AsyncStream<Data>.Iterator
  private var pending: [UInt8] = []

  init(in folder: StoriesFolder, executable: URL = CommandLineCall.executable) throws {
    let pipe = Pipe()
    process = CommandLineCall.process(["watch"], in: folder.url)
    process.executableURL = executable
    process.standardOutput = pipe
    process.standardError = pipe
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty { continuation.finish() } else { continuation.yield(data) }
    }
    chunks = stream.makeAsyncIterator()
    try process.run()
  }

  /// Returns the next output, up to a text at the end of a line.
  @discardableResult
  func text(endingWith ending: String) async throws -> String {
    var text: [UInt8] = []
    while true {
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        text += pending[...end]
        pending.removeSubrange(...end)
        let shown = CommandLineCall.stable(String(decoding: text, as: UTF8.self))
        if shown.hasSuffix(ending) { return shown }
      }
      guard let chunk = await chunks.next() else { break }
      pending += chunk
    }
    Issue.record("it ended after: \(String(decoding: text, as: UTF8.self))")
    return ""
  }

  func end() {
    process.terminate()
    _ = process.waitForEnd()
  }
}
