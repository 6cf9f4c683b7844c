import ScenarioLanguage
import Testing

@testable import ScenarioKit

@Suite("Expected values")
struct ExpectationTests {
  private static let matching: [(String, Value)] = [
    ("123", 123), ("123", 123.0), ("123", "123"), ("123.0", 123), ("1e2", 100), ("+5", 5),
    ("-0", 0), ("0.1", 0.1), (".nan", .number(.nan)), (".inf", .number(.infinity)),
    ("\"123\"", "123"), ("'true'", "true"), ("true", true), ("false", false), ("true", "true"),
    ("!!str 123", "123"), ("null", nil), ("~", nil), ("", nil), ("\"null\"", "null"),
    ("é", "e\u{301}"), ("5 days ago", "5 days ago"), ("|\n  a\n  b\n", "a\nb\n"),
    ("{ a: 1 }", ["a": 1, "b": 2]), ("{ a: null }", ["b": 2]), ("{}", ["a": 1]), ("[]", []),
    ("[1, [2, { a: b }]]", [1, [2, ["a": "b", "c": "d"]]]), ("[null, a]", [nil, "a"]),
    ("{ 1: a, true: b }", ["1": "a", "true": "b"]),
    ("!any", 0), ("!any", ""), ("!any", []), ("{ a: !any }", ["a": "x"]),
    ("!absent", nil), ("{ a: !absent }", [:]), ("{ a: !absent }", ["a": nil]),
    ("!contains Quick", "A Quick fox"), ("!contains 12", "a 123"), ("!contains b", ["a", "b"]),
    ("!contains aab", "aaab"), ("!contains b", "b"), ("!contains \"\\n\"", "a\nb"),
    ("!contains e\u{301}", "caf\u{E9}"),
    ("!contains { id: 2 }", [["id": 1], ["id": 2, "x": 3]]), ("!contains [1]", [[1], [2]]),
    ("!matches \\d+ days", "5 days ago"), ("!matches ^a.c$", "abc"), ("!matches '^\\s+$'", "  "),
    ("!matches '^a[]$][]$]$'", "a]$"), ("!matches '^a[\\Q]$\\E]+$'", "a]$"),
    ("!matches 'price(?# in $ or so) 5'", "price 5"), ("!matches '^[$]$'", "$"),
    ("!matches '\\$$|\\Qx$'", "x$"), ("!matches '(?m)^a$'", "a\nb"),
    ("!not-matches ^Ann$", "Ann\n"), ("!matches '^Ann$'", "Ann"),
    ("!count 2", ["a", "b"]), ("!count 0", []), ("!count 2", "👨‍👩‍👧é"), ("!count 0", ""),
    ("!about 3.14 ± 0.01", 3.15), ("!about 3.14 +- 0.01", 3.13), ("!about 3 +/- 1", 4),
    ("!about 1 ± 0.1", 1.1), ("!about 10±0", 10), ("!about -3 ± 0.5", -3.5),
    ("!about 1e3 ± 1e1", 1010), ("!about .5 ± .1", 0.4),
    ("!above 3", 4), ("!above 3", 3.5), ("!above -1e3", -999),
    ("!below 3", 2), ("!below 3", .number(-.infinity)),
    ("!above 2021-09-27", "2021-09-27T12:07:24Z"),
    ("!below 2021-09-27T12:00:00Z", "2021-09-27T13:00:00+03:00"),
    ("!one of [a, b]", "b"), ("!one of [1, 2]", 2), ("!one of [\"a, b\", 'it''s']", "it's"),
    ("!one of [[1, 2], [3]]", [3]), ("!one of [ !contains x , !absent ]", "axe"),
    ("!one of [!absent, a]", nil), ("!one-of [a, { b: 1 }]", ["b": 1]), ("!one of [a b, c]", "a b"),
    ("!one of\n  [a,\n   b]", "b"), ("{ x: !one-of [a, b] }", ["x": "a"]),
    ("!not loading", "info"), ("!not 3", 4), ("!not { a: 1 }", ["a": 2]), ("!not [1]", []),
    ("!not null", "x"), ("!not { a: !contains x }", ["a": "y"]), ("!not-contains x", "abc"),
    ("!not-contains x", ["a"]), ("!not-one-of [a, b]", "c"), ("!not-matches ^a", "ba"),
    ("!not-above 3", 2), ("!not-count 3", "ab"),
    ("!count 3", [["a"], nil, 3]), ("!not-count 2", ["a"]), ("!not-count 2", ["a", "b", "c"]),
    ("!not-contains { a: b }", []),
    ("!not-contains { a: b }", ["x", ["a": "c"]]), ("!not-unordered [a]", []),
    ("!not-exactly { a: 1 }", ["a": 1, "b": 2]),
    ("!not { a: !above 3, b: 1 }", ["a": "x", "b": 2]),
    ("!not { a: !above 3 }", [:]), ("!not-one-of [!above 3, x]", "y"),
    ("!not 3", "x"), ("!not true", "x"), ("!not true", false), ("!not 3.5", 4), ("!not null", 3),
    ("!not-one-of [a, null]", 3), ("!not-contains 3", ["a"]), ("!not-contains a", ["b", 3]),
    ("!not { a: \"1\", b: 2 }", ["a": 1, "b": 3]), ("!not-unordered [a, b]", ["a", "c"]),
    ("!exactly { a: 1 }", ["a": 1]), ("!exactly { a: { b: 1 } }", ["a": ["b": 1, "c": 2]]),
    ("!exactly { a: 1 }", ["a": 1, "b": nil]), ("!exactly {}", [:]),
    ("!unordered [a, b, c]", ["c", "a", "b"]), ("!unordered []", []),
    ("!unordered [!any, a]", ["a", "b"]), ("!unordered [!any, !above 1, 2]", [2, 5, 1]),
    ("!unordered [{ a: 1 }, { b: 1 }]", [["a": 1, "b": 1], ["a": 1]]),
    ("!unordered [1, 1.0, '1']", ["1", 1, 1.0]),
  ]

