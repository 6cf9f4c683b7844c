import Foundation
import ScenarioLanguage
import Testing

@testable import ScenarioKit

@Suite("Decoding of step data")
struct NodeDecoderTests {
  @Test func `step data is decoded as the declared Swift type`() throws {
    let reply = try NodeDecoder().decode(
      Reply.self,
      from: node(
        """
        status: 200
        after: 1 min 30 s
        headers: { Content-Length: 12, "X-On": true, E-Tag: "" }
        body:
          lines: [a, 1, "true", 'null']
        """))
    #expect(
      reply
        == Reply(
          status: 200, after: .seconds(90),
          headers: ["Content-Length": "12", "X-On": "true", "E-Tag": ""],
          body: .init(lines: ["a", "1", "true", "null"])))
  }

  @Test func `the message and the hints of an error can be replaced`() {
    var error = DataError("wrong", at: node("a").range, hints: ["Write b."])
    error.message = "this is a"
    error.hints.append("Or write c.")
    #expect(error.message == "this is a")
    #expect(error.hints == ["Write b.", "Or write c."])
  }

  @Test(arguments: ["after: null", "after: ~", "after:", "{ }"])
  func `null and missing values are decoded as nil`(yaml: String) throws {
    struct Optionals: Decodable { var after: Duration? }
    #expect(try NodeDecoder().decode(Optionals.self, from: node(yaml)).after == nil)
  }

  /// Expects a node to be decoded as a value.
  private func expect<T: Decodable & Equatable>(
    _ yaml: String, _ value: T, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let decoded = try NodeDecoder().decode(T.self, from: node(yaml))
    #expect(decoded == value, sourceLocation: sourceLocation)
  }

  @Test func `scalars, lists and enums are decoded as the requested type`() throws {
    try expect("-12", -12)
    try expect("+12", 12 as UInt8)
    try expect("170141183460469231731687303715884105727", Int128.max)
    try expect("1e3", 1000 as Double)
    try expect(".5", 0.5 as Float)
    try expect("12", 12 as Double)
    try expect("-.inf", -Double.infinity)
    try expect("19.90", #require(Decimal(string: "19.9")))
    try expect("true", true)
    try expect("no", "no")
    try expect("007", "007")
    try expect("!!str 12", "12")
    try expect("\"\"", "")
    try expect("|\n  a\n  b\n", "a\nb\n")
    try expect("2021-09-27T12:07:24Z", Date(timeIntervalSince1970: 1_632_744_444))
    try expect("https://a.example/b", #require(URL(string: "https://a.example/b")))
    try expect("AQL/", Data([1, 2, 255]))
    try expect(
      "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
      #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")))
    try expect("100 ms", Duration.milliseconds(100))
    try expect("info", State.info)
    try expect("2", Level.high)
    try expect("[1, null, 3]", [1, nil, 3] as [Int?])
    try expect("[a, b, a]", ["a", "b"] as Set<String>)
    try expect("{ tapped: { label: Load } }", Event.tapped(label: "Load"))
    try expect("closed: {}", Event.closed)
    try expect("null", Int?.none)
  }

  @Test func `mapping keys are decoded as enums, integers and texts`() throws {
    try expect("{ info: 1, initial: 2 }", [.info: 1, .initial: 2] as [State: Int])
    try expect("{ 1: a, -2: b }", [1: "a", -2: "b"])
    try expect("{ null: 1, a: null }", ["null": 1, "a": nil] as [String: Int?])
  }

  @Test func `dates without an offset are decoded in UTC`() throws {
    let date = try NodeDecoder().decode(Date.self, from: node("2021-09-27 12:07:24"))
    #expect(date == Date(timeIntervalSince1970: 1_632_744_444))
  }

  @Test(arguments: [
    ("abc", "1:1-4: expected a whole number, but this is the text \"abc\""),
    ("1.5", "1:1-4: expected a whole number, but this is the number 1.5"),
    ("true", "1:1-5: expected a whole number, but this is true"),
    ("[1]", "1:1-4: expected a whole number, but this is a list"),
    ("{ a: 1 }", "1:1-9: expected a whole number, but this is a mapping"),
    ("~", "1:1-2: expected a whole number, but this is null"),
    ("\"\"", "1:1-3: expected a whole number, but this is the text \"\""),
    (
      "\"123\"",
      "1:1-6: expected a whole number, but this is the text \"123\"; Write it without quotes: 123"
    ),
    (
      "9223372036854775808",
      "1:1-20: expected a whole number from -9223372036854775808 to 9223372036854775807, but this is 9223372036854775808"
    ),
    ("\"a\\nb\"", "1:1-7: expected a whole number, but this is the text \"a\\nb\""),
    (
      "!any 3",
      "1:1-5: the tag !any is not allowed here; Tags are only allowed in expected values; write the value without a tag."
    ),
  ])
  func `a value that is not a whole number is refused as Int`(yaml: String, words: String) {
    #expect(problem(Int.self, yaml) == words)
  }

  @Test func `a node of the wrong kind is reported with the expected type`() {
    expectProblems([
      (UInt8.self, "256", "1:1-4: expected a whole number from 0 to 255, but this is 256"),
      (Double.self, "1,5", "1:1-4: expected a number, but this is the text \"1,5\""),
      (Double.self, "1e999", "1:1-6: this number is too large"),
      (
        Double.self, "'1'",
        "1:1-4: expected a number, but this is the text \"1\"; Write it without quotes: 1"
      ),
      (Decimal.self, ".nan", "1:1-5: expected a number, but this is the number .nan"),
      (
        Bool.self, "yes",
        "1:1-4: expected true or false, but this is the text \"yes\"; Did you mean: true"
      ),
      (
        Bool.self, "Off",
        "1:1-4: expected true or false, but this is the text \"Off\"; Did you mean: false"
      ),
      (
        Bool.self, "\"true\"",
        "1:1-7: expected true or false, but this is the text \"true\"; Write it without quotes: true"
      ),
      (Bool.self, "1", "1:1-2: expected true or false, but this is the whole number 1"),
      (
        [String: String].self, "a:",
        "1:3-3: expected a text, but there is no value; Write \"\" for an empty text."
      ),
      (String.self, "[a]", "1:1-4: expected a text, but this is a list"),
      (
        Date.self, "soon",
        "1:1-5: expected a date such as 2021-09-27T12:07:24Z, but this is the text \"soon\""
      ),
      (
        URL.self, "not a url",
        "1:1-10: expected a URL such as https://example.com/, but this is the text \"not a url\""
      ),
      (
        UUID.self, "x",
        "1:1-2: expected a UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF, but this is the text \"x\""
      ),
      (Data.self, "x", "1:1-2: expected base64 data, but this is the text \"x\""),
      (
        Duration.self, "100",
        "1:1-4: \"100\" has no unit; Write a number and a unit, such as 100 ms; the units are ms, s, min, h and d."
      ),
      (Duration.self, "[1 s]", "1:1-6: expected a duration such as 100 ms, but this is a list"),
      (
        [Int].self, "3",
        "1:1-2: expected a list, but this is the whole number 3; Write a list, even for a single value: [3]"
      ),
      ([Int].self, "{ a: 1 }", "1:1-9: expected a list, but this is a mapping"),
      (Reply.self, "ok", "1:1-3: expected a mapping, but this is the text \"ok\""),
      (Reply.Body.self, "lines: [a, [b]]", "1:12-15: expected a text, but this is a list"),
    ])
  }
}
