import StoryTestSupport
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
      ["6:48 no value in this scenario has the key \"idd\"; check its spelling"]
    ),
    (
      "then: { it shows: { items: !not-contains { nmae: 1 } } }",
      ["6:48 no key is called \"nmae\" here; the nearest key is \"name\""]
    ),
    (
      "then: { it shows: { items: !not-unordered [{ nmae: x }] } }",
      ["6:50 no key is called \"nmae\" here; the nearest key is \"name\""]
    ),
    (
      "then: { never within 1 s: { it shows: { items: !unordered [{ id: 1, nmae: x }] } } }",
      ["6:73 no key is called \"nmae\" here; the nearest key is \"name\""]
    ),
    (
      "then: { it shows: { items: [{ nmae: !absent }] } }",
      ["6:35 no key is called \"nmae\" here; the nearest key is \"name\""]
    ),
    (
      "then: { it shows: { InfoText: !absent } }",
      ["6:25 no key is called \"InfoText\" here; the nearest key is \"infoText\""]
    ),
    (
      "then: { it shows: { infoTxt: !absent, infoText: A fact } }",
      ["6:25 no value in this scenario has the key \"infoTxt\"; check its spelling"]
    ),
    (
      "then: { it shows: { message: !absent } }",
      ["6:25 no value in this scenario has the key \"message\"; check its spelling"]
    ),
    (
      "then: { it shows: { line2: !absent } }",
      ["6:25 no value in this scenario has the key \"line2\"; check its spelling"]
    ),
    (
      "then: { it shows: { items: [{ tags: !absent }] } }",
      ["6:35 no value in this scenario has the key \"tags\"; check its spelling"]
    ),
    (
      "then: { never within 1 s: { it shows: { message: A fact } } }",
      ["6:45 no value in this scenario has the key \"message\"; check its spelling"]
    ),
    // The type names the key of an absent value.
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

  @Test func `a key that the scenario observes in another check is no suspected typo`() async {
    let outcome = await tell(
      scenario(
        "mirror",
        """
        steps:
          - when: { the app shows: { alert: { title: A }, items: [{ id: 1 }] } }
          - then: { it shows: { alert: { title: A } } }
          - when: { the app shows: { state: info, items: [{ name: x }] } }
          - then: { it shows: { alert: !absent, title: !absent, items: [{ id: !absent }] } }
        """), to: MirrorModule.self)
    #expect(outcome.failures() == [])
    #expect(
      outcome.notes()
        == ["9:45 no value in this scenario has the key \"title\"; check its spelling"])
  }

  @Test func `a key that only another scenario observes is noted`() async {
    let outcome = await tell(
      story(
        "mirror",
        """
          - scenario: A
            when: { the app shows: { alert: Stop } }
            then: { it shows: { alert: Stop } }
          - scenario: B
            when: { the app shows: { state: info } }
            then: { it shows: { alert: !absent } }
          - scenario: C
            when: { the app shows: { state: info } }
            scenarios:
              - scenario: In it
                then: { it shows: { alert: !absent } }
          - scenario: D
            steps:
              - when: { the app shows: { alert: Stop } }
              - then: { it shows: { alert: Stop } }
            scenarios:
              - scenario: In that
                when: { the app shows: { state: info } }
                then: { it shows: { alert: !absent } }
        """), to: MirrorModule.self)
    let note = "no value in this scenario has the key \"alert\"; check its spelling"
    #expect(outcome.notes(on: "A") == [])
    #expect(outcome.notes(on: "B") == ["9:25 \(note)"])
    #expect(outcome.notes(on: "In it") == ["14:29 \(note)"])
    #expect(outcome.notes(on: "In that") == [])
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
