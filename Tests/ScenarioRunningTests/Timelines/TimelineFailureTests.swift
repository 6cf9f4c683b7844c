import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Timeline mismatches")
struct TimelineFailureTests {
  private func failures(_ rows: String, values: String = "0: 0, 1: 1, 2: 2") async -> [String] {
    await tell(dial(rows, values: values), to: DialModule.self).failures()
  }

  @Test(arguments: [
    // The change is too late, too early, missing or unexpected.
    ("--1--", "01---", "0: 0, 1: 1", "0-1--", " ^ +100 ms", 1),
    ("--1--", "0---1", "0: 0, 1: 1", "0-1--", "  ^ +200 ms", 2),
    ("-----", "0-1--", "0: 0, 1: 1", "0----", "  ^ +200 ms", 2),
    ("-1-0-", "01", "0: 0, 1: 1", "01-0", "   ^ +300 ms", 3),
    // A different value, a different initial value, and a value whose name has several letters.
    ("-1-0-", "01-1-", "0: 0, 1: 1", "01-0-", "   ^ +300 ms", 3),
    ("1----", "0----", "0: 0, 1: 1", "1----", "^", 0),
    ("-ten-", "0---ten", "0: 0, ten: 10", "0ten---", " ^ +100 ms", 1),
  ])
  func `a mismatching timeline row is shown below the expected row`(
    acts: String, expected: String, values: String, actual: String, caret: String, column: Int
  ) async {
    let found = await failures(
      "when: { the dial is set: \(acts) }\nthen: { the dial shows: \(expected) }", values: values)
    let first = found.first?.split(separator: "\n").map(String.init) ?? []
    #expect(found.count == 1)
    #expect(first.dropFirst().first == "  expected         \(expected)")
    #expect(first.dropFirst(2).first?.hasPrefix("  actual           \(actual)") == true, "\(first)")
    #expect(first.dropFirst(3).first?.hasPrefix("                   \(caret)") == true, "\(first)")
    let location = 31 + min(column, expected.count)
    #expect(first.first?.hasPrefix("9:\(location)") == true, "\(first)")
  }

  @Test func `a timeline mismatch is in the language of its story`() async throws {
    let story = dial("when: { the dial is set: -1- }\nthen: { the dial shows: 02- }")
    let outcome = await tell("language: de\n" + story, to: DialModule.self)
    let failure = try #require(outcome.result()?.failures.first)
    #expect(failure.line == 10)
    #expect(failure.location.lineText == "      then: { the dial shows: 02- }")
    #expect(FailureText().message(of: failure).hasPrefix("the dial shows: nicht wie gezeichnet\n"))
  }

  @Test func `a timeline mismatch shows the time and the other rows`() async {
    let found = await failures(
      """
      when:
        the dial is set: -1-2-3
        someone writes: -----h
      then:
        the dial shows: 01----
        the writing is: e----w
      """, values: "0: 0, 1: 1, 2: 2, 3: 8, h: Hello, e: [], w: [Hello]")
    #expect(
      found == [
        """
        12:28 +300 ms the dial shows: not as drawn
          expected         01----
          actual           01-2-3
                              ^ +300 ms
          the dial is set  -1-2-3
          someone writes   -----h
          the writing is   e----w
        """
      ])
  }

  @Test(arguments: [
    ("the dial is turned to: -1-2", "0---", "0?-?", ["? at +100 ms = 7", "? at +300 ms = 8"]),
    ("the dial is turned to: -1-1", "0---", "0?--", ["? = 7"]),
  ])
  func `a timeline mismatch explains values that have no name`(
    row: String, expected: String, actual: String, legend: [String]
  ) async {
    // The act reads these texts as numbers, but the shown numbers do not match the texts.
    let found = await failures(
      "when: { \(row) }\nthen: { the dial shows: \(expected) }",
      values: row.contains("2") ? "0: 0, 1: \"7\", 2: \"8\"" : "0: 0, 1: \"7\"")
    let lines = found.first?.split(separator: "\n").map { $0.drop { $0 == " " } } ?? []
    #expect(lines.contains { $0.hasPrefix("actual") && $0.hasSuffix(" " + actual) }, "\(found)")
    #expect(lines.filter { $0.hasPrefix("?") }.map(String.init) == legend, "\(found)")
  }

  @Test(arguments: [
    ("0--|", "0--1", "   ^ +300 ms"), ("0-|-", "0--1", "   ^ +300 ms"),
    ("0|", "0--1", "   ^ +300 ms"), ("-|", "---1", "   ^ +300 ms"),
  ])
  func `a change after the end mark of a row is reported`(
    expected: String, actual: String, caret: String
  ) async {
    let found = await failures(
      "when: { the dial is set: ---1 }\nthen: { the dial shows: \(expected) }",
      values: expected.hasPrefix("0") ? "0: 0, 1: 1" : "1: 1")
    let column = 31 + min(3, expected.count)
    #expect(
      found == [
        """
        9:\(column) +300 ms the dial shows: it changes, although "|" marks its end
          expected         \(expected)
          actual           \(actual)
                           \(caret)
          the dial is set  ---1
        """
      ])
  }

  @Test func `each mismatching timeline row is a failure of its own`() async {
    let found = await failures(
      """
      when: { the dial is set: -1- }
      then:
        the dial shows: 02-
        the writing is: e-e
      """, values: "0: 0, 1: 1, 2: 2, e: []")
    #expect(
      found == [
        """
        10:26 +100 ms the dial shows: not as drawn
          expected         02-
          actual           01-
                            ^ +100 ms
          the dial is set  -1-
        """,
        """
        11:27 +200 ms the writing is: not as drawn
          expected  e-e
          actual    e--
                      ^ +200 ms
        """,
      ])
  }

  @Test func `a timeline mismatch shows values that change within a column`() async {
    let found = await failures(
      "when: { the dial flickers: -x- }\nthen: { the dial shows: 0-| }", values: "0: 0")
    #expect(
      found == [
        """
        9:32 +100 ms the dial shows: not as drawn
          expected           0-|
          actual             0?|
                              ^ +100 ms
                             ? = 99, then 0
          the dial flickers  -x-
        """
      ])
  }

  @Test func `a timeline mismatch shows why a value could not be read`() async {
    let found = await failures(
      "when: { the dial breaks: -x- }\nthen: { the dial shows: 0-- }", values: "0: 0")
    #expect(
      found == [
        """
        9:32 +100 ms the dial shows: not as drawn
          expected         0--
          actual           0#-
                            ^ +100 ms
                           # = the dial is broken
          the dial breaks  -x-
        """
      ])
  }

  @Test(arguments: [
    ("someone tears it off: --x", "8:39 +200 ms someone tears it off: it is screwed on"),
    ("someone drops it: -x-", "8:34 +100 ms someone drops it: the act failed: it is in pieces"),
    (
      "someone turns it slowly: -x-",
      """
      8:41 +100 ms someone turns it slowly: the act takes story time, but acts in a timeline must end immediately
        Start longer work in a Task, so that the act itself ends immediately.
      """
    ),
  ])
  func `a timeline stops at the act that fails`(row: String, failure: String) async {
    let found = await failures("when: { \(row) }\nthen: { the dial shows: 0 }", values: "0: 0")
    #expect(found == [failure])
  }

  @Test func `a failed timeline ends its scenario`() async {
    let outcome = await tell(
      scenario: """
        timeline: { step: 1 s, values: { 1: 1 }, then: { the dial shows: 1 } }
        then: { the dial shows: 5 }
        """, to: DialModule.self)
    #expect(outcome.verdict() == "failed")
    #expect(
      outcome.steps() == [
        "failed: timeline of 1 × 1 s: the dial shows", "notRun: then the dial shows: 5",
      ])
  }
}

