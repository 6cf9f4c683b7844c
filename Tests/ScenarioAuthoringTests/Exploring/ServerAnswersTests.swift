import Testing

@testable import ScenarioAuthoring

@Suite("Answers that are varied")
struct ServerAnswersTests {
  @Test(arguments: [
    (
      "{ a: 1, b: [x, { c: 'd, e' }] }",
      ["{ b: [x, { c: 'd, e' }] }", "{ a: 1 }", "{ a: 1, b: [] }"]
    ),
    ("[{ a: null, b: \"c\" }, 2]", ["[]", "[{ b: \"c\" }, 2]", "[{ a: null }, 2]"]),
    ("{ \"a: b\": 1 }", ["{}"]), ("7", []), ("[]", []),
  ])
  func `data lack each part in turn`(_ data: String, _ less: [String]) {
    #expect(Reductions.of(data).map(\.notation) == less)
  }
}
