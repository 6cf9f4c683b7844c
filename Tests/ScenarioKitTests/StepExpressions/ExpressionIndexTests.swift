import ScenarioKit
import Testing

@Suite("Expression index")
struct ExpressionIndexTests {
  private static let sources = [
    "the reader taps {string}", "the reader taps", "{word} taps {string}", "the reader(s) rest(s)",
    "das Café öffnet", "the screen shows", "belly/stomach aches",
  ]

  private func candidates(_ sentence: String) throws -> [String] {
    let expressions = try Self.sources.map { try StepExpression($0) }
    return ExpressionIndex(expressions).candidates(for: sentence).map { Self.sources[$0] }
  }

  @Test func `an expression index returns candidates in the order of definition`() throws {
    #expect(
      try candidates(#"the reader taps "Load""#) == [
        "the reader taps {string}", "the reader taps", "{word} taps {string}",
        "the reader(s) rest(s)", "belly/stomach aches",
      ])
    for sentence in ["the screen", ""] {
      #expect(try candidates(sentence) == ["{word} taps {string}", "belly/stomach aches"])
    }
  }

  @Test func `an expression index treats composed and decomposed accents alike`() throws {
    #expect(try candidates("das Cafe\u{301} o\u{308}ffnet").contains("das Café öffnet"))
    #expect(try candidates("das Cafe öffnet").contains("das Café öffnet") == false)
  }

  @Test(arguments: [
    #"the reader taps "Load""#, "the reader taps", #"Ann taps "x""#, "the readers rest",
    "the reader rests", "das Cafe\u{301} öffnet", "the screen shows", "belly aches",
    "stomach aches",
  ])
  func `an expression index never omits a matching expression`(sentence: String) throws {
    let expressions = try Self.sources.map { try StepExpression($0) }
    let matching = try expressions.indices.filter { try expressions[$0].match(sentence) != nil }
    #expect(!matching.isEmpty)
    let found = Set(ExpressionIndex(expressions).candidates(for: sentence))
    #expect(found.isSuperset(of: matching))
  }
}
