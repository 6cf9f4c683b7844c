import ScenarioLanguage
import Testing

@Suite("Keys without a value")
struct KeysWithoutValueTests {
  @Test(arguments: [
    ("then: ~", "nothing follows \"then:\""), ("when: null", "nothing follows \"when:\""),
    ("steps: ~", "nothing follows \"steps:\""), ("then: [~]", "this list item is empty"),
    ("when: a <x>\nexamples: ~", "nothing follows \"examples:\""),
    ("when: a <x>\nexamples: [{}]", "this list item is empty"),
  ])
  func `nothing in place of steps and examples is an error`(lines: String, message: String) {
    let messages = TestStories.scenario(lines).diagnostics.map(\.message)
    #expect(messages.contains(message), "\(messages)")
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
