import Testing

@testable import ScenarioKit

@Suite("Values")
struct ValueTests {
  @Test(
    arguments: [
      (nil, "null"),
      (true, "true"),
      (123, "123"),
      (-0.5, "-0.5"),
      (3.0, "3.0"),
      (.number(.infinity), ".inf"),
      (.number(-.infinity), "-.inf"),
      (.number(.nan), ".nan"),
      ("Hello, world", "Hello, world"),
      ("5 days ago", "5 days ago"),
      ("http://news.example/rss", "http://news.example/rss"),
      ("", "\"\""),
      ("123", "\"123\""),
      ("1e9", "\"1e9\""),
      (".5", "\".5\""),
      ("0x1F", "0x1F"),
      ("null", "\"null\""),
      ("~", "\"~\""),
      ("true", "\"true\""),
      ("no", "no"),
      (" a", "\" a\""),
      ("a ", "\"a \""),
      ("a: b", "\"a: b\""),
      ("a:", "\"a:\""),
      ("a #b", "\"a #b\""),
      ("a#b", "a#b"),
      ("- a", "\"- a\""),
      ("-a", "-a"),
      ("--- a", "\"--- a\""),
      ("...", "\"...\""),
      ("!any", "\"!any\""),
      ("@home", "\"@home\""),
      ("{a}", "\"{a}\""),
      ("say \"hi\"", "say \"hi\""),
      ("\"hi\"", "\"\\\"hi\\\"\""),
      ("a\nb", "\"a\\nb\""),
      ("a\tb\r\\", "\"a\\tb\\r\\\\\""),
      ("10:32\u{202F}AM", "\"10:32\\u202FAM\""),
      ("zero\u{200B}width", "\"zero\\u200Bwidth\""),
      ("\u{0}", "\"\\u0000\""),
      ("👨‍👩‍👧 и ёж", "👨‍👩‍👧 и ёж"),
      ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
      ([], "[]"),
      ([:], "{}"),
      ([1, "a, b", [nil]], "[1, \"a, b\", [null]]"),
      (
        ["state": "info", "infoText": "Hello, world"], "{ state: info, infoText: \"Hello, world\" }"
      ),
      (["a key: b": ["x"]], "{ \"a key: b\": [x] }"),
    ] as [(Value, String)])
  func `the description of a value uses the notation of stories`(value: Value, text: String) {
    #expect(value.description == text)
  }

  @Test(
    arguments: [
      ("a", "a"),
      ([:], "{}"),
      (
        [
          "state": "info", "items": [["title": "a", "tags": ["x", "y"]], "b", [1, [2]]], "none": [],
        ],
        """
        state: info
        items:
          - title: a
            tags:
              - x
              - y
          - b
          - - 1
            - - 2
        none: []
        """
      ),
      (
        ["about": "one\n\ntwo\n", "open": "a\nb", "more": "a\n\n", "deep": ["x\ny"]],
        """
        about: |
          one

          two
        open: |-
          a
          b
        more: |+
          a

        deep:
          - |-
            x
            y
        """
      ),
      ("a\nb", "|-\n  a\n  b"),
      (["x": " a\nb"], "x: \" a\\nb\""),
      (["x": "a \nb"], "x: \"a \\nb\""),
      (["x": "\n"], "x: \"\\n\""),
      (["x": "a\r\nb"], "x: \"a\\r\\nb\""),
    ] as [(Value, String)])
  func `the block description of a value uses one line per element`(value: Value, text: String) {
    #expect(value.blockDescription == text)
  }

  @Test(
    arguments: [
      ["a": 1, "b": [1, 2.5, nil, true]], "a text", ["x": "one\ntwo\n", "y": "a\nb"], [], [:],
      ["quotes \"": "'", "it's": "#no comment", "a\u{A0}b": "🏳️‍🌈"], [["a": 1], [["b": 2]]],
      "!tag", "- dash", "key: value",
    ] as [Value])
  func `the descriptions of a value can be read back`(value: Value) throws {
    for text in [value.description, value.blockDescription] {
      let expectation = try ExpectedValue(node(text))
      #expect(expectation.differences(from: value) == [], "\(text)")
    }
  }

  @Test func `mappings are equal regardless of key order`() {
    let left: Value = ["a": 1, "b": ["c": 2, "d": 3]]
    let right: Value = ["b": ["d": 3, "c": 2], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "b": ["c": 2, "d": 4]])
    #expect(left != ["a": 1])
    #expect(["a": 1, "a": 1] as Value != ["a": 1, "b": 1])
    #expect(["a": 1, "b": 1] as Value != ["a": 1, "a": 1])
  }

  @Test func `values of different kinds are unequal, canonically equivalent texts are equal`() {
    #expect(3 as Value != 3.0)
    #expect("3" as Value != 3)
    #expect("e\u{301}" as Value == "é")
    #expect(Value.number(.nan) == .number(-.nan))
    #expect(Value.number(.nan).hashValue == Value.number(-.nan).hashValue)
  }

  @Test func `a mapping returns the value for a key`() {
    #expect((["a": 1] as Value)["a"] == 1)
    #expect((["a": 1] as Value)["b"] == nil)
    #expect(("a" as Value)["a"] == nil)
  }

  @Test(arguments: [
    ("12", true, true), ("+12", true, true), ("-0", true, true), ("007", true, true),
    ("99999999999999999999", true, true), ("1.5", false, true), (".5", false, true),
    ("5.", false, true), ("-1.5e-3", false, true), ("1E+9", false, true), (".inf", false, true),
    ("-.inf", false, true), (".nan", false, true), ("", false, false), ("-", false, false),
    (".", false, false), ("1e", false, false), ("e1", false, false), ("0x1F", false, false),
    ("1_000", false, false), ("inf", false, false), ("nan", false, false), ("1 ", false, false),
    ("٣", false, false), ("1.2.3", false, false),
  ])
  func `plain texts are classified as integers, numbers or other text`(
    text: String, isInteger: Bool, isNumber: Bool
  ) {
    #expect(NumberText.isInteger(text) == isInteger)
    #expect(NumberText.isNumber(text) == isNumber)
  }

  @Test func `numbers are parsed in all notations`() {
    let texts = [".5", "-.5e1", "5.", "5.e1", "1e999"]
    #expect(texts.map { NumberText.number($0) } == [0.5, -5, 5, 50, nil])
    #expect(NumberText.decimal("-.25").map { "\($0)" } == "-0.25")
    #expect(NumberText.decimal("1e999") == nil)
  }
}
