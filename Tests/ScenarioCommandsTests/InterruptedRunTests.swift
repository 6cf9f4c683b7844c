import Foundation
import Testing

@Suite("Interrupted runs", .timeLimit(.minutes(10)))
struct InterruptedRunTests {
  private static let reports = [
    "junit": "r.xml", "messages": "r.ndjson", "github": "r.txt", "markdown": "r.md",
    "json": "r.json", "html": "r.html",
  ]

  /// A story whose first scenario passes, and whose others wait for seconds.
  private static let story = """
    story: Waiting
    module: deaths
    scenarios:
      - scenario: First
        then: { the counter shows: 0 }
      - scenario: Second
        when: the app dies by "pause"
      - scenario: Third
        when: the app dies by "pause"
    """

  private let folder: StoriesFolder

  init() throws { folder = try StoriesFolder(["Scenarios/story.yaml": Self.story]) }

  /// Runs the story and sends a signal after the first scenario has a result.
  private func interrupt(by number: Int32) async throws -> (status: Int32, output: String) {
    let destinations = Self.reports.flatMap { ["--to", "\($0)=\($1)"] }
    let process = CommandLineCall.process(
      ["run", "--jobs", "1"] + destinations, in: folder.url, command: "HostileStories")
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let (id, reading) = (process.processIdentifier, pipe.fileHandleForReading.fileDescriptor)
    let output = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        var isSent = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(reading, &buffer, buffer.count), count > 0 {
          text += String(decoding: buffer[..<count], as: UTF8.self)
          guard !isSent, text.contains("✔ First") else { continue }
          isSent = true
          kill(id, number)
        }
        continuation.resume(returning: text)
      }
    }
    return (await process.end(), output)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `each report of an interrupted run counts what did not run`(number: Int32) async throws {
    let call = try await interrupt(by: number)
    #expect(call.status == 128 + number)
    #expect(
      call.output.contains("1 scenario: 1 passed, interrupted, 2 scenarios not run   ("))
    for (format, file) in Self.reports {
      #expect(try folder.text(of: file).contains("2 scenarios not run"), "\(format)")
    }
    try await folder.hostile("history").expect(
      output: .contains("✘ 1 scenario: 1 passed, interrupted, 2 scenarios not run"))
    try await folder.hostile("report", "r.json").expect(
      1, output: .begins("1 scenario: 1 passed, interrupted, 2 scenarios not run\n"))
  }

  @Test func `a killed run leaves no report of an earlier run`() async throws {
    for file in Self.reports.values { try folder.write("", to: file) }
    try folder.write("## ✔ 1 scenario: 1 passed\n", to: "r.md")
    let call = try await interrupt(by: SIGKILL)
    #expect(call.status == -SIGKILL)
    #expect(try folder.text(of: "r.md") == "")
  }
}
