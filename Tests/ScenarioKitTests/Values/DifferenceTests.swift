import ScenarioLanguage
import Testing

@testable import ScenarioKit

@Suite("Differences")
struct DifferenceTests {
  struct Case: Sendable {
    var expected: String
    var actual: Value
    var words: [String]

    init(_ expected: String, _ actual: Value, _ words: String...) {
      self.expected = expected
      self.actual = actual
      self.words = words
    }

    /// Creates a case of two values that differ as a whole.
    init(_ expected: String, _ actual: Value, note: String?) {
      let note = note.map { ": \($0)" } ?? ""
      self.init(expected, actual, "1:1 changed <\(expected)> <\(actual)>\(note)")
    }
  }

  private static let scalars: [Case] = [
    Case("info", "loading", note: nil),
    Case("\"info\"", "loading", note: nil),
    Case("'it''s'", "its", note: nil),
    Case("info", nil, "1:1 missing <info> <missing>"),
    Case("124", 123, note: nil),
    Case("null", "x", note: nil),
    Case("~", "", "1:1 changed <~> <\"\">: write \"\" for an empty text"),
    Case("a:", ["a": ""], "1:3 a changed <null> <\"\">: write \"\" for an empty text"),
    Case("a: ~", ["a": []], "1:4 a changed <~> <[]>: write [] for an empty list"),
    Case("~", [:], note: "write !exactly {} for an empty mapping"),
    Case("!absent", "", "1:1 changed <!absent> <\"\">"),
    Case("\"123\"", 123, note: "the quotes require text, but this is a whole number"),
    Case("\"true\"", true, note: "the quotes require text, but this is true or false"),
    Case(
      "0.3", .number(0.1 + 0.2),
      "1:1 changed <0.3> <0.30000000000000004>: the values are almost equal; use !about 0.3 ± 0.001 to allow this difference"
    ),
    Case("0.3", 0.4, note: nil),
    Case("a", ["a"], note: "a text was expected, but this is a list; write a list as [a, b]"),
    Case(
      "3", ["a": 3],
      note: "a number was expected, but this is a mapping; write a mapping as { a: … }"),
    Case("[a]", "a", note: "a list was expected, but this is a text"),
    Case(
      "{ a: 1 }", ["a"],
      note: "a mapping was expected, but this is a list; write a list as [a, b]"),
    Case(
      "a\u{A0}b", "a b",
      "1:1 changed <\"a\\u00A0b\"> <a b>: only white space or invisible characters differ: "
        + "at character 2 U+00A0 NO-BREAK SPACE was expected, but there is a space"),
    Case(
      "ab", "ab ",
      "1:1 changed <ab> <\"ab \">: only white space or invisible characters differ: "
        + "at character 3 its end was expected, but there is a space"),
    Case(
      "a b", "ab",
      "1:1 changed <a b> <ab>: only white space or invisible characters differ: "
        + "at character 2 a space was expected, but there is \"b\""),
    Case(
      "ab", "a\u{200B}b",
      "1:1 changed <ab> <\"a\\u200Bb\">: only white space or invisible characters differ: "
        + "at character 2 \"b\" was expected, but there is U+200B ZERO WIDTH SPACE"),
    Case(
      "\"a\\nb \\nc\"", "a\nb\nc",
      "1:1 changed <a\nb \nc> <a\nb\nc>: only white space or invisible characters differ: "
        + "at line 2, character 2 a space was expected, but there is a line break"),
    Case(
      "|\n  a\n  b\n", "a\nb",
      "1:1 changed <a\nb\n> <a\nb>: the expected text ends with a line break, but the actual text doesn't; use |- to omit it"
    ),
    Case(
      ">\n  a\n  b\n", "a b",
      "1:1 changed <a b\n> <a b>: the expected text ends with a line break, but the actual text doesn't; use >- to omit it"
    ),
    Case(
      "|-\n  a\n  b\n", "a\nb\n",
      "1:1 changed <a\nb> <a\nb\n>: the actual text ends with a line break, but the expected text doesn't"
    ),
    Case(
      "“info”", "info",
      note: "the quotes are part of the text; a text in YAML needs none, or \" or '"),
    Case("Info", "info", note: "only the letter case differs"),
    Case(
      "facts", "fасts",
      "1:1 changed <facts> <fасts>: only similar-looking letters differ: "
        + "at character 2 \"a\" was expected, but there is U+0430 CYRILLIC SMALL LETTER A"),
    Case(
      "2021-09-27T12:00:00Z", "2021-09-27T15:00:00+03:00",
      "1:1 changed <2021-09-27T12:00:00Z> <2021-09-27T15:00:00+03:00>: both are the same moment in different notations"
    ),
  ]

