import Testing

@Suite("Suspected typos in keys")
struct SuspectedTypoTests {
  private static let note = "no key is called \"infoTxt\" here; the nearest key is \"infoText\""

  /// Checks on line 6 of a value with keys such as `state`, `infoText`, `items` and `line1`, and the
  /// notes on each check.
  private static let checks: [(String, [String])] = [
    ("then: { it shows: { infoTxt: !absent } }", ["6:25 \(note)"]),
    ("then: { it shows: { infoTxt: ~ } }", ["6:25 \(note)"]),
    ("then: { it shows: !not { infoTxt: A lie } }", ["6:30 \(note)"]),
    ("then: { it shows: { infoTxt: !one-of [!absent, A lie] } }", ["6:25 \(note)"]),
    ("then: { never within 1 s: { it shows: { infoTxt: A fact } } }", ["6:45 \(note)"]),
    ("then: { for 1 s: { it shows: { infoTxt: !absent } } }", ["6:36 \(note)"]),
    (
      "then: { it shows: { items: !not-contains { idd: 1 } } }",
      []
    ),
    (
      "then: { it shows: { items: !not-contains { nmae: 1 } } }",
      ["6:48 no key is called \"nmae\" here; the nearest key is \"name\""]
    ),
    (
      "then: { it shows: { items: [{ nmae: !absent }] } }",
      ["6:35 no key is called \"nmae\" here; the nearest key is \"name\""]
    ),
    (
      "then: { it shows: { InfoText: !absent } }",
      ["6:25 no key is called \"InfoText\" here; the nearest key is \"infoText\""]
    ),
    ("then: { it shows: { infoTxt: !absent, infoText: A fact } }", []),
    ("then: { it shows: { message: !absent } }", []),
    ("then: { it shows: { line2: !absent } }", []),
    ("then: { it shows: { error: !absent } }", []),
    ("then: { it shows: !not { state: loading } }", []),
  ]

  @Test(arguments: checks)
  func `a check that holds because of a mistyped key is noted`(
    check: String, notes: [String]
  ) async {
    let outcome = await tell(
      scenario(
        "mirror",
        """
        when: { the app shows: { state: info, infoText: A fact, error: ~, line1: a, items: [{ id: 1, name: x }] } }
        \(check)
        """), to: MirrorModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.notes() == notes)
  }

  @Test func `a suspected typo is noted once, for the scenario that contains it`() async {
    let outcome = await tell(
      story(
        "mirror",
        """
          - scenario: A
            when: { the app shows: { infoText: A fact } }
            then: [it is quiet, it is quiet]
            scenarios:
              - scenario: B
                when: { the app shows: 2 }
        """) + "phrases:\n  it is quiet: { then: { it shows: { infoTxt: ~ } } }\n",
      to: MirrorModule.self)
    #expect(outcome.notes(on: "A") == ["11:38 \(Self.note)"])
    #expect(outcome.notes(on: "B") == [])
  }

  @Test func `a key that exists at another moment is no suspected typo`() async {
    let outcome = await tell(
      scenario(
        "mirror",
        """
        steps:
          - when: { the app shows: { items: [] } }
          - then: it is empty
          - when: { the app shows: { items: [], item: 1 } }
          - then: it is empty
        """) + "phrases:\n  it is empty: { then: { it shows: { item: !one-of [!absent, 1] } } }\n",
      to: MirrorModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.notes() == [])
  }
}
