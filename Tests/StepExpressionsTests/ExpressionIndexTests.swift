import StepExpressions
import Testing

@Suite("An index of expressions")
struct ExpressionIndexTests {
  private static let sources = [
    "the reader taps {string}", "the reader taps", "{word} taps {string}", "the reader(s) rest(s)",
    "das Café öffnet", "the screen shows", "belly/stomach aches",
  ]

  private func candidates(_ sentence: String) throws -> [String] {
    let expressions = try Self.sources.map { try StepExpression($0) }
    return ExpressionIndex(expressions).candidates(for: sentence).map { Self.sources[$0] }
  }

  @Test func `finds those that can match, in their order`() throws {
    #expect(
      try candidates(#"the reader taps "Load""#) == [
        "the reader taps {string}", "the reader taps", "{word} taps {string}",
        "the reader(s) rest(s)", "belly/stomach aches",
      ])
    #expect(try candidates("the screen") == ["{word} taps {string}", "belly/stomach aches"])
    #expect(try candidates("") == ["{word} taps {string}", "belly/stomach aches"])
  }

  @Test func `knows a letter however its accent is written`() throws {
    #expect(try candidates("das Cafe\u{301} o\u{308}ffnet").contains("das Café öffnet"))
    #expect(try candidates("das Cafe öffnet").contains("das Café öffnet") == false)
  }

  @Test(arguments: [
    #"the reader taps "Load""#, "the reader taps", #"Ann taps "x""#, "the readers rest",
    "the reader rests", "das Cafe\u{301} öffnet", "the screen shows", "the screen shows it", "",
  ])
  func `leaves out none that matches`(sentence: String) throws {
    let expressions = try Self.sources.map { try StepExpression($0) }
    let matching = try expressions.indices.filter { try expressions[$0].match(sentence) != nil }
    let found = Set(ExpressionIndex(expressions).candidates(for: sentence))
    #expect(found.isSuperset(of: matching))
  }
}
