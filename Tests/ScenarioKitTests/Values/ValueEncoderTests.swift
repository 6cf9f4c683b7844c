import Foundation
import ScenarioLanguage
import Testing

@testable import ScenarioKit

@Suite("Value encoding")
struct ValueEncoderTests {
  private func encoded(_ value: some Encodable) throws -> String {
    try ValueEncoder().encode(value).description
  }

  private struct Screen: Encodable {
    enum State: String, Encodable { case initial, info }
    var state = State.info
    var title: String? = "Hello"
    var missing: Int?
    var count: UInt8 = 3
    var ratio: Float = 0.1
    var isOpen = true
    var tags = ["a", "b"]
    var inner = ["z": 1, "a": 2]
  }

  @Test func `encoding keeps the order of properties and omits nil`() throws {
    #expect(
      try encoded(Screen()) == """
        { state: info, title: Hello, count: 3, ratio: 0.1, isOpen: true, tags: [a, b], \
        inner: { a: 2, z: 1 } }
        """)
  }

  private enum Phase: Encodable {
    case loading
    case failed(code: Int)
    case named(String)
  }

  private enum Level: Int, Encodable { case low = 1 }

  @Test func `encoding represents enums as Swift does`() throws {
    let phases = [Phase.loading, .failed(code: 3), .named("x")]
    #expect(
      try encoded(phases) == "[{ loading: {} }, { failed: { code: 3 } }, { named: { _0: x } }]")
    #expect(try encoded(Level.low) == "1")
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_632_744_444, "2021-09-27T12:07:24Z"),
      (1_632_306_756.917, "2021-09-22T10:32:36.917Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (-1, "1969-12-31T23:59:59Z"), (-0.25, "1969-12-31T23:59:59.75Z"),
      (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
      (1_735_603_200, "2024-12-31T00:00:00Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
      (-62_135_596_801, "-62135596801.0"), (1e300, "1e+300"), (.infinity, ".inf"),
      (0.000_000_4, "1970-01-01T00:00:00Z"), (12.999_999_9, "1970-01-01T00:00:13Z"),
    ] as [(Double, String)])
  func `dates are encoded in UTC with a fraction only if present`(
    seconds: Double, text: String
  ) throws {
    let value = try ValueEncoder().encode(Date(timeIntervalSince1970: seconds))
    #expect(value == .text(text))
    if let date = ISO8601.date(text, zone: .gmt) {
      #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }
  }

  @Test func `Foundation values are encoded in readable notation`() throws {
    let decimals = ["19.90", "20", "12345678901234567890.123"].map { Decimal(string: $0) }
    #expect(try encoded(decimals) == "[19.9, 20, \"12345678901234567890.123\"]")
    let texts = try [
      encoded(URL(string: "https://a.example/b?c")), encoded(Data([1, 2, 255])),
      encoded(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")),
      encoded(Duration.milliseconds(1500)),
    ]
    #expect(
      texts == [
        "https://a.example/b?c", "AQL/", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "1.5 s",
      ])
  }

  @Test func `integers too large for a number are encoded as text`() throws {
    let texts = try [encoded(Int64.min), encoded(UInt64.max), encoded(Int128.max)]
    #expect(
      texts == [
        "-9223372036854775808", "\"18446744073709551615\"",
        "\"170141183460469231731687303715884105727\"",
      ])
  }

  private enum Currency: String, Encodable { case usd, eur }
  private struct Point: Hashable, Encodable {
    var x: Int
  }

  @Test func `dictionaries and sets are encoded in sorted order`() throws {
    let words = Dictionary(uniqueKeysWithValues: (0..<30).map { ("k\($0 + 10)", $0) })
    let keys = (0..<30).map { "k\($0 + 10): \($0)" }.joined(separator: ", ")
    #expect(try encoded(words) == "{ \(keys) }")
    #expect(try encoded([10: "a", 9: "b", -1: "c"]) == "{ \"-1\": c, \"9\": b, \"10\": a }")
    #expect(try encoded([Currency.usd: 1, .eur: 2]) == "{ eur: 2, usd: 1 }")
    #expect(
      try encoded([Point(x: 2): "b", Point(x: 1): "a"])
        == "[{ key: { x: 1 }, value: a }, { key: { x: 2 }, value: b }]")
    #expect(try encoded(Set(["c", "a", "b"])) == "[a, b, c]")
    #expect(try encoded(Set([Point(x: 3), Point(x: 1)])) == "[{ x: 1 }, { x: 3 }]")
    #expect(try encoded(["a": nil, "b": 1] as [String: Int?]) == "{ b: 1 }")
  }

  @Test func `nil in a list is encoded as null`() throws {
    let texts = try [
      encoded([1, nil] as [Int?]), encoded(Int?.none), encoded(Int??.some(.some(1))),
    ]
    #expect(texts == ["[1, null]", "null", "1"])
  }

  @Test func `values are encoded unchanged`() throws {
    #expect(try encoded(["a": ["b": nil, "c": 1.5] as Value]) == "{ a: { b: null, c: 1.5 } }")
    let json = try JSONEncoder().encode(["b": [1, true, "x"]] as Value)
    #expect(String(decoding: json, as: UTF8.self) == "{\"b\":[1,true,\"x\"]}")
  }

  private class Base: Encodable {
    var a = 1
  }

  private class Derived: Base {
    enum Keys: CodingKey { case b, list, nested }
    enum Inner: CodingKey { case deep }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode("b", forKey: .b)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      var inList = list.nestedContainer(keyedBy: Inner.self)
      try inList.encodeNil(forKey: .deep)
      try list.encodeNil()
      try 7.encode(to: list.superEncoder())
      var nested = container.nestedContainer(keyedBy: Inner.self, forKey: .nested)
      try nested.encode(true, forKey: .deep)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `nested, shared and super containers are encoded`() throws {
    #expect(
      try encoded(Derived())
        == "{ a: 1, b: b, list: [1, {}, null, 7], nested: { deep: true }, super: { a: 1 } }")
  }

  private struct Keys: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Repeating: Encodable {
    var count: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      for number in 0..<count {
        try container.encode(number, forKey: Keys(stringValue: "k\(number)"))
      }
      try container.encode("last", forKey: Keys(stringValue: "k0"))
      try container.encodeNil(forKey: Keys(stringValue: "k1"))
    }
  }

  @Test(arguments: [3, 8, 9, 20])
  func `the last of several values for a key is encoded`(count: Int) throws {
    let others = (2..<count).map { "k\($0): \($0)" }.joined(separator: ", ")
    #expect(try encoded(Repeating(count: count)) == "{ k0: last, \(others) }")
  }

  private struct Empty: Encodable {}
  private struct Silent: Encodable {
    func encode(to encoder: any Encoder) {}
  }

  @Test func `a type without properties is encoded as an empty mapping`() throws {
    #expect(try [encoded(Empty()), encoded(Silent())] == ["{}", "{}"])
  }

  private struct Confused: Encodable {
    func encode(to encoder: any Encoder) throws {
      _ = encoder.unkeyedContainer()
      _ = encoder.container(keyedBy: PathKey.self)
    }
  }

  private final class Ring: Encodable {
    enum Keys: CodingKey { case next }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(self, forKey: .next)
    }
  }

  private struct Wrapper: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self)
    }
  }

  private func problem(_ value: some Encodable) -> String? {
    do {
      _ = try ValueEncoder().encode(value)
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  @Test func `the encoder refuses invalid containers and endless nesting`() {
    #expect(
      problem(Confused())
        == "a mapping was requested, but another kind of value is already encoded here")
    #expect(problem(Ring()) == "the value is nested more than 100 deep")
    #expect(problem(Wrapper()) == "the value is nested more than 100 deep")
    #expect(problem([["a": Confused()]]) != nil)
  }
}
