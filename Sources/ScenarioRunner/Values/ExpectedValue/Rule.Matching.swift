import Foundation

extension Rule {
  /// Whether a value is as the rule wants it.
  func matches(_ actual: Value) -> Bool {
    switch self {
    case .any: return actual != .absent
    case .absent: return actual == .absent
    case .scalar(let scalar): return scalar.matches(actual)
    case .list(let expected):
      guard case .list(let actual) = actual, expected.count == actual.count else { return false }
      return zip(expected, actual).allSatisfy { $0.matches($1) }
    case .mapping(let entries, let isExact):
      guard case .mapping(let pairs) = actual else { return false }
      return Rule.matches(entries, pairs, isExact: isExact)
    case .contains(let part):
      switch actual {
      case .text(let text): return part.rule.isPart(of: text)
      case .list(let elements): return elements.contains { part.matches($0) }
      case .absent, .bool, .integer, .number, .mapping: return false
      }
    case .pattern(let pattern):
      guard case .text(let text) = actual else { return false }
      let whole = NSRange(text.startIndex..., in: text)
      return pattern.firstMatch(in: text, range: whole) != nil
    case .count(let count):
      switch actual {
      case .text(let text): return text.count == count
      case .list(let elements): return elements.count == count
      case .absent, .bool, .integer, .number, .mapping: return false
      }
    case .about(let tolerance): return tolerance.allows(actual)
    case .beyond(let bound, let isAbove): return bound.admits(actual, above: isAbove)
    case .oneOf(let alternatives): return alternatives.contains { $0.matches(actual) }
    case .not(let other): return actual != .absent && !other.matches(actual)
    case .unordered(let expected):
      guard case .list(let actual) = actual, expected.count == actual.count else { return false }
      return UnorderedPairing(expected, actual, endsAtGap: true).isComplete
    }
  }

  private static func matches(_ entries: [Entry], _ pairs: [Value.Pair], isExact: Bool) -> Bool {
    let values = MappingIndex(pairs)
    guard entries.allSatisfy({ $0.value.matches(values[$0.key] ?? .absent) }) else { return false }
    guard isExact else { return true }
    let expected = Set(entries.map(\.key))
    return pairs.allSatisfy { $0.value == .absent || expected.contains($0.key) }
  }

  /// Whether a text has in it what this rule expects.
  private func isPart(of text: String) -> Bool {
    guard case .scalar(let scalar) = self else { return false }
    return text.contains(scalar.text)
  }
}

extension Rule.Bound {
  /// Whether a value is on one side of the bound; `nil` where the two can't be compared.
  func isBeyond(_ actual: Value, above: Bool) -> Bool? {
    switch self {
    case .number(let bound):
      guard let number = actual.asNumber else { return nil }
      return above ? number > bound : number < bound
    case .date(let bound):
      guard case .text(let text) = actual, let date = ISO8601.date(text, zone: .gmt) else {
        return nil
      }
      return above ? date > bound : date < bound
    }
  }

  func admits(_ actual: Value, above: Bool) -> Bool { isBeyond(actual, above: above) ?? false }
}

/// Looks up the keys of a mapping, in a table once there are many of them.
struct MappingIndex {
  private let pairs: [Value.Pair]
  private let table: [String: Int]?

  init(_ pairs: [Value.Pair]) {
    self.pairs = pairs
    table =
      pairs.count > 8
      ? Dictionary(
        pairs.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
      : nil
  }

  subscript(key: String) -> Value? {
    if let table { return table[key].map { pairs[$0].value } }
    return pairs.first { $0.key == key }?.value
  }
}
