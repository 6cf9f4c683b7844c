import Foundation
import Testing

@testable import ScenarioCommands

@Suite("scenarios in a terminal")
struct TerminalTests {
  private let folder: StoriesFolder

  init() throws { folder = try StoriesFolder.facts() }

  @Test func `a schema is not written into a terminal`() async throws {
    let call = try await Terminal.call(["schema"], in: StoriesFolder())
    call.expect(
      2, output: .begins("error: the schema has "),
      .contains("swift run scenarios schema --output scenarios.schema.json"))
    #expect(call.output.utf8.count < 300)
  }

  @Test func `output in a terminal is coloured`() async throws {
    let call = try await Terminal.call(
      ["run", "--name", "before anything"], in: folder, environment: [:])
    #expect(
      call.leftOnScreen == """
        ␛1mInteresting facts␛0m   ␛2mScenarios/facts.yaml␛0m
          ␛2mThe screen appears␛0m
            ␛32m✔␛0m Tapping details before anything is loaded does nothing

        ␛32m1 scenario: 1 passed␛0m   ␛2m(TIME, story time 0 s)␛0m

        """)
    call.expect(0)
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `variables turn off colours in a terminal`(environment: [String: String]) async throws {
    let call = try await Terminal.call(
      ["run", "--name", "before anything"], in: folder, environment: environment)
    #expect(
      call.leftOnScreen == """
        Interesting facts   Scenarios/facts.yaml
          The screen appears
            ✔ Tapping details before anything is loaded does nothing

        1 scenario: 1 passed   (TIME, story time 0 s)

        """)
    call.expect(0)
  }

  @Test(arguments: [(60 as UInt16, 60), (80, 80), (500, 140)])
  func `output fits the terminal, up to 140 columns`(columns: UInt16, width: Int) async throws {
    let long = String(repeating: "very ", count: 60)
    let story = FactsFiles.story.replacing("infoText: A fact\n", with: "infoText: \(long)long\n")
    let call = try await Terminal.call(
      ["run", "--name", "Loading"], in: try StoriesFolder.facts(story), columns: columns)
    let step = call.output.split(separator: "\n").first { $0.contains("✘ within 1 s") }
    #expect(step?.count == width)
    call.expect(1)
  }

  @Test func `a long run shows its progress in a terminal`() async throws {
    // The number of runs that take long enough depends on the machine.
    var output = ""
    for count in [2_000, 10_000, 50_000, 250_000] where !output.contains("\r") {
      output = try await Terminal.call(
        ["run", "--name", "before anything", "--repeat", "\(count)"], in: folder
      ).output
    }
    let parts = output.split(separator: "\r␛K", omittingEmptySubsequences: false)
    let line = try #require(parts.dropFirst().first)
    #expect(line.wholeMatch(of: /\d+ of \d+/) != nil)
    // The line is cleared before other output.
    #expect(parts.last?.hasPrefix("Interesting facts   Scenarios/facts.yaml\n") == true)
  }
}

extension CommandLineCall {
  /// The final text on the screen, without progress lines, which only a slow machine shows.
  fileprivate var leftOnScreen: String { output.replacing(/[^\n]*\r␛K/, with: "") }
}

@Suite("The progress line")
struct ProgressLineTests {
  private let start = ContinuousClock.now

  @Test func `the progress line appears after 500 ms and updates every 100 ms`() {
    var line = ProgressLine(total: 1000, isTerminal: true, at: start)
    #expect(line.advance(failed: false, at: start + .milliseconds(499)) == "")
    #expect(
      line.advance(failed: false, at: start + .milliseconds(500)) == "\r\u{1B}[K2 of 1000")
    #expect(line.advance(failed: true, at: start + .milliseconds(599)) == "")
    #expect(
      line.advance(failed: false, at: start + .milliseconds(600))
        == "\r\u{1B}[K4 of 1000, 1 failed")
  }

  @Test func `the progress line is cleared only once`() {
    var line = ProgressLine(total: 10, isTerminal: true, at: start)
    #expect(line.clear() == "")
    _ = line.advance(failed: false, at: start + .seconds(1))
    #expect(line.clear() == "\r\u{1B}[K")
    #expect(line.clear() == "")
  }

  @Test func `the progress line is empty without a terminal`() {
    var line = ProgressLine(total: 10, isTerminal: false, at: start)
    #expect(line.advance(failed: false, at: start + .seconds(9)) == "")
    #expect(line.clear() == "")
  }
}
