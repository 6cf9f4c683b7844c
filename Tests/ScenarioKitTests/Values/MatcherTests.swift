import Testing

@testable import ScenarioAuthoring
@testable import ScenarioKit

/// A text with a given beginning, as a module of an app might define it.
private struct Begins: Matcher {
  static let name = "begins"
  static let example = "Quick"
  static let subjects = "text"
  static let otherNames = ["prefix"]
  private let beginning: String

  init(_ content: MatcherContent) throws(DataError) {
    beginning = try content.text("the beginning of a text")
  }

  func matches(_ value: Value) -> Bool? {
    guard case .text(let text) = value else { return nil }
    return text.hasPrefix(beginning)
  }
}

/// A list of which each element matches.
private struct Each: Matcher {
  static let name = "each"
  static let example = "{ state: info }"
  static let subjects = "lists"
  private let element: ExpectedValue

  init(_ content: MatcherContent) throws(DataError) {
    element = try content.expectedValue("a value for each element")
  }

  var parts: MatcherParts { .anyElement(element) }

  func matches(_ value: Value) -> Bool? {
    guard case .list(let elements) = value else { return nil }
    return elements.allSatisfy { element.matches($0) }
  }
}

/// Expected values with a module's own matchers.
@Suite("Matchers of a module")
struct MatcherTests {
  private static let matchers: Matchers = {
    do {
      return try Matchers.builtIn.adding(Begins.self).adding(Each.self)
    } catch {
      fatalError("\(error)")
    }
  }()

  @Test(
    arguments: [
      ("!begins Qu", "Quick", nil), ("!not-begins Qu", "Slow", nil),
      ("!each { t: !begins a }", [["t": "ab"], ["t": "ac"]], nil),
      ("!not-each { a: 1 }", [["a": 2]], nil),
      ("[!begins a, !one-of [b, !begins c]]", ["a", "cc"], nil),
      ("!begins Qu", "Slow", ""), ("!begins Qu", nil, ""),
      ("!begins Qu", 3, "!begins applies only to text, but this is a whole number"),
      ("!not-begins Qu", 3, "!begins applies only to text, but this is a whole number"),
      ("!each a", "a", "!each applies only to lists, but this is a text"),
    ] as [(String, Value, String?)])
  func `a module's matcher judges values and explains values of other kinds`(
    yaml: String, value: Value, note: String?
  ) throws {
    let expected = try ExpectedValue(node(yaml), Self.matchers)
    #expect(expected.matches(value) == (note == nil))
    #expect(expected.differences(from: value).first.map { $0.note ?? "" } == note)
  }

  @Test(arguments: [
    (
      "!begins", "!begins needs the beginning of a text, but there is no value",
      "Example: !begins Quick"
    ),
    ("!begin x", "unknown tag !begin", "Did you mean: !begins"),
    ("!not-prefix x", "unknown tag !not-prefix", "Did you mean: !not-begins"),
    (
      "!not begins x", "\"begins x\" after !not is a text, but begins like the tag !begins",
      "Write !not-begins, or put the text in quotes."
    ),
  ])
  func `an error in the use of a module's matcher has a hint`(
    yaml: String, message: String, hint: String
  ) {
    let error = #expect(throws: DataError.self) {
      try ExpectedValue(node(yaml), Self.matchers)
    }
    #expect(error?.message == message)
    #expect(error?.hints == [hint])
  }

  @Test func `a module's matcher is unknown to other modules`() {
    #expect(throws: DataError.self) { try ExpectedValue(node("!begins x")) }
  }

  @Test func `the settings of editors contain the tags of modules`() throws {
    let schema = EditorSchema(for: [VocabularyData(Vocabulary(of: Begun.self))])
    let settings = try schema.settings(forFileAt: "s.json", folder: "Scenarios")
    #expect(settings.contains("\"!begins scalar\""))
    #expect(settings.contains("\"!not-begins scalar\""))
  }
}

private final class Begun: Module {
  static let name = "begun"
  static var matchers: [any Matcher.Type] { [Begins.self] }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Observe("the title is") { _ in "Quick" }
  }
}
