import ScenarioLanguage
import Testing

@Suite("Keys without a value")
struct KeysWithoutValueTests {
  @Test(
    arguments: [
      ("then: { a: { b: } }", "then: { a: { b: !absent } }"),
      ("then: { a: { b : } }", "then: { a: { b : !absent } }"),
      ("then: { a: { b: , c: [{ d: }] } }", "then: { a: { b: !absent , c: [{ d: !absent }] } }"),
      ("then:\n  a:\n    b:  # c\n    d: 1", "then:\n  a:\n    b: !absent  # c\n    d: 1"),
      (
        "then:\n  - for 1 s:\n      a:\n        b:",
        "then:\n  - for 1 s:\n      a:\n        b: !absent"
      ),
      ("given: { a: { b: } }", "given: { a: { b: null } }"),
      ("when: { a: [{ b: }] }", "when: { a: [{ b: null }] }"),
      (
        "given: { a: &x { b: } }\nthen: { c: *x }", "given: { a: &x { b: null } }\nthen: { c: *x }"
      ),
      (
        "timeline: { step: 1 s, values: { x: }, then: { a: x } }",
        "timeline: { step: 1 s, values: { x: null }, then: { a: x } }"
      ),
      // Probably a key and a value, so the meaning is wrong already.
      ("then: { a: { b:c } }", "then: { a: { b:c } }"),
      ("then: { a: { b } }", "then: { a: { b } }"),
      ("then: { a: { b: &x } }", "then: { a: { b: &x } }"),
      // Not in data.
      ("given:\nthen: { a: }", "given:\nthen: { a: }"),
    ])
  func `an upgrade writes the former meaning of a key without a value`(
    before: String, after: String
  ) {
    let story = { (lines: String) in
      "story: S\nmodule: m\nscenarios:\n  - scenario: One\n    "
        + lines.replacing("\n", with: "\n    ") + "\n"
    }
    let upgraded = TestStories.read(story(before)).upgraded
    #expect(String(decoding: upgraded.bytes, as: UTF8.self) == story(after))
  }

  @Test func `an example of empty texts fills a plain text with an empty text`() throws {
    let (scenario, diagnostics) = TestStories.scenario(
      """
      then: { a: { b: <x><y> } }
      examples: [{ x: "", y: "" }]
      """)
    #expect(diagnostics == [])
    let data = try #require(scenario?.steps.first?.sentences.first?.data)
    #expect(data["b"]?.isNull == false)
  }
}
