import Foundation

extension Rule {
  /// Whether a value is as the rule wants it; `nil` where the rule is for values of another kind.
  ///
  /// Such a value is not as wanted, and not the opposite either: a text is neither above 3 nor not
  /// above 3. What isn't there is never taken for a value of another kind.
  func verdict(on actual: Value) -> Bool? {
    switch self {
    case .any: return actual != .absent
    case .absent: return actual == .absent
    case .scalar(let scalar): return scalar.matches(actual)
    case .list(let expected):
      guard case .list(let actual) = actual, expected.count == actual.count else { return false }
      return Rule.all(zip(expected, actual)) { $0.rule.verdict(on: $1) }
    case .mapping(let entries, let isExact):
      guard case .mapping(let pairs) = actual else {
        return isExact && actual != .absent ? nil : false
      }
      return Rule.verdict(of: entries, on: pairs, isExact: isExact)
    case .contains(let part): return Rule.verdict(ofContaining: part.rule, on: actual)
    case .pattern(let pattern):
      guard case .text(let text) = actual else { return actual == .absent ? false : nil }
      let whole = NSRange(text.startIndex..., in: text)
      return pattern.firstMatch(in: text, range: whole) != nil
    case .count(let count):
      switch actual {
      case .text(let text): return text.count == count
      case .list(let elements): return elements.count == count
      case .absent: return false
      case .bool, .integer, .number, .mapping: return nil
      }
    case .about(let tolerance):
      guard actual.asNumber != nil else { return actual == .absent ? false : nil }
      return tolerance.allows(actual)
    case .beyond(let bound, let isAbove):
      return actual == .absent ? false : bound.isBeyond(actual, above: isAbove)
    case .oneOf(let alternatives): return Rule.any(alternatives) { $0.rule.verdict(on: actual) }
    case .not(let other):
      return actual == .absent ? false : other.rule.verdict(on: actual).map { !$0 }
    case .unordered(let expected):
      guard case .list(let actual) = actual else { return actual == .absent ? false : nil }
      return expected.count == actual.count
        && UnorderedPairing(expected, actual, endsAtGap: true).isComplete
    }
  }

  private static func verdict(
    of entries: [Entry], on pairs: [Value.Pair], isExact: Bool
  ) -> Bool? {
    let values = MappingIndex(pairs)
    let verdict = all(entries) { $0.value.rule.verdict(on: values[$0.key] ?? .absent) }
    guard isExact, verdict != false else { return verdict }
    let expected = Set(entries.map(\.key))
    let hasOthers = pairs.contains { $0.value != .absent && !expected.contains($0.key) }
    return hasOthers ? false : verdict
  }

  private static func verdict(ofContaining part: Rule, on actual: Value) -> Bool? {
    switch actual {
    case .absent: return false
    case .bool, .integer, .number, .mapping: return nil
    case .text(let text):
      guard case .scalar(let scalar) = part else { return nil }
      return text.contains(scalar.text)
    case .list(let elements):
      guard !elements.isEmpty else { return false }
      return any(elements) { part.isForKind(of: $0) ? part.verdict(on: $0) : nil }
    }
  }

  /// Whether values of this kind are what the rule is looking for in a list: a text is not found
  /// among mappings.
  func isForKind(of actual: Value) -> Bool {
    switch (self, actual) {
    case (_, .absent): true
    case (.scalar, .list), (.scalar, .mapping): false
    case (.list, .list), (.mapping, .mapping): true
    case (.list, _), (.mapping, _): false
    default: true
    }
  }

  /// Whether something holds for all: it does not as soon as it doesn't for one.
  private static func all<Part>(
    _ parts: some Sequence<Part>, _ verdict: (Part) -> Bool?
  ) -> Bool? {
    var isJudged = true
    for part in parts {
      switch verdict(part) {
      case true: continue
      case false: return false
      case nil: isJudged = false
      }
    }
    return isJudged ? true : nil
  }

  /// Whether something holds for one at least: it does not if none of those that can be judged is
  /// so, and one can be.
  private static func any<Part>(
    _ parts: some Sequence<Part>, _ verdict: (Part) -> Bool?
  ) -> Bool? {
    var isJudged = false
    for part in parts {
      switch verdict(part) {
      case true: return true
      case false: isJudged = true
      case nil: continue
      }
    }
    return isJudged ? false : nil
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
