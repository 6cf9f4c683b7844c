import ScenarioKit
import Testing

@Suite("Unknown sentences")
struct SuggestionTests {
  static let vocabulary = [
    "the screen appears",
    "the screen shows",
    "the screen was updated {int} time(s)",
    "no requests were sent",
    "the server answers {word} {word}",
    "the server fails {word} {word}: {}",
    "the reader taps {string}",
    "the reader taps send",
    "the reader types {string}",
    "the reader adds the link {string}",
    "the details screen opened for fact {int}",
    "an error alert was shown {int} time(s)",
    "{float} {word} pass/passes",
    "{string}",
    "{} {}",
  ]

  static let opposites = OppositeWords(
    negations: ["no", "not", "never"], prefixes: ["un", "dis"],
    pairs: [("open", "clos"), ("öffne", "schließ"), ("откры", "закры")])

  static func expressions() throws -> [StepExpression] {
    try vocabulary.map { try StepExpression($0) }
  }

  @Test(arguments: [
    (#"the reader tap "Load""#, "the reader taps {string}"),
    (#"teh reader taps "Load""#, "the reader taps {string}"),
    ("the reader taps Load", "the reader taps {string}"),
    ("the reader taps Show details", "the reader taps {string}"),
    (#"The Reader Taps "Load""#, "the reader taps {string}"),
    (#"reader taps "Load a useful fact""#, "the reader taps {string}"),
    (#"the reader taps on "Load""#, "the reader taps {string}"),
    (#"the reader taps "Load"#, "the reader taps {string}"),
    ("the reader tpyes 'x'", "the reader types {string}"),
    ("the reader taps sned", "the reader taps send"),
    ("the screen was updated three times", "the screen was updated {int} time(s)"),
    ("the screen was updated 3 tiems", "the screen was updated {int} time(s)"),
    ("the screen is updated 3 times", "the screen was updated {int} time(s)"),
    ("the screen appear", "the screen appears"),
    ("no request was sent", "no requests were sent"),
    ("the details screen opened for 123", "the details screen opened for fact {int}"),
    ("an error alert was showed once", "an error alert was shown {int} time(s)"),
    ("the server answer GET https://info-example.com/get_info", "the server answers {word} {word}"),
    ("100 ms passs", "{float} {word} pass/passes"),
    (#"the reader adds link "news.example/rss""#, "the reader adds the link {string}"),
  ])
  func `the intended expression is the first suggestion for an unknown sentence`(
    sentence: String, meant: String
  ) throws {
    // The last expression matches any two words.
    let expressions = try Self.expressions().dropLast()
    let found = StepExpression.suggestions(for: sentence, among: Array(expressions))
    #expect(found.first.map { Self.vocabulary[$0] } == meant)
    #expect(found.count <= 3)
  }

  @Test(arguments: [
    "", "x", "the weather is fine today", "完全に違う文", "\"", String(repeating: "a", count: 50),
  ])
  func `a sentence unlike every expression gets no suggestions`(sentence: String) throws {
    let expressions = try Self.expressions().dropLast()
    #expect(StepExpression.suggestions(for: sentence, among: Array(expressions)) == [])
  }

  @Test func `suggestions keep the order of equal expressions and respect the limit`() throws {
    let expressions = try ["taps a", "taps b", "taps c", "taps d"].map { try StepExpression($0) }
    #expect(StepExpression.suggestions(for: "taps x", among: expressions) == [0, 1, 2])
    let counts = [0, 1, 9].map {
      StepExpression.suggestions(for: "taps x", among: expressions, limit: $0).count
    }
    #expect(counts == [0, 1, 4])
    #expect(StepExpression.suggestions(for: "taps c", among: expressions).first == 2)
  }

  @Test(arguments: [
    ("three blind mice", "three blind mice", 0),
    ("three blind mice", "three blind mic", 10),
    ("three blind mice", "three blinds mice", 10),
    ("three blind mice", "three blond mice", 10),
    ("three blind mice", "htree blind mice", 10),
    ("three blind mice", "Three Blind mice", 2),
    ("mice", "", 40),
    ("", "mice", 40),
    ("", "", 0),
    ("cucumber(s)", "cucumbrs", 10),
    ("cucumber(s)", "cucumbr", 10),
    ("my belly/stomach", "my stomac", 10),
    ("{int} mice", "7 mice", 0),
    ("{int} mice", "999999999999999999999 mice", 0),
    ("{int} mice", "7 mic", 10),
    ("{word} mice", "blind mic", 11),
    ("{} mice", "all the blind mic", 13),
    ("{int} mice", "mice", 40),
    ("taps {string}", "taps Load", 24),
    ("taps {string}", "tap \"Load\"", 10),
    ("caf\u{E9}s", "cafe\u{301}", 10),
    ("жизнь", "Жизн", 11),
  ])
  func `the distance between sentence and expression counts edits`(
    source: String, sentence: String, distance: Int
  ) throws {
    #expect(try StepExpression(source).distance(to: sentence) == distance)
  }

  @Test(arguments: [
    ("the screen appears", "the screen appears", true),
    ("the screen appears", "the scren apears", true),
    ("the screen appears", "the screen opens", false),
    ("the reader taps {string}", "the reader taps Load", true),
    ("the reader taps {string}", "the reader presses \"Load\"", false),
    ("no requests were sent", "no request was sent", true),
    ("{int} pass", "7 pas", true),
    ("{int} pass", "7 were", false),
    ("the reader taps {string}", "the reader clicks on \"Load\"", false),
    ("the screen was updated {int} time(s)", "the list is empty", false),
  ])
  func `a sentence is close to an expression with up to a fifth of wrong letters`(
    source: String, sentence: String, isClose: Bool
  ) throws {
    #expect(try StepExpression(source).isClose(to: sentence) == isClose)
  }

  @Test(arguments: [
    ("the reader closes the screen", "the reader opens the screen"),
    ("no error alert was shown", "an error alert was shown"),
    ("the details screen did not open", "the details screen did open"),
    ("the list appears", "the list disappears"),
    ("читатель закрывает экран", "читатель открывает экран"),
    ("der Leser öffnet die Seite", "der Leser schließt die Seite"),
  ])
  func `the opposite of a sentence is never suggested`(source: String, sentence: String) throws {
    let expressions = [try StepExpression(source)]
    let found = StepExpression.suggestions(
      for: sentence, among: expressions, opposites: Self.opposites)
    #expect(found == [])
    #expect(StepExpression.suggestions(for: sentence, among: expressions) == [0])
  }

  @Test(arguments: [
    ("the details screen did not open", "the details screen did nto open"),
    ("the details screen did not open", "the details screen didn't open"),
    ("the reader closes the screen", "the reader colses the screen"),
    ("the address is {string}", "the adress is \"x\""),
    ("the reader taps {string}", "the reader clicks on \"no\""),
  ])
  func `a mistyped sentence is suggested although it has a negation or opposite`(
    source: String, sentence: String
  ) throws {
    let found = StepExpression.suggestions(
      for: sentence, among: [try StepExpression(source)], opposites: Self.opposites)
    #expect(found == [0])
  }

  @Test func `the distance counts at most the first thousand letters of a sentence`() throws {
    let sentence = String(repeating: "a", count: 5_000)
    #expect(try StepExpression("mice").distance(to: sentence) == 10_000)
  }

  @Test func `a very long sentence gets a suggestion`() throws {
    let sentence = String(repeating: "the reader taps \"Load\" ", count: 50_000)
    let found = StepExpression.suggestions(for: sentence, among: try Self.expressions())
    #expect(found.first == 14)
  }

  @Test func `a search with a limit finds the same expressions as distances without one`() throws {
    // Without the last ones, which match almost anything.
    let expressions = try Self.expressions().prefix(12)
    let letters = expressions.map { $0.source.replacing(/\{[^}]*\}|\([^)]*\)/, with: "").count }
    var state: UInt64 = 7
    func random(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for round in 0..<400 {
      let meant = Self.vocabulary[round % 12].replacing("{string}", with: "\"Load\"")
      var sentence = Array(meant.replacing("{int}", with: "3"))
      for _ in 0..<random(below: 13) {
        let index = 1 + random(below: sentence.count - 2)
        switch random(below: 4) {
        case 0: sentence.remove(at: index)
        case 1: sentence.insert("e", at: index)
        case 2: sentence.swapAt(index, index - 1)
        default: sentence[index] = "a"
        }
      }
      let text = String(sentence)
      var near: [(distance: Int, index: Int)] = []
      for (index, expression) in expressions.enumerated() {
        let distance = expression.distance(to: text)
        let limit = max(2, letters[index] * 4 / 10) * 10
        if distance <= limit { near.append((distance, index)) }
      }
      guard !near.isEmpty else { continue }
      near.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
      let found = StepExpression.suggestions(for: text, among: Array(expressions), limit: 12)
      #expect(found == near.map(\.index), "\(text)")
    }
  }
}

@Suite("Proposed expressions")
struct ProposedExpressionTests {
  @Test(
    arguments: [
      ("the screen appears", "the screen appears", []),
      ("the reader taps \"Load a fact\"", "the reader taps {string}", ["string"]),
      ("the reader taps 'Load'", "the reader taps {string}", ["string"]),
      ("it's Anna's \"book\"", "it's Anna's {string}", ["string"]),
      ("3 mice and 2.5 cats", "{int} mice and {float} cats", ["int", "float"]),
      ("mp3 and x-2 and 4th stay", "mp3 and x-2 and 4th stay", []),
      ("from -5 to +5", "from {int} to {float}", ["int", "float"]),
      ("either/or (or {both}) \\", "either\\/or \\(or \\{both}) \\\\", []),
      ("a red \"red\" page", "a {colour} {string} page", ["colour", "string"]),
      ("version 1.2.3", "version 1.2.3", []),
      ("at 10:30 on 2021-09-27", "at 10:30 on 2021-09-27", []),
      ("page 7, line 5.", "page {int}, line {int}.", ["int", "int"]),
      ("fact (3)", "fact \\({int})", ["int"]),
      ("", "", []),
      ("読者は「はい」を 12 回押す", "読者は「はい」を {int} 回押す", ["int"]),
    ] as [(String, String, [String])])
  func `a proposed expression has parameters for values in the sentence`(
    sentence: String, source: String, names: [String]
  ) throws {
    var types = ParameterTypes.builtIn
    try types.define(ParameterType(name: "colour", regexps: ["red|blue"]) { $0[0] ?? "" })
    let hidden = try ParameterType(name: "any", regexps: ["[a-z]+"], useForSnippets: false) { _ in 0
    }
    try types.define(hidden)
    let proposal = types.proposedExpression(for: sentence)
    #expect(proposal.source == source)
    #expect(proposal.typeNames == names)
    let match = try StepExpression(proposal.source, parameterTypes: types).match(sentence)
    #expect(match?.count == names.count)
  }
}
