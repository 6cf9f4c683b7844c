import StoryTestSupport
import Testing

@Suite("Values that cannot be accepted")
struct AcceptanceRefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var steps: String
    var refusals: [String]

    /// Creates a case from steps, the first on line 5, and the reasons why nothing can be accepted.
    init(_ steps: String, _ refusals: String...) {
      self.steps = steps
      self.refusals = refusals
    }

    var testDescription: String { refusals.joined() }
  }

  private static let checks: [Case] = [
    Case(
      "when: { the app shows: 2 }\nthen: { it shows: !above 3 }",
      "6:23 !above 3 is a rule, not a value"),
    Case(
      "when: { the app shows: { a: b } }\nthen: { it shows: { a: !contains x, c: !any } }",
      "6:28 !contains x is a rule, not a value", "6:44 !any is a rule, not a value"),
    Case(
      "when: { the app shows: 2 }\nthen: { it shows: !count 3 }",
      "6:23 !count 3 is a rule, not a value"),
    Case(
      "when: { the app shows: [{ name: Ann }] }\nthen: { it shows: [{ name: !contains Ann }, { name: !not Igor }] }",
      "6:57 !not Igor is a rule, not a value"),
    Case(
      "when: { the app shows: [{ name: Bob }] }\nthen: { it shows: [{ name: !contains Ann }, { name: !not Igor }] }",
      "6:32 !contains Ann is a rule, not a value"),
    Case(
      "when: { the app shows: [] }\nthen: { it shows: [{ name: !contains Ann }, { name: !not Igor }] }",
      "6:32 !contains Ann is a rule, not a value"),
    Case(
      "when: { the app shows: one }\nthen: { it shows: [{ name: !contains Ann }, { name: !not Igor }] }",
      "6:32 !contains Ann is a rule, not a value"),
    Case(
      "when: { the app shows: [a] }\nthen: { it shows: !unordered [a, !contains x] }",
      "6:38 !contains x is a rule, not a value"),
    Case(
      "when: { the app shows: { b: 1 } }\nthen: { it shows: { a: [!above 3] } }",
      "6:29 !above 3 is a rule, not a value"),
    Case(
      "when: the app fails\nthen: { it shows: 3 }",
      "5:11 the failure has no value to update: it is broken"),
    Case(
      "when: { the app shows: { state: info } }\nthen: { it shows: { stat: info } }",
      "6:31 there is no \"stat\"; did you mean \"state\""),
    Case("then: it is 2", "5:11 the number is part of the step; edit it by hand"),
    Case("then: it is", "5:11 the failure has no value to update: it is not"),
    Case("then: { it shows \"a\": 3 }", "5:13 the failure has no value to update: there is no a"),
    Case(
      "then: [never within 1 s: { it shows: null }]",
      "5:32 the failure has no value to update: \"it shows\" became true at once"),
    Case(
      "when: the app shows 3 after 1 s\nthen: { for 5 s: { it shows: null } }",
      "6:34 it held at first, but then the value changed"),
    // Anchors, values of examples that acts use, too, and values of several parts.
    Case(
      "when: { the app shows: { b: 1, c: 1 } }\nthen: { it shows: { b: &a 2, c: *a } }",
      "6:28 an alias (*) refers to it, so the update would change other values too"),
    Case("when: { the app shows: 1 }\nthen: { it shows: &a 2 }", "6:23 it has an anchor (&)"),
    Case(
      "when: { the app shows: { a: x, b: <b> } }\nthen: { it shows: { a: <b> } }\nexamples: [{ b: y }]",
      "7:21 the update would also change other parts of the story"),
    Case(
      "when: { the app shows: a and c }\nthen: { it shows: a and <other> }\nexamples: [{ other: b }]",
      "6:23 it is composed from other parts of the story"),
    Case(
      "when: the app shows 7 after 1 s\ntimeline: { step: 1 s, values: { o: !absent }, then: { it shows: o--- } }",
      "6:70 the timeline has no name for the observed value"),
  ]

  /// Expects that nothing of a story is accepted, for these reasons.
  private func expectRefusals(_ refusals: [String], of story: String) async {
    let accepted = await Accepted(story)
    #expect(accepted.refusals == refusals)
    #expect(accepted.text == story)
  }

  @Test(arguments: checks)
  func `a difference that cannot be accepted is refused with a reason`(value: Case) async {
    await expectRefusals(value.refusals, of: scenario("mirror", value.steps))
  }

  @Test(.timeLimit(.minutes(10))) func `a rule that is 30 levels deep is refused at once`() async {
    let (start, end) = (
      String(repeating: "{ a: ", count: 30), String(repeating: " }", count: 30)
    )
    let story = scenario(
      "mirror", "when: { the app shows: 1 }\nthen: { it shows: \(start)!above 3\(end) }")
    await expectRefusals(["6:173 !above 3 is a rule, not a value"], of: story)
  }

  @Test func `a value of an always check cannot be accepted`() async {
    let story =
      scenario("mirror", "when: { the app shows: 2 }") + "always:\n  - it shows: !absent\n"
    await expectRefusals(["7:15 it must hold at every moment, not only at this one"], of: story)
  }

  @Test func `an example cell that only checks use can be accepted`() async {
    let story = scenario(
      "mirror",
      """
      when: { the app shows: [<typed>, 1] }
      then: { it shows: [<typed>, <count>] }
      examples:
        - { typed: a, count: 1 }
        - { typed: b, count: 2 } # why
      """)
    let accepted = await Accepted(story)
    #expect(accepted.refusals == [])
    #expect(accepted.text == story.replacing("b, count: 2", with: "b, count: 1"))
  }

  @Test func `a phrase that needs different values in two scenarios cannot be accepted`() async {
    let story =
      story(
        "mirror",
        """
          - scenario: A
            when: { the app shows: 1 }
            then: it is one
          - scenario: B
            when: { the app shows: 2 }
            then: it is one
        """) + "phrases:\n  it is one: { then: { it shows: 1 } }\n"
    await expectRefusals(
      ["11:34 it is used by \"S › A\" and \"S › B\", with different values"], of: story)
  }

  @Test func `a shared value cannot be accepted until every scenario reaches its check`() async {
    let story = story(
      "mirror",
      """
        - scenario: A <shown>
          when: { the app shows: <shown> }
          then: { it shows: <expected> }
          examples:
            - { shown: 1, expected: 1 }
            - { shown: 2, expected: 7 }
            - { shown: 3, expected: 8 }
          scenarios:
            - scenario: B
              then: { it shows: 9 }
      """)
    let accepted = await Accepted(story)
    #expect(
      accepted.refusals == [
        "13:27 \"S › A 2 › B\" also uses this value, but fails before reaching it"
      ])
    let agreeing = story.replacing("expected: 7", with: "expected: 2")
      .replacing("expected: 8", with: "expected: 3")
    #expect(accepted.text == agreeing)
    let again = await Accepted(accepted.text)
    #expect(
      again.refusals == [
        "13:27 it is used by \"S › A 1 › B\" and \"S › A 2 › B\", with different values"
      ])
    #expect(again.text == agreeing)
  }

  @Test func `a key that is gone without a similar key becomes absent`() async {
    let story = scenario(
      "mirror", "when: { the app shows: { state: info } }\nthen: { it shows: { text: x } }")
    let accepted = await Accepted(story)
    #expect(accepted.refusals == [])
    #expect(accepted.text == story.replacing("text: x", with: "text: !absent"))
  }

  @Test func `a shared value can be accepted when all scenarios agree`() async {
    let story =
      story(
        "mirror",
        """
          - scenario: A
            when: { the app shows: 3 }
            then: it is one
            scenarios:
              - scenario: B
                then: it is one
          - scenario: C
            when: { the app shows: 3 }
            then: it is one
        """) + "phrases:\n  it is one: { then: { it shows: 1 } }\n"
    let accepted = await Accepted(story)
    #expect(accepted.refusals == [])
    #expect(accepted.text == story.replacing("it shows: 1", with: "it shows: 3"))
  }

  @Test func `differences of a known issue are not accepted`() async {
    let story = story(
      "mirror",
      """
        - scenario: A
          known issue: M-1
          then: { it shows: 1 }
          scenarios:
            - scenario: B
              then: { it shows: 2 }
      """)
    let accepted = await Accepted(story)
    #expect(accepted.refusals == [])
    // Only the failure gets its name.
    #expect(
      accepted.text == story.replacing("known issue: M-1", with: "known issue: { M-1: it shows }"))
  }
}

@Suite("Accepted timeline rows")
struct AcceptedRowTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var before: String
    var after: String
    var refusals: [String] = []

    var testDescription: String { before }

    func story(_ row: String) -> String {
      scenario(
        "mirror",
        """
        timeline:
          step: 1 s
          values: { o: !absent, a: 1, b: 2 }
          when:
            the app shows: --a-b-
          then:
            it shows: \(row)
        """)
    }
  }

  private static let rows: [Case] = [
    Case(before: "o-ab--", after: "o-a-b-"),
    Case(before: "o-a-b", after: "o-a-b"),
    Case(before: "o- ab --  # seen", after: "o- a- b-  # seen"),
    Case(before: "'o-ab--'", after: "'o-a-b-'"),
    Case(before: "o-a", after: "o-a-b"),
    Case(
      before: "\"\\x6F-ab\"", after: "\"\\x6F-ab\"",
      refusals: ["11:19 it is composed from other parts of the story"]),
  ]

  @Test(arguments: rows)
  func `an accepted timeline row shows the actual values`(row: Case) async {
    let accepted = await Accepted(row.story(row.before))
    #expect(accepted.text == row.story(row.after))
    #expect(accepted.refusals == row.refusals)
  }
}
