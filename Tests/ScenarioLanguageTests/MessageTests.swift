import Testing

@testable import ScenarioLanguage

@Suite("Messages")
struct MessageTests {
  /// A German with the messages of a file.
  private static func german(_ messages: String) throws -> Keywords {
    let words = "keywords:\n  scenario: Szenario\n"
    return Keywords(LanguageFile(code: "de", bytes: Array((words + messages).utf8)))
  }

  private func translation(of message: String, _ messages: String) throws -> String {
    StoryLanguage(keywords: try Self.german("messages:\n" + messages)).translation(of: message)
  }

  private let name = "scenarois"

  @Test func `a message is in English, with its words in the language`() throws {
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

  @Test func `a message within a message and a joined one are one text`() throws {
    let kind: Message = "a \(word: "scenario")"
    let message: Message = "this is \(kind)" + ", not \(name)"
    #expect(message.text(in: try Self.german("")) == "this is a Szenario, not scenarois")
  }

  @Test func `a translation has the arguments of the message in its own order`() throws {
    let messages = "  'unknown key \"{1}\" on line {2}': 'in Zeile {2}: „{1}“ gibt es nicht'\n"
    #expect(
      try translation(of: "unknown key \"scenarois\" on line 3", messages)
        == "in Zeile 3: „scenarois“ gibt es nicht")
    #expect(
      try translation(of: "unknown key \"a \" on line 1\" on line 3", messages)
        == "in Zeile 1\" on line 3: „a “ gibt es nicht")
    let others = ["unknown key \"scenarois\"", "an unknown key \"a\" on line 3", ""]
    for other in others { #expect(try translation(of: other, messages) == other) }
  }

  @Test func `an argument that is a message without blanks is translated, too`() throws {
    let messages =
      "  '\"{1}\" is a text, but this is {2}': '„{1}“ ist ein Text, dies {2}'\n  a list: eine Liste\n"
    #expect(
      try translation(of: "\"tags\" is a text, but this is a list", messages)
        == "„tags“ ist ein Text, dies eine Liste")
  }

  @Test func `an argument that has an argument itself is translated, too`() throws {
    let messages =
      "  'expected {1}, but {2}': 'statt {1}: {2}'\n  'this is {1}': 'dies ist {1}'\n  a list: Liste\n"
    #expect(
      try translation(of: "expected a text, but this is a list", messages)
        == "statt a text: dies ist Liste")
  }

  @Test func `an argument in quotes, and a word, are an author's text`() throws {
    let messages =
      "  'no key \"{1}\"': 'kein „{1}“'\n  'Did you mean: {1}': 'Oder: {1}'\n  data: Daten\n"
      + "  a list: Liste\n"
    #expect(try translation(of: "no key \"a list\"", messages) == "kein „a list“")
    #expect(try translation(of: "Did you mean: data", messages) == "Oder: data")
  }

  @Test func `the message with most text is the one that is meant`() throws {
    let messages =
      "  'unknown {1}': 'unbekannt: {1}'\n  'unknown key {1}': 'Schlüssel {1} unbekannt'\n"
    #expect(try translation(of: "unknown key a", messages) == "Schlüssel a unbekannt")
    #expect(try translation(of: "unknown tag a", messages) == "unbekannt: tag a")
  }

  @Test func `each line of a message has a translation of its own`() throws {
    let messages = "  one: eins\n  'three {1}': 'drei {1}'\n"
    #expect(try translation(of: "one\ntwo\nthree times", messages) == "eins\ntwo\ndrei times")
  }

  /// The languages with messages, without which a new one may begin.
  private static let translated = LanguageFile.all.filter { !$0.words(in: .messages).isEmpty }

  @Test(arguments: translated.map(\.code))
  func `a translation has no other blanks than its message`(code: String) throws {
    let file = try #require(LanguageFile.all.first { $0.code == code })
    let messages = file.words(in: .messages)
    #expect(messages.count > 150)
    #expect(Set(messages.map(\.name)).count == messages.count)
    for (key, texts) in messages {
      let blanks = { (text: String) in Set(text.matches(of: /\{\d+\}/).map { String($0.output) }) }
      for text in texts { #expect(blanks(text).isSubset(of: blanks(key)), "\(code).yaml: \(key)") }
    }
  }

  @Test func `all languages translate the same messages`() {
    let messages = Self.translated.map { $0.words(in: .messages).map(\.name) }
    #expect(messages.count >= 4)
    for others in messages { #expect(others == messages[0]) }
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "de"), (["LC_ALL": "fr", "LANG": "de_DE"], "fr"),
    (["LC_ALL": "", "LC_MESSAGES": "ru_RU", "LANG": "de_DE"], "ru"), (["LANG": "C.UTF-8"], "en"),
    (["LANG": "xx_XX"], "en"), ([:], "en"), (["LC_ALL": "C", "LANG": "es_ES"], "en"),
  ]) func `the environment names the terminal's language`(
    environment: [String: String], code: String
  ) {
    #expect(StoryLanguage.ofTerminal(environment).code == code)
  }

  @Test func `a location has the language of its story, also after it was sent`() throws {
    let text = """
      story: One
      module: a
      ---
      # Sprache: fr
      Geschichte: Zwei
      Modul: b
      Szenarien:
        - language: es
      Sprache: "de"   # Deutsch
      ---
      история: Три
      """
    let source = SourceFile(path: "story.yaml", text: text)
    let codes = [1, 2, 5, 8, 9, 11].map { line in
      let start = source.position(atOffset: source.lineStarts[line - 1] + 1)
      return source.location(of: SourceRange(start: start, end: start)).language
    }
    #expect(codes == [nil, nil, "de", "de", "de", "ru"])
  }

  @Test func `a diagnostic is in English, and its text is in the language of its story`() throws {
    let story = "Sprache: de\nGeschichte: Notizen\nModul: notes\nscenarois:\n"
    let file = StoryFile(reading: SourceFile(path: "story.yaml", text: story))
    let found = try #require(file.diagnostics.first { $0.message.hasPrefix("unknown key") })
    #expect(found.message == "unknown key \"scenarois\"")
    #expect(
      found.description.hasPrefix("story.yaml:4:1: error: unbekannter Schlüssel „scenarois“\n"))
  }
}