  private static let mappings: [Case] = [
    Case(
      "state: info\ntitle: x", ["state": "loading", "title": "y"],
      "1:8 state changed <info> <loading>", "2:8 title changed <x> <y>"),
    Case(
      "infoTxt: Quick", ["state": "info", "infoText": "Quick"],
      "1:10 infoTxt missing <Quick> <missing>: there is \"infoText\""),
    Case(
      "title: x", ["state": "info", "items": []],
      "1:8 title missing <x> <missing>: there are also: state, items"),
    Case(
      "{ a: 1, title: x }", ["a": 1, "b": 2],
      "1:16 title missing <x> <missing>: there is also: b"),
    Case("{ a: 1, title: x }", ["a": 1], "1:16 title missing <x> <missing>"),
    Case("title: x", ["title": nil], "1:8 title missing <x> <missing>"),
    Case("a: { b: { c: 1 } }", ["a": ["b": ["c": 2]]], "1:14 a.b.c changed <1> <2>"),
    Case(
      "\"a.b\": { \"\": 1, c d: 2 }", ["a.b": ["": 2, "c d": 3]],
      "1:14 \"a.b\".\"\" changed <1> <2>", "1:22 \"a.b\".c d changed <2> <3>"),
    Case("{ a: !not x }", [:], "1:6 a missing <!not x> <missing>: !not requires a value"),
    Case(
      "!exactly { a: 1, c: 3 }", ["a": 2, "b": [1]],
      "1:15 a changed <1> <2>", "1:21 c missing <3> <missing>: there is \"b\"",
      "1:1 b unexpected <nothing> <[1]>"),
  ]

  private static let lists: [Case] = [
    Case("[a, b, c]", ["a", "x", "c"], "1:5 [1] changed <b> <x>"),
    Case(
      "[a, b, c]", ["a", "c"],
      "1:5 [1] missing <b> <missing>: 3 elements were expected, but there are 2"),
    Case(
      "[a]", ["a", "b"],
      "1:1 [1] unexpected <nothing> <b>: 1 element was expected, but there are 2"),
    Case(
      "[a, b, c]", ["x", "a", "b", "c"],
      "1:1 [0] unexpected <nothing> <x>: 3 elements were expected, but there are 4"),
    Case(
      "[a, b, c, d]", ["b", "c", "d", "e"],
      "1:2 [0] missing <a> <missing>", "1:1 [3] unexpected <nothing> <e>"),
    Case("[a, b]", ["b", "a"], "1:2 [0] moved <a> <moved from [0] to [1]>"),
    Case("[a, b, c, d]", ["a", "d", "b", "c"], "1:11 [3] moved <d> <moved from [3] to [1]>"),
    Case(
      "[a, b, c, d]", ["b", "c", "x", "a"],
      "1:2 [0] moved <a> <moved from [0] to [3]>",
      "1:11 [3] changed <d> <x>: "
        + "compared with actual element [2]"),
    // Elements at the same index are compared even if an equal element exists elsewhere.
    Case(
      "[a, c, a, d]", ["q", "c", "a", "e"],
      "1:2 [0] changed <a> <q>", "1:11 [3] changed <d> <e>"),
    Case(
      "[{ id: 1, on: true }, { id: 2, on: true }]",
      [["id": 2, "on": true], ["id": 1, "on": true]],
      "1:2 [0] moved <{ id: 1, on: true }> <moved from [0] to [1]>"),
    Case(
      "[]", ["a", "b", "c", "d", "e"],
      "1:1 [0...4] unexpected <nothing> <[a, b, c, d, e]>: 0 elements were expected, but there are 5"
    ),
    Case("[a]", [], "1:2 [0] missing <a> <missing>: 1 element was expected, but there are 0"),
    Case(
      "[{ id: 1, t: a }, { id: 2, t: b }]", [["id": 2, "t": "x"]],
      "1:2 [0] missing <{ id: 1, t: a }> <missing>: 2 elements were expected, but there is 1",
      "1:31 [1].t changed <b> <x>: compared with actual element [0]"),
    Case(
      "items:\n  - title: a\n  - title: b", ["items": [["title": "a"], ["title": "x"]]],
      "3:12 items[1].title changed <b> <x>"),
    Case("[[1, 2], [3]]", [[1, 2], [4]], "1:11 [1][0] changed <3> <4>"),
    Case("[a, !any ]", [nil, "b"], "1:2 [0] missing <a> <missing>"),
    Case(
      "!unordered [a, b]", ["b", "c"],
      "1:13 [0] missing <a> <missing>", "1:1 [1] unexpected <nothing> <c>"),
    Case(
      "!unordered [a]", ["b", "a"],
      "1:1 [0] unexpected <nothing> <b>: 1 element was expected, but there are 2"),
    Case(
      "!unordered [{ id: 1, t: a }, { id: 2, t: b }]",
      [["id": 2, "t": "x"], ["id": 1, "t": "a"]], "1:42 [0].t changed <b> <x>"),
    Case("!unordered [a]", "a", note: "a list was expected, but this is a text"),
  ]