  private static let notMatching: [(String, Value)] = [
    ("123", 124), ("123", "123.0"), ("\"123\"", 123), ("\"true\"", true), ("True", true),
    ("1", true), ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0), ("0x10", 16),
    ("9223372036854775808", .integer(.max)), ("null", ""), ("null", "null"), ("\"\"", nil),
    ("a", nil), ("a", "A"), ("a", ["a"]), ("{ a: 1 }", [:]), ("{ a: 1 }", [["a": 1]]),
    ("[]", [1]), ("[1]", []), ("[1, 2]", [2, 1]), ("[a]", "a"), ("{}", []), ("[]", [:]),
    ("!any", nil), ("{ a: !any }", ["b": 1]), ("!absent", ""), ("{ a: !absent }", ["a": 1]),
    ("!contains Quick", "quick"), ("!contains a", 5), ("!contains a", ["ab"]),
    ("!contains a", ["a": "a"]), ("!contains a", nil), ("!contains e", "e\u{301}"),
    ("!contains ab", "aab\u{301}"), ("!contains aab", "aaaab\u{301}"), ("!contains abx", "ab"),
    ("!contains [a]", "a"), ("!matches ^b", "ab"), ("!matches ^Ann$", "Ann\n"),
    ("!matches '^\\(?mobile\\)?$'", "(mobile)\n"),
    ("!matches '^[$]+$'", "$\r\n"), ("!matches 1", 1), ("!count 2", ["a"]),
    ("!count 2", ["a", "b", "c"]), ("!count 0", ["a"]), ("!not-count 2", ["a", "b"]),
    ("{ a: !count 1 }", ["a": ["b", "c"]]),
    ("!count 1", ["a": 1]), ("!about 3.14 ± 0.01", 3.151), ("!about 3 ± 1", "x"),
    ("!about 3 ± 1", .number(.nan)), ("!about 3 ± 1", .number(.infinity)), ("!above 3", 3),
    ("!above 3", "abc"), ("!above 3", .number(.nan)), ("!below 3", 3.0),
    ("!not-above 3", .number(.nan)), ("!not-below 3", .number(.nan)),
    ("!not-about 3 ± 1", .number(.nan)),
    ("!above 2021-09-27", "2021-09-26T23:59:59Z"), ("!above 2021-09-27", "tomorrow"),
    ("!above 2021-09-27", 5), ("!one of [a, b]", "c"), ("!one-of [a]", nil), ("!not a", "a"),
    ("!not \"contains x\"", "contains x"),
    ("!not 3", "3"), ("!not \"3\"", 3), ("!not \"3\"", 4), ("!not True", true), ("!not yes", false),
    ("!not \"true\"", true), ("!not loading", 5), ("!not 3", true), ("!not true", 1),
    ("!not [a]", "a"), ("!not { a: 1 }", "a"), ("!not a", ["a"]), ("!not { a: \"1\" }", ["a": 1]),
    ("!not [\"1\"]", [1]), ("!not-contains \"1\"", [1, 2]), ("!not-unordered [\"1\"]", [1]),
    ("!not-matches e\u{301}$", "caf\u{E9}"), ("!not-matches \u{E9}$", "cafe\u{301}"),
    ("!not-one-of [a, b]", 3), ("!above 3", "4"), ("!not-above 3", "2"),
    ("!about -3 ± 0.5", "-3.5"), ("!not-about 3 ± 1", "9"),
    ("!not a", nil), ("{ a: !not x }", [:]), ("!not-contains x", "axe"),
    ("!exactly { a: 1 }", ["a": 1, "b": 2]),
    ("!exactly {}", ["a": 1]), ("!unordered [a, a]", ["a", "b"]), ("!unordered [a]", ["a", "a"]),
    ("!unordered [a]", "a"), ("!unordered [!above 1, 2]", [2, 1]),
  ]

  @Test(arguments: matching)
  func `expected values match actual values that satisfy them`(yaml: String, actual: Value) throws {
    let expectation = try ExpectedValue(node(yaml))
    #expect(expectation.matches(actual))
    #expect(expectation.differences(from: actual) == [])
  }

  @Test(arguments: notMatching)
  func `expected values do not match actual values that violate them`(
    yaml: String, actual: Value
  ) throws {
    let expectation = try ExpectedValue(node(yaml))
    #expect(!expectation.matches(actual))
    #expect(!expectation.differences(from: actual).isEmpty)
  }

  @Test(arguments: [
    ("!contian x", "1:1-9: unknown tag !contian; Did you mean: !contains"),
    (
      "{ a: !maybe x }",
      "1:6-12: unknown tag !maybe; Known tags: !any, !absent, !contains, !matches, !count, !about, !above, !below, !one of, !one-of, !not, !exactly, !unordered"
    ),
    (
      "!not-mabye x",
      "1:1-11: unknown tag !not-mabye; Known tags: !any, !absent, !contains, !matches, !count, !about, !above, !below, !one of, !one-of, !not, !exactly, !unordered"
    ),
    ("!any x", "1:1-7: !any takes no value, but this is the text \"x\"; Example: !any"),
    ("!absent { a: 1 }", "1:1-17: !absent takes no value, but this is a mapping; Example: !absent"),
    (
      "! contains Only",
      "1:1-16: there is a space after !, so this is no tag; Write !contains, without the space."
    ),
    (
      "{ a: ! not-contains x }",
      "1:6-22: there is a space after !, so this is no tag; Write !not-contains, without the space."
    ),
    (
      "! [a]",
      "1:1-6: there is a space after !, so this is no tag; Remove the !, or write !not for another value."
    ),
    (
      "! 5",
      "1:1-4: there is a space after !, so this is no tag; Remove the !, or write !not for another value."
    ),
    (
      "!not-matches \"\\bOnly\"",
      "1:1-22: the regular expression after !matches has the invisible character U+0008; In double quotes, \\ begins a character of YAML; use single quotes."
    ),
    ("!empty", "1:1-7: unknown tag !empty; Write [] for a list, \"\" for a text, or !count 0."),
    ("!not-empty", "1:1-11: unknown tag !not-empty; Write !not-count 0, or !not \"\" for a text."),
    (
      "!contains",
      "1:1-10: !contains needs a value to search for, but there is no value; Example: !contains Quick"
    ),
    (
      "!contains ''",
      "1:1-13: !contains needs a value to search for, but this is the text \"\"; Example: !contains Quick"
    ),
    ("!not", "1:1-5: !not needs a value to exclude, but there is no value; Example: !not loading"),
    (
      "!not contains x",
      "1:1-16: \"contains x\" after !not is a text, but begins like the tag !contains; Write !not-contains, or put the text in quotes."
    ),
    (
      "!not one of a",
      "1:1-14: \"one of a\" after !not is a text, but begins like the tag !one-of; Write !not-one-of, or put the text in quotes."
    ),
    (
      "!matches [a-z]",
      "1:1-15: !matches needs a regular expression, but this is a list; Example: !matches ^\\d+ days ago$"
    ),
    (
      "!matches (a",
      "1:1-12: invalid regular expression after !matches: expected ')'; Write \\ before ( ) [ ] { } . * + ? | ^ $ to match them literally."
    ),
    (
      "!count many",
      "1:1-12: !count needs a whole number from 0, but this is the text \"many\"; Example: !count 20"
    ),
    (
      "!count -1",
      "1:1-10: !count needs a whole number from 0, but this is the whole number -1; Example: !count 20"
    ),
    (
      "!about 3.14",
      "1:1-12: !about needs a number and a tolerance, but this is the number 3.14; Example: !about 3.14 ± 0.01"
    ),
    (
      "!about 3 ± -1",
      "1:1-14: !about needs a number and a tolerance, but this is the text \"3 ± -1\"; Example: !about 3.14 ± 0.01"
    ),
    (
      "!above abc",
      "1:1-11: !above needs a number or a date, but this is the text \"abc\"; Example: !above 3"
    ),
    ("!below", "1:1-7: !below needs a number or a date, but there is no value; Example: !below 3"),
    (
      "!one a",
      "1:1-7: !one needs \"of\" and a list, but this is the text \"a\"; Example: !one of [a, b]"
    ),
    (
      "!one of a, b",
      "1:1-13: invalid list after \"!one of\"; Example: !one of [a, b]; Write !one-of for lists that contain anything other than texts and numbers."
    ),
    (
      "!one of []",
      "1:1-11: !one of needs at least one value, but its list is empty; Example: !one of [a, b]"
    ),
    (
      "!one-of a",
      "1:1-10: !one-of needs a list of allowed values, but this is the text \"a\"; Example: !one-of [a, b]"
    ),
    (
      "!one of [!x a]",
      "1:1-3: unknown tag !x; Known tags: !any, !absent, !contains, !matches, !count, !about, !above, !below, !one of, !one-of, !not, !exactly, !unordered"
    ),
    (
      "!exactly [a]",
      "1:1-13: !exactly needs a mapping, but this is a list; Example: !exactly { state: initial }"
    ),
    (
      "!unordered a",
      "1:1-13: !unordered needs a list, but this is the text \"a\"; Example: !unordered [a, b]"
    ),
    ("{ !any a: 1 }", "1:3-7: a key can't have a tag, but this key has !any"),
    (
      "[{ a: [!count x] }]",
      "1:8-16: !count needs a whole number from 0, but this is the text \"x\"; Example: !count 20"
    ),
  ])
  func `an invalid tag in an expected value is reported`(yaml: String, words: String) {
    do {
      let expectation = try ExpectedValue(node(yaml))
      Issue.record("was read: \(expectation.node.notation)")
    } catch {
      #expect(error.inOneLine == words)
    }
  }

  @Test func `a key of an expected value that is no text is reported`() {
    let key = node("[a]")
    let mapping = Node(.mapping([Node.Entry(key: key, value: node("1"))]), range: key.range)
    let error = #expect(throws: DataError.self) { try ExpectedValue(mapping) }
    #expect(error?.inOneLine == "1:1-4: expected text as the key, but this is a list")
  }

  @Test(arguments: [
    "[a", "[a]]", "[a] b", "[a,, b]", "[, a]", "[\"a]", "['a]", "[{a}]", "[a [b]]", "a",
    "[\"\\q\"]",
    String(repeating: "[", count: 5_000),
  ])
  func `an invalid list after the one-of tag is refused`(text: String) {
    #expect(OneOf.elements(of: text, at: SourceRange(start: .start, end: .start)) == nil)
  }

  @Test(arguments: [
    ("[]", "[]"), ("[ a , b c,]", "[a, b c]"),
    ("[\"a\\\"\\n\", 'it''s']", "[\"a\\\"\\n\", 'it''s']"),
    ("[[], [a, [b]]]", "[[], [a, [b]]]"), ("[!any, !contains x]", "[!any, !contains x]"),
  ])
  func `a list after the one-of tag is read`(text: String, notation: String) throws {
    let range = SourceRange(start: .start, end: .start)
    let nodes = try #require(OneOf.elements(of: text, at: range))
    #expect(nodes.allSatisfy { $0.range == range })
    #expect(Node(.sequence(Array(nodes)), range: range).notation == notation)
  }

  @Test func `an unordered list matches even if early pairings have to change`() throws {
    // Many elements match the first patterns, so each new element displaces earlier ones.
    let count = 60
    let bounds = (1...count).map { "!above \(count - $0)" }.joined(separator: ", ")
    let expectation = try ExpectedValue(node("!unordered [\(bounds)]"))
    #expect(expectation.matches(.list((1...count).map { .integer(Int64($0)) })))
    #expect(!expectation.matches(.list((0..<count).map { .integer(Int64($0)) })))
  }

  @Test(.timeLimit(.minutes(10)))
  func `long lists are compared soon`() throws {
    let texts = (0..<3_000).map { "item \($0)" }
    let range = SourceRange(start: .start, end: .start)
    let nodes = texts.map { Node(.scalar($0, .plain), range: range) }
    let list = try ExpectedValue(Node(.sequence(nodes), range: range))
    let unordered = try ExpectedValue(Node(.sequence(nodes), tag: "!unordered", range: range))
    let values = texts.map { Value.text($0) }
    #expect(unordered.matches(.list(values.reversed())))
    #expect(list.differences(from: .list(values.dropFirst() + ["more"])).count > 0)
    #expect(list.differences(from: .list(["first"] + values)).count == 1)
    let same = Array(repeating: Value.text("item 0"), count: 3_000)
    #expect(unordered.differences(from: .list(same)).count == 2 * 2_999)
  }
}
