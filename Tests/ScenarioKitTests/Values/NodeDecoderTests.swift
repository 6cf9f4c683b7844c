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

  @Test(arguments: ["after: null", "after: ~", "after:", "{ }"])
  func `null and missing values are decoded as nil`(yaml: String) throws {
    struct Optionals: Decodable { var after: Duration? }
    #expect(try NodeDecoder().decode(Optionals.self, from: node(yaml)).after == nil)
  }

  @Test func `scalars, lists and enums are decoded as the requested type`() throws {
    func read<T: Decodable>(_ yaml: String) throws -> T {
      try NodeDecoder().decode(from: node(yaml))
    }
    #expect(try read("-12") as Int == -12)
    #expect(try read("+12") as UInt8 == 12)
    #expect(try read("170141183460469231731687303715884105727") as Int128 == .max)
    #expect(try read("1e3") as Double == 1000)
    #expect(try read(".5") as Float == 0.5)
    #expect(try read("12") as Double == 12)
    #expect(try read("-.inf") as Double == -.infinity)
    #expect(try read("19.90") as Decimal == Decimal(string: "19.9"))
    #expect(try read("true") as Bool)
    #expect(try read("no") as String == "no")
    #expect(try read("007") as String == "007")
    #expect(try read("!!str 12") as String == "12")
    #expect(try read("\"\"") as String == "")
    #expect(try read("|\n  a\n  b\n") as String == "a\nb\n")
    #expect(try read("2021-09-27T12:07:24Z") as Date == Date(timeIntervalSince1970: 1_632_744_444))
    #expect(try read("https://a.example/b") as URL == URL(string: "https://a.example/b"))
    #expect(try read("AQL/") as Data == Data([1, 2, 255]))
    #expect(
      try read("6f9619ff-8b86-d011-b42d-00cf4fc964ff") as UUID
        == UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
    #expect(try read("100 ms") as Duration == .milliseconds(100))
    #expect(try read("info") as State == .info)
    #expect(try read("2") as Level == .high)
    #expect(try read("[1, null, 3]") as [Int?] == [1, nil, 3])
    #expect(try read("[a, b, a]") as Set<String> == ["a", "b"])
    #expect(try read("{ tapped: { label: Load } }") as Event == .tapped(label: "Load"))
    #expect(try read("closed: {}") as Event == .closed)
    #expect(try read("null") as Int? == nil)
  }

  @Test func `mapping keys are decoded as enums, integers and texts`() throws {
    #expect(
      try NodeDecoder().decode([State: Int].self, from: node("{ info: 1, initial: 2 }"))
        == [.info: 1, .initial: 2])
    #expect(
      try NodeDecoder().decode([Int: String].self, from: node("{ 1: a, -2: b }")) == [
        1: "a", -2: "b",
      ])
    #expect(
      try NodeDecoder().decode([String: Int?].self, from: node("{ null: 1, a: null }"))
        == ["null": 1, "a": nil])
  }

  @Test func `dates without an offset are decoded in the story's time zone`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Moscow"))
    let date = try NodeDecoder(timeZone: zone).decode(Date.self, from: node("2021-09-27 15:07:24"))
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
    #expect(
      problem(UInt8.self, "256")
        == "1:1-4: expected a whole number from 0 to 255, but this is 256")
    #expect(
      problem(Double.self, "1,5") == "1:1-4: expected a number, but this is the text \"1,5\"")
    #expect(problem(Double.self, "1e999") == "1:1-6: this number is too large")
    #expect(
      problem(Double.self, "'1'")
        == "1:1-4: expected a number, but this is the text \"1\"; Write it without quotes: 1")
    #expect(
      problem(Decimal.self, ".nan") == "1:1-5: expected a number, but this is the number .nan")
    #expect(
      problem(Bool.self, "yes")
        == "1:1-4: expected true or false, but this is the text \"yes\"; Did you mean: true")
    #expect(
      problem(Bool.self, "Off")
        == "1:1-4: expected true or false, but this is the text \"Off\"; Did you mean: false")
    #expect(
      problem(Bool.self, "\"true\"")
        == "1:1-7: expected true or false, but this is the text \"true\"; Write it without quotes: true"
    )
    #expect(
      problem(Bool.self, "1") == "1:1-2: expected true or false, but this is the whole number 1")
    #expect(
      problem([String: String].self, "a:")
        == "1:3-3: expected a text, but there is no value; Write \"\" for an empty text.")
    #expect(problem(String.self, "[a]") == "1:1-4: expected a text, but this is a list")
    #expect(
      problem(Date.self, "soon")
        == "1:1-5: expected a date such as 2021-09-27T12:07:24Z, but this is the text \"soon\"")
    #expect(
      problem(URL.self, "not a url")
        == "1:1-10: expected a URL such as https://example.com/, but this is the text \"not a url\""
    )
    #expect(
      problem(UUID.self, "x")
        == "1:1-2: expected a UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF, but this is the text \"x\""
    )
    #expect(
      problem(Data.self, "x") == "1:1-2: expected base64 data, but this is the text \"x\"")
    #expect(
      problem(Duration.self, "100")
        == "1:1-4: \"100\" has no unit; Write a number and a unit, such as 100 ms; the units are ms, s, min, h and d."
    )
    #expect(
      problem(Duration.self, "[1 s]")
        == "1:1-6: expected a duration such as 100 ms, but this is a list")
    #expect(
      problem([Int].self, "3")
        == "1:1-2: expected a list, but this is the whole number 3; Write a list, even for a single value: [3]"
    )
    #expect(problem([Int].self, "{ a: 1 }") == "1:1-9: expected a list, but this is a mapping")
    #expect(
      problem(Reply.self, "ok") == "1:1-3: expected a mapping, but this is the text \"ok\"")
    #expect(
      problem(Reply.Body.self, "lines: [a, [b]]")
        == "1:12-15: expected a text, but this is a list")
  }
}
