import ScenarioLanguage
import Testing

@testable import ScenarioKit

@Suite("Differences of random values")
struct DifferencePropertyTests {
  /// A generator of data and values from few words, so that they often match partially.
  private struct Generator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
      elements[below(elements.count)]
    }

    mutating func value(depth: Int = 3) -> Value {
      switch below(depth > 0 ? 9 : 6) {
      case 0: return one(of: [nil, true, false])
      case 1: return one(of: [0, 1, 2, -3])
      case 2: return one(of: [0.5, 1.0, .number(.nan), .number(.infinity)])
      case 3...5: return .text(word())
      case 6:
        return .mapping((0..<below(4)).map { _ in Value.Pair(word(), value(depth: depth - 1)) })
      default: return .list((0..<below(5)).map { _ in value(depth: depth - 1) })
      }
    }

    private mutating func word() -> String {
      one(of: [
        "", "a", "b", "ab", "1", "1.0", "true", "a\nb", "a\nb\n", "a\u{A0}b", "a b", "é",
        "e\u{301}",
        "👨‍👩‍👧", "\u{0}", "\r\n", "日本語日本語日本語日本語", "2021-09-27", "[", "\u{301}", "'\"",
      ])
    }

    mutating func node(depth: Int = 3) -> Node {
      let range = SourceRange(start: .start, end: .start)
      let tag = one(
        of: [nil, nil, nil, nil, nil, nil] + Matchers.builtIn.tags.map(\.word)
          + ["!not-contains"])
      switch below(depth > 0 ? 7 : 4) {
      case 0: return Node(.scalar("", .plain), tag: tag, range: range)
      case 1...3:
        let style = one(of: [Node.Style.plain, .plain, .singleQuoted, .doubleQuoted, .literal])
        return Node(.scalar(word(), style), tag: tag, range: range)
      case 4:
        let entries = (0..<below(4)).map { _ in
          Node.Entry(
            key: Node(.scalar(word(), .plain), range: range), value: node(depth: depth - 1))
        }
        return Node(.mapping(entries), tag: tag, range: range)
      default:
        let elements = (0..<below(5)).map { _ in node(depth: depth - 1) }
        return Node(.sequence(elements), tag: tag, range: range)
      }
    }
  }

  @Test func `random data and values differ exactly when they do not match`() {
    var generator = Generator(seed: 2021)
    var compared = 0
    for _ in 0..<6_000 {
      guard let expected = try? ExpectedValue(generator.node()) else { continue }
      let actual = generator.value()
      let differences = expected.differences(from: actual)
      #expect(differences.isEmpty == expected.matches(actual), "\(expected.node) \(actual)")
      #expect(differences == expected.differences(from: actual))
      let text = DifferenceFormatter(file: "a.yaml", width: 60).text(for: differences)
      #expect(text.isEmpty == differences.isEmpty)
      compared += 1
    }
    #expect(compared > 1_500)
  }

  @Test func `random values match expected data made from them`() throws {
    var generator = Generator(seed: 7)
    for _ in 0..<2_000 {
      let value = generator.value()
      let data = Node(value)
      #expect(try ExpectedValue(data).differences(from: value) == [], "\(value)")
    }
  }
}

extension Node {
  /// Creates data that expects exactly a value.
  fileprivate init(_ value: Value) {
    let range = SourceRange(start: .start, end: .start)
    switch value {
    case .text(let text): self.init(.scalar(text, .doubleQuoted), range: range)
    case .list(let elements):
      self.init(.sequence(elements.map { Node($0) }), range: range)
    case .mapping(let pairs):
      var seen: Set<String> = []
      let entries = pairs.filter { seen.insert($0.key).inserted }.map {
        Entry(key: Node(.scalar($0.key, .doubleQuoted), range: range), value: Node($0.value))
      }
      self.init(.mapping(entries), range: range)
    case .absent, .bool, .integer, .number:
      self.init(.scalar(value.description, .plain), range: range)
    }
  }
}
