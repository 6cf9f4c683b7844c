import ScenarioLanguage
import Testing

@Suite("Timeline reading")
struct TimelineReadingTests {
  /// Reads the timeline of a scenario.
  private func read(_ lines: String) -> Timeline? {
    let rows = lines.split(separator: "\n").map { "\n  \($0)" }.joined()
    return TestStories.scenario("timeline:" + rows).scenario?.steps.first?.timeline
  }

  @Test func `a timeline is read with step, values, acts and checks`() throws {
    let timeline = try #require(
      read(
        """
        step: 100 ms
        values: { e: "", t: true }
        when: { the author types: e-- }
        then: { text is valid: --t- }
        """))
    #expect(timeline.step == .milliseconds(100))
    #expect(timeline.values.map(\.name) == ["e", "t"])
    #expect(timeline.value(named: "t")?.value.text == "true")
    let rows = [timeline.acts, timeline.checks].map { $0.map(\.sentence.text) }
    #expect(rows == [["the author types"], ["text is valid"]])
    #expect(timeline.columns == 4)
  }

  @Test(arguments: [
    ("a--b", "a:0 b:3"),
    ("ab", "a:0 b:1"),
    // A longer name covers one column for each of its letters.
    ("-ab1-a", "ab1:1 a:5"),
    ("aab1b", "a:0 ab1:1 b:4"),
    // Spaces only group columns.
    ("a-- --b", "a:0 b:5"),
    ("\"- -|\"", "|:2"),
    ("--#-", "#:2"),
    ("'|'", "|:0"),
    ("я-a", "я:0 a:2"),
  ])
  func `a timeline row is read column by column`(row: String, marks: String) throws {
    let timeline = try #require(
      read(
        """
        step: 1 s
        values: { a: 1, b: 2, ab1: 3, я: 4 }
        when: { all: a b ab1 я }
        then: { x: \(row) }
        """))
    let cells = try #require(timeline.checks.first?.cells)
    let found = cells.enumerated().compactMap { column, cell in
      switch cell.mark {
      case .value(let name): "\(name):\(column)"
      case .error: "#:\(column)"
      case .end: "|:\(column)"
      case nil: nil
      }
    }
    #expect(found.joined(separator: " ") == marks)
  }

  @Test(arguments: [("a-b", 12), ("\"a-b\"", 13), ("'a-b'", 13), ("a- b", 12)])
  func `each timeline column has its source range`(row: String, first: Int) throws {
    let timeline = try #require(read("step: 1 s\nvalues: { a: 1, b: 2 }\nthen:\n  x: \(row)"))
    let cells = try #require(timeline.checks.first?.cells)
    let last = row.contains(" ") ? first + 3 : first + 2
    #expect(cells.map(\.range.start.column) == [first, first + 1, last])
    #expect(cells.last?.range.end.column == last + 1)
    #expect(cells.allSatisfy { $0.range.start.line == 9 })
  }

  @Test func `timeline columns count characters, source columns count Unicode scalars`() throws {
    let timeline = try #require(
      read("step: 1 s\nvalues: { я: 1, e\u{301}: 2 }\nthen:\n  x: я-e\u{301}-|"))
    let cells = try #require(timeline.checks.first?.cells)
    #expect(cells.map(\.range.start.column) == [12, 13, 14, 16, 17])
    #expect(cells.last?.range.end.column == 18)
  }

  @Test func `the error and end marks can be names of values`() throws {
    let timeline = try #require(
      read(
        """
        step: 1 s
        values: { "#": timed out, "|": over }
        then: { x: "-#-|" }
        """))
    let marks = timeline.checks.first?.cells.map(\.mark)
    #expect(marks == [nil, .value("#"), nil, .value("|")])
  }

  @Test func `a timeline is read between when and then, and within steps`() {
    let row = "{ step: 1 s, when: { x: x } }"
    let short = TestStories.scenario("given: g\nwhen: w\ntimeline: \(row)\nthen: t").scenario
    #expect(short?.steps.map(\.keyword) == ["given", "when", "timeline", "then"])
    let long = TestStories.scenario("steps:\n  - then: t\n  - timeline: \(row)\n  - and: t")
      .scenario
    #expect(
      long?.steps.map { "\($0.purpose) \($0.keyword)" } == [
        "check then", "check timeline", "check and",
      ])
  }
}
