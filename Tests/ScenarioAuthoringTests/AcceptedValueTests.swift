import StoryTestSupport
import Testing

@Suite("Accepted values")
struct AcceptedValueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var shown: String
    var before: String
    var after: String

    /// Creates a case from the shown value, in one line, and the check's data before and after.
    init(_ shown: String, _ before: String, _ after: String) {
      (self.shown, self.before, self.after) = (shown, before, after)
    }

    var testDescription: String { "\(before) → \(after)" }

    func story(_ data: String) -> String {
      scenario("mirror", "when: { the app shows: \(shown) }\nthen:\n  - it shows:\(data)\n")
        .replacing("\n    \n", with: "\n\n")
    }
  }

  /// Expects that the value that a check shows is accepted.
  private func expectAcceptance(of value: Case) async {
    let accepted = await Accepted(value.story(value.before))
    #expect(accepted.text == value.story(value.after))
    #expect(accepted.refusals == [])
  }

  private static let scalars: [Case] = [
    Case("new", " old", " new"),
    Case("new", " old   # why", " new   # why"),
    Case("new", " 'old'", " 'new'"),
    Case("it's", " 'it''s not'", " 'it''s'"),
    Case("new", " \"old\"", " \"new\""),
    Case("\"a \\\"b\\\"\"", " \"a\"", " \"a \\\"b\\\"\""),
    Case("\"a: b\"", " a", " \"a: b\""),
    Case("\"a, b\"", " a", " a, b"),
    Case("\"a, b\"", " [a]", " a, b"),
    Case("\"5\"", " four", " \"5\""),
    Case("\"5\"", " 4", " 5"),
    Case("\"true\"", " false", " true"),
    Case("\"\"", " a", " \"\""),
    Case("привет 👋", " пока", " привет 👋"),
    Case("\"a\\u00A0b\"", " 'a b'", " \"a\\u00A0b\""),
    Case("5", " 4", " 5"),
    Case("5", " \"4\"", " 5"),
    Case("5.5", " 4", " 5.5"),
    Case("true", " \"true\"", " true"),
    Case("{ a: ~, b: 1 }", " { a: 1, b: 1 }", " { a: !absent, b: 1 }"),
    Case("{ b: 1 }", " { a: old, b: 1 }", " { a: !absent, b: 1 }"),
    Case("{ a: 1 }", "\n      a: !absent # gone", "\n      a: 1 # gone"),
    Case("{ a: 1 }", "\n      a: ~", "\n      a: 1"),
    Case("{ a: 1, b: 2 }", "\n      a: !absent\n      b: 2", "\n      a: 1\n      b: 2"),
    Case("[1, 2, 3]", " !count 20   # many", " !count 3   # many"),
    Case("{ a: \"x, y\" }", " { a: b }", " { a: \"x, y\" }"),
    Case("old and new", " one\n      and another", " old and new"),
  ]

  @Test(arguments: scalars)
  func `an accepted scalar keeps the style of the old value`(value: Case) async {
    await expectAcceptance(of: value)
  }

  private static let lists: [Case] = [
    Case("[a, b, c]", " [a, b]", " [a, b, c]"),
    Case("[a, b, c]", " [b, c]", " [a, b, c]"),
    Case("[a, b, c]", " [a, c]  # all", " [a, b, c]  # all"),
    Case("[a, b, c]", " [a]", " [a, b, c]"),
    Case("[a]", " []", " [a]"),
    Case("[]", " [a, b]", " []"),
    Case("[a, b]", " [a, b, c]", " [a, b]"),
    Case("[b, c]", " [a, b, c]", " [b, c]"),
    Case("[a, c]", " [ a,b,  c ]", " [ a,c ]"),
    Case("[x, y]", " [a, b, x]", " [x, y]"),
    Case("[a, b, c]", " [\n        a,\n        c, ]", " [\n        a,\n        b,\n        c, ]"),
    Case("[a]", "\n      []", "\n      [a]"),
    Case(
      "[a, b, c]", "\n      - a # one\n      # two\n      - c",
      "\n      - a # one\n      - b\n      # two\n      - c"),
    Case("[a, b, c]", "\n      - b\n      - c", "\n      - a\n      - b\n      - c"),
    Case("[a, b, c]", "\n      - 'a'\n      - 'b'", "\n      - 'a'\n      - 'b'\n      - 'c'"),
    Case("[a, c]", "\n      - a # one\n      - b # two\n      - c", "\n      - a # one\n      - c"),
    Case("[b]", "\n      - a\n      - b", "\n      - b"),
    Case("[a]", "\n      - a\n      - b\n      - c\n", "\n      - a\n"),
    Case("[[a, b], [c]]", "\n      - - a\n      - - c", "\n      - - a\n        - b\n      - - c"),
    Case("[[b], [c]]", "\n      - - a\n        - b\n      - - c", "\n      - - b\n      - - c"),
    Case(
      "[{ a: 1, b: 2 }, { a: 3, b: 4 }]", "\n      - a: 1\n        b: 2",
      "\n      - a: 1\n        b: 2\n      - a: 3\n        b: 4"),
    Case("[{ a: 1 }, { a: 3 }]", "\n      - { a: 1 }", "\n      - { a: 1 }\n      - { a: 3 }"),
    Case("[c, a, b]", " [a, 'b', !contains c]", " [!contains c, a, 'b']"),
    Case(
      "[{ b: 3, a: 1 }, { c: 5, d: 6 }, { e: 7 }]",
      "\n      - c: 5\n        d: 6 # six\n      - a: 1\n        b: 3\n      - e: 7",
      "\n      - a: 1\n        b: 3\n      - c: 5\n        d: 6 # six\n      - e: 7"),
    Case("[x, y]", "\n      - a", "\n      - x\n      - y"),
    Case("[]", " !unordered # why\n      - a", " !unordered # why\n      []"),
    Case("[{ b: 2 }]", "\n      - # one\n        a: 1\n      - b: 2", "\n      - b: 2"),
    Case("[c, b, a]", " !unordered [a, b, x]", " !unordered [a, b, c]"),
    Case("[c, b, a]", " !unordered [a, b]", " !unordered [a, b, c]"),
    Case(
      "[{ a: 1, b: 2 }, { a: 3, b: 4 }]", " { columns: [b, a], rows: [[2, 1]] }",
      " { columns: [b, a], rows: [[2, 1], [4, 3]] }"),
    Case(
      "[{ a: 1, b: 2 }]", " { columns: [b, a], rows: [[3, 1]] }",
      " { columns: [b, a], rows: [[2, 1]] }"),
    Case(
      "[{ a: 1, b: 2 }, { a: 3, b: 4 }]", " { Spalten: [b, a], Zeilen: [[2, 1]] }",
      " { Spalten: [b, a], Zeilen: [[2, 1], [4, 3]] }"),
    Case(
      "[{ a: 1, b: 2 }, { a: 3, b: 4 }]", " !unordered { columns: [b, a], rows: [[2, 1]] }",
      " !unordered { columns: [b, a], rows: [[2, 1], [4, 3]] }"),
    Case("{ a: 1, b: 2 }", " !exactly { a: 1 }", " !exactly { a: 1, b: 2 }"),
    Case("{ a: 1 }", " !exactly {}", " !exactly { a: 1 }"),
    Case(
      "{ a: 1, b: 2 }", " !exactly\n      a: 1 # one", " !exactly\n      a: 1 # one\n      b: 2"),
  ]

  @Test(arguments: lists)
  func `an accepted list keeps the layout of the old list`(value: Case) async {
    await expectAcceptance(of: value)
  }

  private static let long = String(repeating: "long", count: 20)

  private static let shapes: [Case] = [
    Case("{ a: 1 }", " old", " { a: 1 }"),
    Case("[1, 2]", " { a: 1 }", " [1, 2]"),
    Case("[1, 2]", "\n      a: 1\n      b: 2", "\n      - 1\n      - 2"),
    Case("one", "\n      a: 1\n      b: 2", " one"),
    Case("one", "   # see below\n      a: 1", "   # see below\n      one"),
    Case("{ a: [1, { b: 2 }] }", " { a: old }", " { a: [1, { b: 2 }] }"),
    Case("{ a: \(long), b: \(long) }", " old", "\n      a: \(long)\n      b: \(long)"),
    Case("[[\(long), \(long)]]", "\n      - old", "\n      - - \(long)\n        - \(long)"),
    Case("{ a: \(long), b: \(long) }", " [old]", "\n      a: \(long)\n      b: \(long)"),
    Case("{ a: { b: \(long), c: \(long) } }", " { a: old }", " { a: { b: \(long), c: \(long) } }"),
    Case("\"a\\nb\"", " old", " \"a\\nb\""),
    Case("\"\(long)\\n\(long)\"", " old", " |-\n      \(long)\n      \(long)"),
    Case(
      "\"one\\ntwo\\n\"", " |   # lines\n          one\n          three",
      " |   # lines\n          one\n          two"),
    Case("\"one\\n\\ntwo\"", " |-\n        one", " |-\n        one\n\n        two"),
    Case("one", " |-\n        two", " one"),
    Case("\"one two\\n\"", " >\n        one\n        three", " >\n        one two"),
  ]

  @Test(arguments: shapes)
  func `an accepted value with another shape gets a fitting layout`(value: Case) async {
    await expectAcceptance(of: value)
  }

  @Test func `accepted values use the line endings of the file`() async {
    let value = Case(
      "[a, { b: \(Self.long), c: \(Self.long) }, d]", "\n      - a",
      "\n      - a\n      - b: \(Self.long)\n        c: \(Self.long)\n      - d")
    let accepted = await Accepted(value.story(value.before).replacing("\n", with: "\r\n"))
    #expect(accepted.text == value.story(value.after).replacing("\n", with: "\r\n"))
  }

  @Test func `accepting keeps a byte order mark and a missing final newline`() async {
    let value = Case("[a, b]", "\n      - a\n      - c\n      - d", "\n      - a\n      - b")
    func text(_ data: String) -> String {
      let story = value.story(data)
      return "\u{FEFF}" + story[...(story.lastIndex { !$0.isWhitespace } ?? story.startIndex)]
    }
    #expect(!text("").hasSuffix("\n"))
    let accepted = await Accepted(text(value.before))
    #expect(accepted.text == text(value.after))
  }
}