  private static let tags: [Case] = [
    Case("!any", nil, "1:1 missing <!any> <missing>"),
    Case("!contains Quick", "slow", note: nil),
    Case("!contains Quick", "quick", note: "it is contained, but with different letter case"),
    Case(
      "!contains a b", "a\u{A0}b",
      "1:1 changed <!contains a b> <\"a\\u00A0b\">: it is contained, but with different white space or invisible characters"
    ),
    Case(
      "!contains a", 5,
      note: "!contains applies only to text and lists, but this is a whole number"),
    Case(
      "!contains { id: 3, t: a }", [["id": 1, "t": "b"], ["id": 3, "t": "c"]],
      note: "[1] is the closest element: { id: 3, t: c }"),
    Case("!contains c", ["a", "b"], note: nil),
    Case("!contains { a: 1 }", "a", note: "text can only contain text"),
    Case("!matches ^\\d+$", "abc", note: nil),
    Case("!matches x", ["x"], note: "!matches applies only to text, but this is a list"),
    Case("!count 20", ["a"], note: "it has 1 element"),
    Case("!count 1", "abc", note: "it has 3 characters"),
    Case("!count 1", 1, note: "!count applies only to lists and text, but this is a whole number"),
    Case("!about 3.14 ± 0.01", 3.2, note: "it is off by 0.06"),
    Case("!about 3 +- 1", "x", note: "!about applies only to numbers, but this is a text"),
    Case("!above 3", 3, note: nil),
    Case("!above 3", "x", note: "!above needs a number here, but this is a text"),
    Case("!below 2021-09-27", "x", note: "!below needs a date here, but this is another text"),
    Case("!below 2021-09-27", 3, note: "!below needs a date here, but this is a whole number"),
    Case("!one of [a, b]", "c", note: nil),
    Case("{ x: !one-of [a, \"b\"] }", ["x": "c"], "1:6 x changed <!one-of [a, \"b\"]> <c>"),
    Case("!not [1]", [1], note: nil),
    Case("!not-contains x", "axe", note: nil),
  ]

