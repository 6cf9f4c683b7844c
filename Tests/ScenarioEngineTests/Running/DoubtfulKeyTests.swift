import Testing

@Suite("A key by whose absence a check holds")
struct DoubtfulKeyTests {
  private static let note = "nothing is called \"infoTxt\" here; there is \"infoText\""

  /// A check of what shows `{ state: info, infoText: A fact, items: [{ id: 1 }], line1: a }`, on line
  /// 6, and the notes on it.
  private static let checks: [(String, [String])] = [
    ("then: { it shows: { infoTxt: !absent } }", ["6:25 \(note)"]),
    ("then: { it shows: { infoTxt: ~ } }", ["6:25 \(note)"]),
    ("then: { it shows: { infoTxt: } }", ["6:25 \(note)"]),
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
      ["6:48 nothing is called \"nmae\" here; there is \"name\""]
    ),
    (
      "then: { it shows: { items: [{ nmae: !absent }] } }",
      ["6:35 nothing is called \"nmae\" here; there is \"name\""]
    ),
    (
      "then: { it shows: { InfoText: !absent } }",
      ["6:25 nothing is called \"InfoText\" here; there is \"infoText\""]
    ),
    ("then: { it shows: { infoTxt: !absent, infoText: A fact } }", []),
    ("then: { it shows: { message: !absent } }", []),
    ("then: { it shows: { line2: !absent } }", []),
    ("then: { it shows: { error: !absent } }", []),
    ("then: { it shows: !not { state: loading } }", []),
  ]

  @Test(arguments: checks)
  func `is told where it may have a slip in it`(check: String, notes: [String]) async {
    let told = await tell(
      scenario(
        "mirror",
        """
        when: { the app shows: { state: info, infoText: A fact, error: ~, line1: a, items: [{ id: 1, name: x }] } }
        \(check)
        """), to: MirrorModule.self)
    #expect(told.failures() == [])
    #expect(told.notes() == notes)
  }

  @Test func `is told once, and by the scenario that wrote it`() async {
    let told = await tell(
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
    #expect(told.notes(on: "A") == ["11:38 \(Self.note)"])
    #expect(told.notes(on: "B") == [])
  }

  @Test func `is no slip where it is there at another moment`() async {
    let told = await tell(
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
    #expect(told.failures() == [])
    #expect(told.notes() == [])
  }
}
