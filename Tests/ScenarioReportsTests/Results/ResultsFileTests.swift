import Foundation
import ScenarioKit
import ScenarioLanguage
import StoryTestSupport
import TestSupport
import Testing

@testable import ScenarioReports

@Suite("Results files")
struct ResultsFileTests {
  private let lines: [String]

  init() throws {
    lines = try ReportFormat.json.text(for: RichRecord.run()).split(separator: "\n").map(
      String.init)
  }

  private func message(for text: String) -> String? {
    do {
      _ = try ResultsFile.records(in: text, path: "r.json")
      return nil
    } catch {
      return ([error.message] + error.hints).joined(separator: "\n")
    }
  }

  @Test func `a results file reads back as it was written`() throws {
    for run in [RichRecord.run(), try RichRecord.merged(), RichRecord.run([], brokenFiles: [])] {
      #expect(
        try ResultsFile.records(in: ReportFormat.json.text(for: run), path: "r.json") == [run])
    }
  }

  @Test func `a results file has requests and their answers as data`() throws {
    var request = ScenarioReport.Event(
      kind: .request, nanoseconds: 0, request: 1, text: "GET https://a.example/?q=a,b")
    request.traffic = .request(
      method: "GET", url: "https://a.example/?q=a,b", stub: "https://a.example/")
    var answer = ScenarioReport.Event(
      kind: .answer, nanoseconds: 0, request: 1, text: "200, 7 bytes")
    answer.traffic = .response(status: 200, size: 7)
    var report = RichRecord.scenario(["Posts", "A"], line: 4, .passed)
    report.events = [request, answer]
    let text = try ReportFormat.json.text(for: RichRecord.run([report]))
    #expect(
      text.contains(
        #"""
        "text":"GET https://a.example/?q=a,b","traffic":{"request":{"method":"GET",\#
        "stub":"https://a.example/","url":"https://a.example/?q=a,b"}}
        """#))
    #expect(text.contains(#""traffic":{"response":{"size":7,"status":200}}"#))
    let read = try ResultsFile.records(in: text, path: "r.json")
    #expect(read.first?.scenarios.first?.events == [request, answer])
  }

  @Test func `a results file can contain several runs`() throws {
    var other = RichRecord.run([])
    other.id = UUID()
    let text =
      try ReportFormat.json.text(for: RichRecord.run()) + "\n" + ReportFormat.json.text(for: other)
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
      let read = try ResultsFile.records(in: ReportFormat.json.text(for: run), path: "r.json")
      let difference = try #require(read.first).began.timeIntervalSince(run.began)
      #expect(abs(difference) < 0.000_1)
    }
  }

  @Test func `each changed byte of a results file is reported`() throws {
    let text = Array(try ReportFormat.json.text(for: RichRecord.run()).utf8)
    var unseen: [Int] = []
    for offset in stride(from: 0, to: text.count, by: 37) where text[offset] > 0x20 {
      var changed = text
      changed[offset] = changed[offset] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
      if message(for: String(decoding: changed, as: UTF8.self)) == nil { unseen.append(offset) }
    }
    #expect(unseen == [])
  }

  @Test func `scenarios with the same text share one line of a results file`() throws {
    let text: StoryText = "  - scenario: It has <n> posts"
    let rows = (1...100).map { number in
      var row = RichRecord.scenario(["Posts", "It has \(number) posts"], line: number, .passed)
      row.text = text
      return row
    }
    let written = try ReportFormat.json.text(for: RichRecord.run(rows))
    #expect(written.split(separator: "\n").count { $0.hasPrefix("{\"text\":") } == 1)
    let read = try ResultsFile.records(in: written, path: "r.json")
    #expect(read.first?.scenarios.allSatisfy { $0.text == text } == true)
  }

  @Test(arguments: [4, 6])
  func `a results file of another version is refused`(version: Int) {
    #expect(
      message(for: "{\"run\":{\"version\":\(version),\"other\":true}}") == """
        r.json:1: these results have format version \(version), but this version of swift-scenarios \
        reads version 5
        Run the scenarios again, or use the version that wrote the results.
        """)
  }

  /// The index of the line of a scenario that failed.
  private var failedLine: Int {
    get throws { try #require(lines.firstIndex { $0.contains("\"verdict\":\"failed\"") }) }
  }

  @Test func `a damaged results file is reported with its line`() throws {
    let failed = try failedLine
    let line = lines[failed]
    for (changed, reason) in [
      (String(line.dropLast(20)), "the text is not valid JSON"),
      (
        line.replacing("\"verdict\":\"failed\"", with: "\"verdict\":\"odd\""),
        "\"scenario.verdict\" has an unknown value"
      ),
      (line.replacing("\"line\":10,", with: ""), "\"scenario.line\" is missing"),
    ] as [(String, String)] {
      #expect(damage(changing: failed, to: changed) == "\(failed + 1): \(reason)")
    }
    // The steps stay in the file, so only the checksum shows the damage.
    let steps = lines[failed + 1].replacing("\"line\":11,", with: "\"line\":\"11\",")
    #expect(steps != lines[failed + 1])
    #expect(
      damage(changing: failed + 1, to: steps)
        == "\(lines.count): the lines above differ from those that were written")
  }

  /// Returns the line and the reason of the damage after a line was changed.
  private func damage(changing index: Int, to line: String) -> String? {
    var text = lines
    text[index] = line
    let parts = message(for: text.joined(separator: "\n"))?.wholeMatch(
      of:
        /r\.json:(\d+): the results are damaged: (.*)\nRun the scenarios again, or omit the file\./
    )
    return parts.map { "\($0.1): \($0.2)" }
  }

  @Test func `a results file of an interrupted run is reported`() throws {
    let end = try failedLine + 1
    let ending = """
      the results end here, after 2 scenarios: the run was stopped, or the file is truncated
      Run the scenarios again.
      """
    #expect(message(for: lines.prefix(end).joined(separator: "\n")) == "r.json:\(end): \(ending)")
    #expect(
      message(for: (lines.prefix(end) + lines).joined(separator: "\n"))
        == "r.json:\(end + 1): \(ending)")
  }

  @Test func `the error about a results file has what to do as a hint of its own`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("r.json")
    try lines.prefix(1).joined().write(to: file, atomically: false, encoding: .utf8)
    let error = #expect(throws: Diagnostic.self) { try ResultsFile.records(at: file.path) }
    #expect(error?.message.hasSuffix("the run was stopped, or the file is truncated") == true)
    #expect(error?.hints == ["Run the scenarios again."])
    #expect(error?.description.contains("truncated\n  Run the scenarios again.") == true)
  }

  @Test func `a results file with missing lines is reported`() throws {
    var text = lines
    text.remove(at: try failedLine)
    #expect(
      message(for: text.joined(separator: "\n"))
        == "r.json:\(text.count): lines are missing above: found 7 scenarios of 8")
  }

  @Test func `a results file can be cut while its details are read`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("r.json")
    let run = RichRecord.run()
    try ReportFormat.json.text(for: run).write(to: file, atomically: false, encoding: .utf8)
    let read = try ResultsFile.records(at: file.path)
    try FileHandle(forWritingTo: file).truncate(atOffset: 0)
    #expect(read == [run])
    #expect(try ReportFormat.json.text(for: read[0]) == ReportFormat.json.text(for: run))
  }

  @Test func `a results file that ends anywhere has the scenarios before its end`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("r.json")
    let text = Data(try ReportFormat.json.text(for: RichRecord.run()).utf8)
    var counts: Set<Int> = []
    for length in stride(from: lines[0].utf8.count, to: text.count - 1, by: 101) {
      try text.prefix(length).write(to: file)
      let run = try #require(try ResultsFile.interruptedRun(at: file.path))
      let expected = RichRecord.scenarios.prefix(run.scenarios.count)
      #expect(run.scenarios.map(\.titles) == expected.map(\.titles))
      #expect(run.problems?.map(\.kind) == [.interrupted])
      counts.insert(run.scenarios.count)
    }
    #expect(counts.isSuperset(of: [0, RichRecord.scenarios.count]))
  }

  @Test func `an empty results file is reported`() {
    #expect(message(for: " \n") == "r.json: the file is empty")
  }

  @Test(arguments: ["[]", "{}", "null", "\u{0}", "{\"run\":", "{\"run\":{}}", "{\"run\":null}"])
  func `a file without results is reported`(text: String) {
    #expect(message(for: text) != nil)
  }
}