@Suite("Invalid timeline rows")
struct TimelinePlanTests {
  @Test(arguments: [
    ("when: { the dial is sat: -x }", "8:15 no step matches \"the dial is sat\""),
    ("when: { the dial is set: -x-x }", "8:33 no value is called \"x\"; Defined in \"values\": t"),
    ("when: { someone writes: t-u-u }", "8:33 no value is called \"u\"; Defined in \"values\": t"),
    ("when: { the dial is set: -t }", "7:20 expected a whole number, but this is true"),
    (
      "when: { the dial is doubled: -# }",
      ##"8:37 "#" has no value to pass to "the dial is doubled"; Define one in "values", for example: "#": timed out"##
    ),
    (
      "when: { someone writes: t-#-# }",
      ##"8:33 "#" has no value to pass to "someone writes"; Define one in "values", for example: "#": timed out"##
    ),
    (
      "when: { someone writes: t-l-l }",
      #"8:33 "l" is a list, which can't be the value for "someone writes"; Define it as a text in "values", for example: l: Retry"#
    ),
    (
      "when: { someone writes: tn }",
      #"8:32 "n" is nothing, which can't be the value for "someone writes"; Define it as a text in "values", for example: n: Retry"#
    ),
    (
      "when: { someone writes: tc }",
      #"8:32 "c" is !contains, which can't be the value for "someone writes"; Define it as a text in "values", for example: c: Retry"#
    ),
    (
      "when: { someone writes: t-|-t }",
      #"8:35 nothing can follow "|", which ends the row; Remove the text after it, or the "|" in column 33."#
    ),
    (
      "when: { 100 ms pass: -x }",
      "8:15 \"100 ms pass\" lets time pass, but in a timeline the columns do that"
    ),
    (
      "when: { the dial shows: -x }",
      #"8:15 "the dial shows" checks, but it is under "when"; Move it under "then"."#
    ),
    (
      "then: { the dial is doubled: \"-\" }",
      #"8:15 "the dial is doubled" acts, but it is under "then", where checks belong; Move it under "when"; "steps:" can mix them."#
    ),
    (
      "then: { the dial is sound: \"-\" }",
      #"8:15 "the dial is sound" has no value that a timeline can observe; A row needs an observation. Write other checks in a "then" beside the timeline."#
    ),
  ])
  func `an invalid timeline row is reported at its location`(row: String, text: String) {
    let key = row.contains("when: {") ? "then" : "when"
    let use = key == "then" ? "the dial shows: t" : "someone writes: t"
    let others = ["l": "l: [a]", "n": "n: ~", "c": "c: !contains a"].filter {
      row.contains("writes: t-\($0.key)") || row.contains("writes: t\($0.key)")
    }
    let story = dial(
      "\(row)\n\(key): { \(use) }",
      values: (["t: true"] + others.values).joined(separator: ", "))
    let diagnostics = plan(story, for: [Vocabulary(of: DialModule.self)]).errors.map { diagnostic in
      let start = diagnostic.start
      return (["\(start.line):\(start.column) \(diagnostic.message)"] + diagnostic.hints)
        .joined(separator: "; ")
    }
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.hasPrefix(text) == true, "\(diagnostics)")
  }
}
