import ScenarioRunning
import StoryTestSupport
import Testing

/// Returns a scenario whose only step is a timeline with columns of 100 ms; `when:` is on line 8.
func dial(_ rows: String, values: String = "0: 0, 1: 1, 2: 2") -> String {
  let rows = rows.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  return scenario("dial", "timeline:\n  step: 100 ms\n  values: { \(values) }\n\(rows)")
}

@Suite("Running timelines")
struct TimelineTests {
  private func failures(_ rows: String, values: String) async -> [String] {
    await tell(dial(rows, values: values), to: DialModule.self).failures()
  }

  @Test(arguments: [
    // The first mark is the initial value, and each later mark is a change in its column.
    ("when: { the dial is set: -1-2 }\nthen: { the dial shows: 01-2 }", "0: 0, 1: 1, 2: 2"),
    ("when: { the dial is set: 1--2 }\nthen: { the dial shows: 1--2 }", "1: 1, 2: 2"),
    // The initial value may be omitted.
    ("when: { the dial is set: -1-- }\nthen: { the dial shows: -1-- }", "1: 1"),
    // Rows may have different lengths; nothing happens after the end of a row.
    ("when: { the dial is set: 1-----1 }\nthen: { the dial shows: 1 }", "1: 1"),
    ("when: { the dial is set: 1 }\nthen: { the dial shows: 1-----| }", "1: 1"),
    // A name of several letters belongs to the column of its first letter.
    ("when: { the dial is set: -ten }\nthen: { the dial shows: 0ten }", "0: 0, ten: 10"),
    // Any mark triggers an act without data.
    (
      "when: { the dial is set: 1, the dial is doubled: -x-x }\nthen: { the dial shows: 12-4 }",
      "1: 1, 2: 2, 4: 4"
    ),
    // Acts in the same column run in the order of their rows.
    (
      "when: { the dial is doubled: -x, the dial is set: 21 }\nthen: { the dial shows: 21 }",
      "1: 1, 2: 2"
    ),
    (
      "when: { the dial is set: 21, the dial is doubled: -x }\nthen: { the dial shows: 2- }",
      "1: 1, 2: 2"
    ),
    // A value can be the last argument of a sentence.
    ("when: { the dial is turned to: -1-2 }\nthen: { the dial shows: 01-2 }", "0: 0, 1: 1, 2: 2"),
    (
      "when: { someone writes: -h--w }\nthen: { the writing is: -a--b }",
      "h: Hello, w: \"to \\\"you\\\"\", a: [Hello], b: [Hello, \"to \\\"you\\\"\"]"
    ),
    // A change between two columns belongs to the first one, until the next column begins.
    ("when: { the dial follows after 99 ms: -1-- }\nthen: { the dial shows: 01-- }", "0: 0, 1: 1"),
    ("when: { the dial follows after 100 ms: -1-- }\nthen: { the dial shows: 0-1- }", "0: 0, 1: 1"),
    ("when: { the dial follows after 250 ms: 1--- }\nthen: { the dial shows: --1- }", "1: 1"),
    // Values between two jobs at the same instant are not visible.
    ("when: { the dial blinks: -x-- }\nthen: { the dial shows: 0--- }", "0: 0"),
    // Expected values may be rules.
    (
      "when: { the dial is set: -1-- }\nthen: { the dial shows: lh-- }",
      "1: 77, l: !below 50, h: !above 50"
    ),
    // The error mark expects that reading the value fails.
    ("when: { the dial breaks: -x-- }\nthen: { the dial shows: 0#-- }", "0: 0"),
    ("when: { the dial is set: \"-#\" }\nthen: { the dial shows: \"-#\" }", "\"#\": 404"),
  ])
  func `a timeline passes when its rows match`(rows: String, values: String) async {
    #expect(await failures(rows, values: values) == [])
  }

  @Test func `a timeline lasts as many columns as its longest row`() async {
    let outcome = await tell(
      scenario: """
        given: the dial is at 5
        timeline: { step: 1 s, values: { 1: 1, 5: 5 }, when: { the dial is set: -1--- },
          then: { the dial shows: 51 } }
        then: { the dial shows: 1 }
        """, to: DialModule.self)
    #expect(outcome.verdict() == "passed")
    #expect(outcome.result()?.storyTime == .seconds(5))
    #expect(
      outcome.steps() == [
        "passed: given the dial is at 5",
        "passed: timeline of 5 × 1 s: the dial is set; the dial shows",
        "passed: then the dial shows: 1",
      ])
  }

  @Test func `a nested timeline starts at the end of its parent scenario`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            timeline: { step: 1 s, values: { 1: 1 }, when: { the dial is set: 1-- } }
            scenarios:
              - scenario: B
                timeline: { step: 1 s, values: { 1: 1 }, then: { the dial shows: --1 } }
        """, to: DialModule.self)
    #expect(outcome.verdict(on: "A") == "passed")
    #expect(
      outcome.failures(of: "B") == [
        """
        8:76 +5 s the dial shows: not as drawn
          expected  --1
          actual    ---
                      ^ +5 s
        """
      ])
  }
}
