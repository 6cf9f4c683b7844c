import Foundation
import ScenarioLanguage
import Testing

@testable import ScenarioKit

extension NodeDecoderTests {
  @Test(arguments: [
    ("stauts: 200", "1:1-7: unknown key \"stauts\"; Did you mean: status"),
    ("status: 200\nafer: 1 s", "2:1-5: unknown key \"afer\"; Did you mean: after"),
    (
      "status: 200\ncolour: red",
      "2:1-7: unknown key \"colour\"; Known keys: status, after, headers, body"
    ),
    ("{ after: 1 s }", "1:1-15: \"status\" is missing"),
    ("{}", "1:1-3: \"status\" is missing"),
    ("status: 200\nbody: { line: [] }", "2:9-13: unknown key \"line\"; Did you mean: lines"),
    ("status: abc", "1:9-12: expected a whole number, but this is the text \"abc\""),
  ])
  func `unknown and missing keys are reported at their location`(yaml: String, words: String) {
    #expect(problem(Reply.self, yaml) == words)
  }

  @Test func `an unknown enum case is reported with the known cases`() {
    expectProblems([
      (
        State.self, "lodaing",
        "1:1-8: unknown value \"lodaing\"; Did you mean: loading; Known values: initial, loading, info"
      ),
      (
        [State].self, "[info, gone]",
        "1:8-12: unknown value \"gone\"; Known values: initial, loading, info"
      ),
      (Mode.self, "medium", "1:1-7: unknown value \"medium\""),
      (Level.self, "3", "1:1-2: unknown value \"3\"; Known values: 1, 2"),
      (
        [State: Int].self, "{ infp: 1 }",
        "1:3-7: unknown value \"infp\"; Did you mean: info; Known values: initial, loading, info"
      ),
      ([Int: Int].self, "{ a: 1 }", "1:3-4: expected a whole number, but this is the text \"a\""),
      ([Int: Int].self, "{ 1: 1, 01: 2 }", "1:9-11: the key 01 occurs more than once"),
      (Event.self, "taped: {}", "1:1-6: unknown key \"taped\""),
      (
        Event.self, "{ closed: {}, tapped: { label: a } }",
        "1:1-37: expected exactly one key, but found 2"
      ),
      (Event.self, "tapped: { labl: a }", "1:11-15: unknown key \"labl\"; Did you mean: label"),
    ])
  }

  @Test func `an error thrown by a decoded type keeps its message`() {
    expectProblems([
      ([Percent].self, "[1, 101]", "1:5-8: a percentage is from 0 to 100"),
      ([Refusing].self, "[1]", "1:2-3: sold out"),
      ([Percent].self, "[x]", "1:2-3: expected a whole number, but this is the text \"x\""),
    ])
  }

  private struct Flat: Decodable {
    enum Keys: CodingKey { case kind, list }
    var body: Reply.Body
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _ = try container.decode(String.self, forKey: .kind)
      body = try decoder.singleValueContainer().decode(Reply.Body.self)
    }
  }

  private enum Either: Decodable {
    case body, reply
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Reply.Body.self)) != nil {
        self = .body
      } else {
        _ = try container.decode(Reply.self)
        self = .reply
      }
    }
  }

  private struct Open: Decodable {
    var names: [String]
    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: PathKey.self).allKeys.map(\.stringValue)
    }
  }

  private struct Pair: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Int.self)
      _ = try container.decode(Int.self)
    }
  }

  @Test func `one mapping can be decoded by several types`() throws {
    #expect(
      try NodeDecoder().decode(Flat.self, from: node("{ kind: x, lines: [a] }")).body.lines == ["a"]
    )
    #expect(
      problem(Flat.self, "{ kind: x, lines: [a], lnes: 1 }")
        == "1:24-28: unknown key \"lnes\"; Did you mean: lines")
    #expect(try NodeDecoder().decode(Either.self, from: node("{ status: 1 }")) == .reply)
    #expect(try NodeDecoder().decode(Either.self, from: node("{ lines: [] }")) == .body)
    #expect(try NodeDecoder().decode(Open.self, from: node("{ b: 1, a: 2 }")).names == ["b", "a"])
    #expect(
      problem(Pair.self, "[1]") == "1:1-4: this list is too short; its number of elements is 1")
  }

  @Test func `nodes and expected values are decoded unchanged`() throws {
    struct Holder: Decodable {
      var shows: [String: Node]
      var maybe: Node?
      var check: ExpectedValue
    }
    let data = node("{ shows: { a: !contains x, b: [1] }, check: !above 3 }")
    let holder = try NodeDecoder().decode(Holder.self, from: data)
    #expect(holder.shows["a"] == data["shows"]?["a"])
    #expect(holder.shows["b"]?.content == data["shows"]?["b"]?.content)
    #expect(holder.maybe == nil)
    #expect(holder.check.matches(4))
    #expect(try NodeDecoder().decode(Node.self, from: data) == data)
    #expect(
      problem([ExpectedValue].self, "[!abov 3]") == "1:2-7: unknown tag !abov; Did you mean: !above"
    )
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Node].self, from: Data("[1]".utf8))
    }
  }
}
