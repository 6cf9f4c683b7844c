import ScenarioEngine
import Testing

/// A scenario whose only step is a timeline of 100 ms; `when:` stands on line 8.
func dial(_ rows: String, values: String = "0: 0, 1: 1, 2: 2") -> String {
  let rows = rows.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  return scenario("dial", "timeline:\n  step: 100 ms\n  values: { \(values) }\n\(rows)")
}

@Suite("A timeline that is run")
struct TimelineTests {
  private func failures(_ rows: String, values: String) async -> [String] {
    await tell(dial(rows, values: values), to: DialModule.self).failures()
  }

  @Test(arguments: [
    // The first letter is what is there, a later one a change in its column.
    ("when: { the dial is set: -1-2 }\nthen: { the dial shows: 01-2 }", "0: 0, 1: 1, 2: 2"),
    ("when: { the dial is set: 1--2 }\nthen: { the dial shows: 1--2 }", "1: 1, 2: 2"),
    // What is there at first need not be drawn.
    ("when: { the dial is set: -1-- }\nthen: { the dial shows: -1-- }", "1: 1"),
    // Rows end where they like; nothing happens behind them.
    ("when: { the dial is set: 1-----1 }\nthen: { the dial shows: 1 }", "1: 1"),
    ("when: { the dial is set: 1 }\nthen: { the dial shows: 1-----| }", "1: 1"),
    // A name of several letters stands in the column of its first.
    ("when: { the dial is set: -ten }\nthen: { the dial shows: 0ten }", "0: 0, ten: 10"),
    // Any mark does an act without data.
    (
      "when: { the dial is set: 1, the dial is doubled: -x-x }\nthen: { the dial shows: 12-4 }",
      "1: 1, 2: 2, 4: 4"
    ),
    // Acts of a column happen in the order of their rows.
    (
      "when: { the dial is doubled: -x, the dial is set: 21 }\nthen: { the dial shows: 21 }",
      "1: 1, 2: 2"
    ),
    (
      "when: { the dial is set: 21, the dial is doubled: -x }\nthen: { the dial shows: 2- }",
      "1: 1, 2: 2"
    ),
    // A value may stand for the last parameter of a sentence.
    ("when: { the dial is turned to: -1-2 }\nthen: { the dial shows: 01-2 }", "0: 0, 1: 1, 2: 2"),
    (
      "when: { someone writes: -h--w }\nthen: { the writing is: -a--b }",
      "h: Hello, w: \"to \\\"you\\\"\", a: [Hello], b: [Hello, \"to \\\"you\\\"\"]"
    ),
    // What happens between two columns belongs to the first of them, up to the next one's instant.
    ("when: { the dial follows after 99 ms: -1-- }\nthen: { the dial shows: 01-- }", "0: 0, 1: 1"),
    ("when: { the dial follows after 100 ms: -1-- }\nthen: { the dial shows: 0-1- }", "0: 0, 1: 1"),
    ("when: { the dial follows after 250 ms: 1--- }\nthen: { the dial shows: --1- }", "1: 1"),
    // Nobody can have seen what was there between two jobs of one moment.
    ("when: { the dial blinks: -x-- }\nthen: { the dial shows: 0--- }", "0: 0"),
    // Expected values are compared as everywhere.
    (
      "when: { the dial is set: -1-- }\nthen: { the dial shows: lh-- }",
      "1: 77, l: !below 50, h: !above 50"
    ),
    // An error is an observation that fails.
    ("when: { the dial breaks: -x-- }\nthen: { the dial shows: 0#-- }", "0: 0"),
    ("when: { the dial is set: \"-#\" }\nthen: { the dial shows: \"-#\" }", "\"#\": 404"),
  ])
  func `is as it was drawn`(rows: String, values: String) async {
    #expect(await failures(rows, values: values) == [])
  }

  @Test func `takes the columns of its longest row`() async {
    let told = await tell(
      scenario(
        "dial",
        """
        given: the dial is at 5
        timeline: { step: 1 s, values: { 1: 1, 5: 5 }, when: { the dial is set: -1--- },
          then: { the dial shows: 51 } }
        then: { the dial shows: 1 }
        """), to: DialModule.self)
    #expect(told.verdict() == "passed")
    #expect(told.result()?.storyTime == .seconds(5))
    #expect(
      told.steps() == [
        "passed: given the dial is at 5",
        "passed: timeline of 5 × 1 s: the dial is set; the dial shows",
        "passed: then the dial shows: 1",
      ])
  }

  @Test func `is counted from where the scenario around it ended`() async {
    let told = await tell(
      story(
        "dial",
        """
          - scenario: A
            timeline: { step: 1 s, values: { 1: 1 }, when: { the dial is set: 1-- } }
            scenarios:
              - scenario: B
                timeline: { step: 1 s, values: { 1: 1 }, then: { the dial shows: --1 } }
        """), to: DialModule.self)
    #expect(told.verdict(on: "A") == "passed")
    #expect(
      told.failures(of: "B") == [
        """
        8:76 +5 s the dial shows: not as drawn
          expected  --1
          actual    ---
                      ^ +5 s
        """
      ])
  }
}