  private static let unjudged: [Case] = [
    Case(
      "!not \"3\"", 3,
      note: "the quotes require text, but this is a whole number; write !not 3"),
    Case(
      "!not True", true,
      note: "a text was expected, but this is true or false; write !not true"),
    Case(
      "!not off", true,
      note: "a text was expected, but this is true or false; write !not false"),
    Case(
      "!not loading", 5,
      note: "a text was expected, but this is a whole number; to allow any value, write !any"),
    Case(
      "!not 3", true,
      note: "a number was expected, but this is true or false; to allow any value, write !any"),
    Case(
      "!not true", 0.5,
      note: "true or false was expected, but this is a number; to allow any value, write !any"),
    Case(
      "!not [a]", "a",
      note: "a list was expected, but this is a text; to allow any value, write !any"),
    Case(
      "!not { a: 1 }", "a",
      note: "a mapping was expected, but this is a text; to allow any value, write !any"),
    Case(
      "!not { a: True }", ["a": true],
      note: "a text was expected, but this is true or false; write true"),
    Case("!not-one-of [a, b]", 3, note: "a text was expected, but this is a whole number"),
    Case("!not-contains \"1\"", [1], note: "!contains looks for a text, but [0] is a whole number"),
    Case(
      "!not-unordered [\"1\"]", [1],
      note: "the quotes require text, but this is a whole number"),
    Case("!not-above 3", "5", note: "!above needs a number here, but this is a text"),
    Case("!not-above 3", "info", note: "!above needs a number here, but this is a text"),
    Case("!not-below 2021-09-27", 3, note: "!below needs a date here, but this is a whole number"),
    Case("!not-about 3 ± 1", "info", note: "!about applies only to numbers, but this is a text"),
    Case("!not-unordered [a]", "a", note: "!unordered applies only to lists, but this is a text"),
    Case(
      "!not-exactly { a: 1 }", [1],
      note: "!exactly applies only to mappings, but this is a list"),
    Case(
      "!not-count 3", ["a": 1],
      note: "!count applies only to lists and text, but this is a mapping"),
    Case("!not-matches ^a", 3, note: "!matches applies only to text, but this is a whole number"),
    Case(
      "!not-contains x", ["a": "b"],
      note: "!contains applies only to text and lists, but this is a mapping"),
    Case("!not-contains { a: b }", "axe", note: "text can only contain text"),
    Case(
      "!not-contains { a: b }", ["c", "d"],
      note: "!contains looks for a mapping, but [0] is a text"),
    Case("!not-contains x", [["a": "x"]], note: "!contains looks for a text, but [0] is a mapping"),
    Case(
      "!not { a: !above 3 }", ["a": "x"],
      note: "!above needs a number here, but this is a text"),
    Case(
      "!not-one-of [!above 3, !below 1]", "x",
      note: "!above needs a number here, but this is a text"),
    Case(
      "a: !not-above 3", ["a": "x"],
      "1:4 a changed <!not-above 3> <x>: !above needs a number here, but this is a text"),
  ]

  @Test(arguments: unjudged)
  func `a negated rule reports that it does not apply to the value`(example: Case) throws {
    try check(example)
  }

  @Test(arguments: scalars)
  func `a scalar difference explains differences that are easy to overlook`(example: Case) throws {
    try check(example)
  }

  @Test(arguments: mappings) func `a difference in a mapping is located at its key`(
    example: Case
  ) throws {
    try check(example)
  }

  @Test(arguments: lists) func `a difference in a list is located at its element`(
    example: Case
  ) throws {
    try check(example)
  }

  @Test(arguments: tags) func `a difference from a tag shows the tag`(example: Case) throws {
    try check(example)
  }

  private func check(_ example: Case) throws {
    let differences = try ExpectedValue(node(example.expected)).differences(from: example.actual)
    #expect(differences.map(\.inOneLine) == example.words)
  }
}

extension Difference {
  /// The difference in the form `line:column path kind <expected> <actual>: note`.
  fileprivate var inOneLine: String {
    let location = "\(range.start.line):\(range.start.column)"
    let values = "<\(expectedText)> <\(actualText)>"
    let words = [location, path.description, "\(kind)", values].filter { !$0.isEmpty }.joined(
      separator: " ")
    return note.map { "\(words): \($0)" } ?? words
  }
}
