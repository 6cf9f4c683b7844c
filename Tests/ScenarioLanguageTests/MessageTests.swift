import Testing

@testable import ScenarioLanguage

@Suite("Messages")
struct MessageTests {
  /// A German with the messages of a file.
  private static func german(_ messages: String) throws -> Keywords {
    let words = "keywords:\n  scenario: Szenario\n"
    return Keywords(LanguageFile(code: "de", bytes: Array((words + messages).utf8)))
  }

  private let name = "scenarois"

  @Test func `a message has a key with numbers for its arguments`() {
    let message: Message = "unknown key \"\(name)\" on line \(3)"
    #expect(message.key == "unknown key \"{1}\" on line {2}")
    #expect(message.english == "unknown key \"scenarois\" on line 3")
  }

  @Test func `a language translates a message by its key and may order its arguments`() throws {
    let german = try Self.german(
      "messages:\n  'unknown key \"{1}\" on line {2}': 'in Zeile {2}: „{1}“ gibt es nicht, {3}'\n")
    let message: Message = "unknown key \"\(name)\" on line \(3)"
    #expect(message.text(in: german) == "in Zeile 3: „scenarois“ gibt es nicht, {3}")
  }

  @Test func `a message that a language lacks is in English, with its words in the language`()
    throws
  {
    let message: Message = "begin it with \"- \(word: "scenario"): \(name)\""
    #expect(message.text(in: try Self.german("")) == "begin it with \"- Szenario: scenarois\"")
    #expect(message.text(in: Keywords.english) == "begin it with \"- scenario: scenarois\"")
    #expect(message.english == "begin it with \"- scenario: scenarois\"")
  }

  @Test func `an author's text is not taken for a word of the language`() throws {
    let text = "\"scenario: One\""
    let message: Message = "this is \(text)"
    #expect(message.text(in: try Self.german("")) == "this is \"scenario: One\"")
  }

  @Test func `a message within a message and a joined one are translated`() throws {
    let german = try Self.german(
      "messages: { a text: ein Text, 'this is {1}, not {2}': 'das ist {1}, nicht {2}' }\n")
    let kind: Message = "a text"
    let message: Message = "this is \(kind)" + ", not \(name)"
    #expect(message.key == "this is {1}, not {2}")
    #expect(message.text(in: german) == "das ist ein Text, nicht scenarois")
  }

  @Test func `the hint that names what was meant has a key`() throws {
    let hint: Message = didYouMean("scenarios")
    #expect(hint.key == "Did you mean: {1}")
    #expect(hint.english == "Did you mean: scenarios")
  }

  @Test(arguments: LanguageFile.all.dropFirst().map(\.code))
  func `a translated message has the blanks of its key`(code: String) throws {
    let file = try #require(LanguageFile.all.first { $0.code == code })
    for (key, texts) in file.words(in: .messages) {
      let blanks = { (text: String) in Set(text.matches(of: /\{\d+\}/).map { String($0.output) }) }
      for text in texts { #expect(blanks(text) == blanks(key), "\(code).yaml: \(key)") }
    }
  }

  @Test func `a diagnostic of a story is in the language of its file`() throws {
    let story = "story: Notes\nmodule: notes\nscenarois:\n"
    let log = StoryLog(of: SourceFile(path: "story.yaml", text: story))
    let german = try Self.german("messages:\n  'unknown key \"{1}\"': 'unbekannt: {1}'\n")
    let reader = Reader(context: StoryContext(keywords: german, log: log))
    let start = SourceRange(start: .start, end: .start)
    reader.report("unknown key \"\(name)\"", at: start, hints: [didYouMean("scenarios")])
    #expect(log.found.diagnostics.map(\.message) == ["unbekannt: scenarois"])
    #expect(log.found.diagnostics.map(\.hints) == [["Did you mean: scenarios"]])
  }

  private struct Reader: StoryPartReader {
    let context: StoryContext
  }
}
