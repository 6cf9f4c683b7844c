import Foundation
import Testing

@testable import ScenarioLanguage

@Suite("Messages")
struct MessageTests {
  /// A German with the messages of a file.
  private static func german(_ messages: String) throws -> StoryLanguage {
    let words = "keywords:\n  scenario: Szenario\n"
    return StoryLanguage(LanguageFile(code: "de", bytes: Array((words + messages).utf8)))
  }

  private let name = "scenarois"

  @Test func `a message is in English, with its words in the language`() throws {
    let message: Message = "begin it with \"- \(word: "scenario"): \(name)\""
    #expect(
      message.inWords(try Self.german("").word).english == "begin it with \"- Szenario: scenarois\""
    )
    #expect(
      message.inWords(StoryLanguage.english.word).english
        == "begin it with \"- scenario: scenarois\"")
    #expect(message.english == "begin it with \"- scenario: scenarois\"")
  }

  @Test func `an author's text is not taken for a word of the language`() throws {
    let text = "\"scenario: One\""
    let message: Message = "this is \(text)"
    #expect(message.inWords(try Self.german("").word).english == "this is \"scenario: One\"")
  }

  @Test func `a message within a message and a joined one are one text`() throws {
    let kind: Message = "a \(word: "scenario")"
    let message: Message = "this is \(kind)" + ", not \(name)"
    #expect(
      message.inWords(try Self.german("").word).english == "this is a Szenario, not scenarois")
  }

  @Test(
    arguments: [
      ("unknown key \"\("a")\" on line \(3)", "in Zeile 3: „a“ gibt es nicht"),
      ("unknown key \"\("\" on 1")\" on line \(3)", "in Zeile 3: „\" on 1“ gibt es nicht"),
      ("\"\("tags")\" is a text, but this is \("a list")", "„tags“ ist ein Text, dies eine Liste"),
      ("expected \("a text"), but \("this is a list")", "statt a text: this is a list"),
      ("no key \"\("a list")\"", "kein „a list“"), ("Did you mean: \("data")", "Oder: data"),
      ("unknown key \("a")", "Schlüssel a unbekannt"), ("unknown \("key a")", "unbekannt: key a"),
    ] as [(Message, String)])
  func `a translation has the arguments in its own order, and texts among them stay as they are`(
    message: Message, german: String
  ) throws {
    let messages = """
        'unknown key "{1}" on line {2}': 'in Zeile {2}: „{1}“ gibt es nicht'
        '"{1}" is a text, but this is {2}': '„{1}“ ist ein Text, dies {2}'
        'expected {1}, but {2}': 'statt {1}: {2}'
        'this is {1}': 'dies ist {1}'
        'no key "{1}"': 'kein „{1}“'
        'Did you mean: {1}': 'Oder: {1}'
        'unknown {1}': 'unbekannt: {1}'
        'unknown key {1}': 'Schlüssel {1} unbekannt'
        data: Daten
        a list: eine Liste

      """
    let language = try Self.german("messages:\n" + messages)
    #expect(language.text(of: message) == german)
  }

  @Test func `a message is found by its literals, whatever its values say`() throws {
    let messages = """
        'unknown key "{1}" on line {2}': 'in Zeile {2}: „{1}“ gibt es nicht'
        'this is {1}': 'dies ist {1}'
        this is empty: dies ist leer
        'no key "{1}"': 'kein „{1}“'
        a list: eine Liste

      """
    let language = try Self.german("messages:\n" + messages)
    let name = "a\" on line 1: a list\nthis is b"
    let (kind, empty): (Message, Message) = ("a list", "empty")
    #expect(
      language.text(of: "unknown key \"\(name)\" on line \(3)")
        == "in Zeile 3: „\(name)“ gibt es nicht")
    #expect(language.text(of: "this is \(kind)") == "dies ist eine Liste")
    #expect(language.text(of: "this is \("a list")") == "dies ist eine Liste")
    #expect(language.text(of: "this " + "is \(empty)") == "dies ist leer")
    #expect(language.text(of: "no key \"\(kind)\"") == "kein „a list“")
    #expect(language.text(of: "nothing is \(kind)") == "nothing is a list")
    #expect(language.text(of: Message(verbatim: "a list")) == "eine Liste")
    #expect(language.text(of: Message(verbatim: "this is a list")) == "this is a list")
  }

  @Test func `messages with marks between them are translated one by one`() throws {
    let messages = """
        '{1} with marks': '{1}, mit Zeichen'
        '{1} notes': 'Hinweise: {1}'
        a list: eine Liste

      """
    let language = try Self.german("messages:\n" + messages)
    let list: Message = "\("a list" as Message), \(Message.counted(2, "note")) (\("a list"), 3)"
    #expect(language.text(of: list) == "eine Liste, Hinweise: 2 (a list, 3)")
    #expect(
      language.text(of: "\(list) with marks") == "eine Liste, Hinweise: 2 (a list, 3), mit Zeichen")
    #expect(language.text(of: "\(list) without") == "a list, 2 notes (a list, 3) without")
  }

  @Test func `values of each type, and texts with values between them, are arguments`() {
    let (part, error): (Substring, any Error) = (name.dropFirst(), CancellationError())
    let message: Message = "\(name), \(part), \(3) and \(error)"
    #expect(message.pattern == "{1}, {2}, {3} and {4}")
    #expect(
      message.arguments.map(\.english) == ["scenarois", "cenarois", "3", "CancellationError()"])
    let texts = Message(alternating: ["it takes ", "3 s", " of it"])
    #expect(texts.pattern == "it takes {1} of it")
    #expect(texts.english == "it takes 3 s of it")
  }

  @Test func `a hint shows an author's text as it is, and translates a message in it`() throws {
    let german = try #require(StoryLanguage.named("de"))
    let (text, end): (String, Message) = ("my scenarios", "after its last step")
    #expect(german.text(of: didYouMean(text)) == "Meinten Sie: my scenarios")
    #expect(
      german.text(of: didYouMean(anyOf: [text, "1 scenario"])[0])
        == "Meinten Sie eines von diesen: my scenarios, 1 scenario")
    let phrase: Message = "Did you mean: \(text)   (a phrase of this story)"
    #expect(
      german.text(of: phrase) == "Meinten Sie: my scenarios   (eine Wendung dieser Geschichte)")
    #expect(german.text(of: "In the simulation: \(text)") == "In der Simulation: my scenarios")
    #expect(
      german.text(of: "In the simulation: \(end)")
        == "In der Simulation: \(german.text(of: end))")
    #expect(german.text(of: end) != end.english)
  }

  @Test func `a message is encoded as literals and objects, and its corrections beside them`()
    throws
  {
    let kind: Message = "a \(word: "scenario")"
    let message = Message("\"\(name)\" is \(kind)", corrections: ["scenarios"])
    let messages: [Message] = [message, "over"]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(messages)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"[{"corrections":["scenarios"],"parts":["\"",{"value":"scenarois"},"\" is ","#
        + #"{"message":["a ",{"word":"scenario"}]}]},{"parts":["over"]}]"#)
    let read = try JSONDecoder().decode([Message].self, from: json)
    #expect(read.map(\.pattern) == ["\"{1}\" is {2}", "over"])
    #expect(read.map(\.corrections) == [["scenarios"], nil])
    #expect(
      read[0].inWords(try Self.german("").word).english == "\"scenarois\" is a Szenario")
  }

  @Test func `a text of an author is not translated, even if a message has the same words`() throws
  {
    let messages = "'skipped: {1}': 'übersprungen: {1}'\n    a list: eine Liste\n"
    let language = try Self.german("messages:\n    " + messages)
    let message: Message = "skipped: \(authored: "a list")"
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(message)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"parts":["skipped: ",{"isAuthored":true,"value":"a list"}]}"#)
    let read = try JSONDecoder().decode(Message.self, from: json)
    for text in [message, read, "\(message)"] {
      #expect(language.text(of: text) == "übersprungen: a list")
    }
    let masked = message.changingTexts { $0.replacing("list", with: "book") }
    #expect(language.text(of: masked) == "übersprungen: a book")
    #expect(language.text(of: "skipped: \("a list")") == "übersprungen: eine Liste")
  }

  @Test func `a message begins with a value, which can be in quotes`() {
    let inner: Message = "\(name): not as expected"
    let messages: [Message] = ["\(name): it is off", "\"\(name)\" became true", "\(inner), but"]
    for message in messages {
      #expect(message.begins(with: name))
      #expect(!message.begins(with: "scena"))
    }
    let later: Message = "a task that \"\(name)\" started never ends"
    for message in [later, Message(verbatim: "\(name): not as expected")] {
      #expect(!message.begins(with: name))
    }
  }

  @Test func `a message has each of its wordings, of which the first one is shown`() throws {
    let messages = """
        'it is {1}': ['es ist {1}', 'das ist {1}']
        over: [vorbei, zu Ende]
        'not on time': [zu spät, verspätet]

      """
    let language = try Self.german("messages:\n" + messages)
    #expect(language.texts(of: "it is \(2)") == ["es ist 2", "das ist 2"])
    #expect(language.texts(of: "over") == ["vorbei", "zu Ende"])
    let inner: Message = "not on time"
    #expect(
      language.texts(of: "it is \(inner)") == [
        "es ist zu spät", "das ist zu spät", "es ist verspätet", "das ist verspätet",
      ])
    #expect(language.texts(of: "it was \(2)") == ["it was 2"])
    #expect(language.text(of: "it is \(2)") == "es ist 2")
    #expect(StoryLanguage.english.texts(of: "it is \(2)") == ["it is 2"])
  }

  /// If you word a message of a failure better, add the earlier wording after it, in a list.
  @Test func `a failure keeps each of its wordings, because known issues name it by them`() throws {
    let path = "../Cases/wordings of failures.tsv"
    let file = URL(filePath: #filePath).appending(path: path).standardizedFileURL
    let tables = Dictionary(
      uniqueKeysWithValues: Self.translated.map { ($0.code, $0.table(of: .messages)) })
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 500)
    for line in lines {
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 3)
      let english = StoryLanguage.english.wordings(of: Message(verbatim: fields[1]))
      let wordings = fields[0] == "en" ? english : tables[fields[0]]?[fields[1]]
      #expect(wordings?.contains(fields[2]) == true, "\(line)")
    }
  }

  @Test(arguments: [(0, "… 0 weitere Zeilen"), (1, "… 1 weitere Zeile"), (2, "… 2 weitere Zeilen")])
  func `a number with its noun has a translation for one and for several`(
    number: Int, german: String
  ) throws {
    let language = try #require(StoryLanguage.named("de"))
    #expect(language.text(of: "… \(Message.counted(number, "more line"))") == german)
    #expect(Message.counted(number, "line").english == (number == 1 ? "1 line" : "\(number) lines"))
  }

  @Test func `a message is the same after it was sent, in each language`() throws {
    let story = "Sprache: de\nGeschichte: A\nModul: b\nSzenarein:\n  - Szenario: C\n    wenn: d\n"
    let file = StoryFile(reading: SourceFile(path: "story.yaml", text: story))
    let found = try #require(file.diagnostics.first { !$0.corrections.isEmpty })
    let sent = try JSONDecoder().decode(Diagnostic.self, from: JSONEncoder().encode(found))
    #expect(sent.messages == found.messages)
    #expect(sent.corrections == ["Szenarien"])
    for code in Self.translated.map(\.code) {
      let language = try #require(StoryLanguage.named(code))
      #expect(sent.translated(to: language).text == found.translated(to: language).text)
    }
  }

  @Test func `a diagnostic of an earlier version, which has no parts, is in English`() throws {
    let earlier = Data(
      #"{"severity":"error","rule":{"id":"unknown-key"},"message":"unknown key \"a b\"","hints":[]}"#
        .utf8)
    let found = try JSONDecoder().decode(Diagnostic.self, from: earlier)
    let german = try #require(StoryLanguage.named("de"))
    #expect(found.translated(to: german).text == "unknown key \"a b\"")
  }

  /// The languages with messages, without which a new one may begin.
  private static let translated = LanguageFile.all.filter { !$0.words(in: .messages).isEmpty }

  @Test(arguments: translated.map(\.code))
  func `each language translates the same messages, with no other blanks`(code: String) throws {
    let file = try #require(LanguageFile.all.first { $0.code == code })
    let messages = file.words(in: .messages)
    #expect(messages.count > 150 && Self.translated.count >= 4)
    #expect(messages.map(\.name) == Self.translated[0].words(in: .messages).map(\.name))
    #expect(Set(messages.map(\.name)).count == messages.count)
    for (key, texts) in messages {
      #expect(texts.first?.isEmpty == false, "\(code).yaml: \(key)")
      let blanks = { (text: String) in Set(text.matches(of: /\{\d+\}/).map { String($0.output) }) }
      for text in texts { #expect(blanks(text).isSubset(of: blanks(key)), "\(code).yaml: \(key)") }
    }
  }

  /// No message is taken for another one, and its values stay whole, whatever they are.
  @Test(arguments: translated.map(\.code), ["one", "", "the \"one\" of 2: a list, and 3"])
  func `each message is found by its literals`(code: String, value: String) throws {
    let language = try #require(StoryLanguage.named(code))
    let file = try #require(LanguageFile.all.first { $0.code == code })
    for (name, words) in file.words(in: .messages) {
      let literals = name.split(separator: #/\{\d\}/#, omittingEmptySubsequences: false)
      let texts = literals.flatMap { [String($0), value] }.dropLast()
      let translation = (words.first ?? name).replacing(#/\{\d\}/#, with: value)
      #expect(language.text(of: Message(alternating: Array(texts))) == translation, "\(name)")
    }
  }

  /// A value in a literal, without quotes in it.
  private static let value = #"\\\((?:[^()"]|\((?:[^()"]|\([^()"]*\))*\))*\)"#

  /// Returns the texts of the source files of some targets.
  private static func sources(of targets: String) throws -> [String] {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
    let path = try Regex("^Scenario(?:\(targets)).*\\.swift$")
    return try FileManager.default.subpathsOfDirectory(atPath: sources.path())
      .filter { $0.contains(path) }
      .map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }
  }

  /// Other targets have diagnostics about calls of commands, which are in English.
  @Test(arguments: [
    ("CheckFailure|[Ff]ailure|Note|DataError|report", "(?!Commands)", 200),
    ("Diagnostic|warn", "HTTP/|Kit/|Language/", 10),
  ])
  func `each message that Swift code reports has a translation`(
    calls: String, targets: String, least: Int
  ) throws {
    let value = Self.value
    let literal = try Regex<(Substring, Substring)>(
      "[^A-Za-z](?:\(calls)" + #")\(\s*"((?:[^"\\]|"# + value + #"|\\[^(]|"\s*\+\s*")*)""#)
    let messages = Self.translated[0].words(in: .messages).map(\.name).joined(separator: "\n")
    let german = try #require(StoryLanguage.named("de"))
    var count = 0
    for text in try Self.sources(of: targets) {
      for literal in text.matches(of: literal).map(\.output.1) {
        // Without the ends of literals that are joined, and the backslashes of quotes.
        let parts = literal.replacing(#/"\s*\+\s*"|\\(?=")/#, with: "")
          .split(separator: try Regex(value), omittingEmptySubsequences: false)
        let texts = parts.flatMap { [String($0), "1"] }.dropLast()
        let message = Message(alternating: Array(texts))
        // A blank can have a part of the message.
        let pattern = parts.map { NSRegularExpression.escapedPattern(for: String($0)) }
          .joined(separator: ".*")
        let isPart = messages.range(of: "(?m)^" + pattern, options: .regularExpression) != nil
        #expect(isPart || german.text(of: message) != message.english, "\(literal)")
        count += 1
      }
    }
    #expect(count > least)
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
