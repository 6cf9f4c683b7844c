import Foundation
import Testing

@testable import ScenarioResults

@Suite("Results files")
struct ResultsFileTests {
  private let lines: [String]

  init() throws {
    lines = try ResultsFile.text(for: RichRecord.run()).split(separator: "\n").map(String.init)
  }

  private func message(for text: String) -> String? {
    do {
      _ = try ResultsFile.records(in: text, path: "r.json")
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `a results file reads back as it was written`() throws {
    for run in [RichRecord.run(), try RichRecord.merged(), RichRecord.run([], brokenFiles: [])] {
      #expect(try ResultsFile.records(in: ResultsFile.text(for: run), path: "r.json") == [run])
    }
  }

  @Test func `a results file can contain several runs`() throws {
    var other = RichRecord.run([])
    other.id = UUID()
    let text = try ResultsFile.text(for: RichRecord.run()) + "\n" + ResultsFile.text(for: other)
    #expect(try ResultsFile.records(in: text, path: "r.json") == [RichRecord.run(), other])
  }

  @Test func `a results file can have Windows line breaks`() throws {
    let text = lines.joined(separator: "\r\n")
    #expect(try ResultsFile.records(in: text, path: "r.json") == [RichRecord.run()])
  }

  @Test func `a results file keeps start times to the millisecond`() throws {
    var run = RichRecord.run()
    for milliseconds in [1, 249, 250, 999] {
      run.began = RichRecord.began.addingTimeInterval(Double(milliseconds) / 1000)
      let read = try ResultsFile.records(in: ResultsFile.text(for: run), path: "r.json")
      let difference = try #require(read.first).began.timeIntervalSince(run.began)
      #expect(abs(difference) < 0.000_1)
    }
  }

  @Test func `unknown keys and lines of a results file are ignored`() throws {
    var text = lines
    text[1] = text[1].replacing("{\"scenario\":{", with: "{\"scenario\":{\"new\":[1],")
    text.insert("{\"mood\":\"good\"}", at: 2)
    #expect(
      try ResultsFile.records(in: text.joined(separator: "\n"), path: "r.json")
        == [RichRecord.run()])
  }

  @Test(arguments: [3, 5])
  func `a results file of another version is refused`(version: Int) {
    #expect(
      message(for: "{\"run\":{\"version\":\(version),\"other\":true}}") == """
        r.json:1: these results have format version \(version), but this version of swift-scenarios \
        reads version 4
          Run the scenarios again, or use the version that wrote the results.
        """)
  }

  @Test func `a damaged results file is reported with its line`() {
    var text = lines
    text[2] = String(text[2].dropLast(20))
    #expect(
      message(for: text.joined(separator: "\n")) == """
        r.json:3: the results are damaged: the text is not valid JSON
          Run the scenarios again, or omit the file.
        """)
    text[2] = lines[2].replacing("\"verdict\":\"failed\"", with: "\"verdict\":\"odd\"")
    #expect(
      message(for: text.joined(separator: "\n")) == """
        r.json:3: the results are damaged: "scenario.verdict" has an unknown value
          Run the scenarios again, or omit the file.
        """)
    text[2] = lines[2].replacing("\"line\":10,", with: "")
    #expect(
      message(for: text.joined(separator: "\n")) == """
        r.json:3: the results are damaged: "scenario.line" is missing
          Run the scenarios again, or omit the file.
        """)
    text[2] = lines[2].replacing("\"line\":11,", with: "\"line\":\"11\",")
    #expect(
      message(for: text.joined(separator: "\n")) == """
        r.json:3: the results are damaged: "scenario.steps.1.line" has an unexpected type
          Run the scenarios again, or omit the file.
        """)
  }

  @Test func `a results file of an interrupted run is reported`() {
    #expect(
      message(for: lines.prefix(3).joined(separator: "\n")) == """
        r.json:3: the results end here, after 2 scenarios: the run was stopped, or the file is truncated
          Run the scenarios again.
        """)
    #expect(
      message(for: (lines.prefix(3) + lines).joined(separator: "\n")) == """
        r.json:4: the results end here, after 2 scenarios: the run was stopped, or the file is truncated
          Run the scenarios again.
        """)
  }

  @Test func `a results file with missing lines is reported`() {
    var text = lines
    text.remove(at: 3)
    #expect(
      message(for: text.joined(separator: "\n"))
        == "r.json:10: lines are missing above: found 7 scenarios of 8")
  }

  @Test func `an empty results file is reported`() {
    #expect(message(for: " \n") == "r.json: the file is empty")
  }

  @Test(arguments: ["[]", "{}", "null", "\u{0}", "{\"run\":", "{\"run\":{}}", "{\"run\":null}"])
  func `a file without results is reported`(text: String) {
    #expect(message(for: text) != nil)
  }
}
