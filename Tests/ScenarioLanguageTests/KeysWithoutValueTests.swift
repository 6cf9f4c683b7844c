import ScenarioLanguage
import Testing

@Suite("Keys without a value")
struct KeysWithoutValueTests {
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
