import ScenarioKit
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

  @Test(arguments: [0, 1, 2])
  func `the sentence about a number of requests is a step of the server`(_ count: Int) throws {
    let sentences = Vocabulary(of: TimetableModule.self).sentences
    #expect(try sentences.matches(of: ServerAnswers.sent(count)).count == 1)
  }
}
