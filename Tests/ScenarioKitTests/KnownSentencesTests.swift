import ScenarioKit
import Testing

@Suite("Known sentences")
struct KnownSentencesTests {
  @Test(arguments: [
    #"the reader taps "Load""#, "the reader taps", #"Ann taps "x""#, "the readers rest",
    "the reader rests", "das Cafe\u{301} öffnet", "das Cafe\u{301} o\u{308}ffnet",
    "the screen shows", "belly aches", "stomach aches",
  ])
  func `each step definition that matches a sentence is found, in the order of definition`(
    sentence: String
  ) throws {
    let sentences = Vocabulary(of: Beginnings.self).sentences
    let entries = sentences.entries
    let matching = try entries.indices.filter {
      try entries[$0].expression.match(sentence) != nil
    }
    #expect(!matching.isEmpty)
    #expect(try sentences.matches(of: sentence).map(\.position) == matching)
  }

  @Test(arguments: ["das Cafe öffnet", "the screen", ""])
  func `a sentence without a step definition has no match`(sentence: String) throws {
    let sentences = Vocabulary(of: Beginnings.self).sentences
    #expect(try sentences.matches(of: sentence).isEmpty)
  }
}

private final class Beginnings: Module {
  static let name = "beginnings"

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the reader taps {string}") { (_, _: String) in }
    When("the reader taps") { _ in }
    When("{word} taps {string}") { (_, _: String, _: String) in }
    When("the reader(s) rest(s)") { _ in }
    When("das Café öffnet") { _ in }
    When("the screen shows") { _ in }
    When("belly/stomach aches") { _ in }
  }
}
