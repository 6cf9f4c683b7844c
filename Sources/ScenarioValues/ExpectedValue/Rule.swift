import Foundation
import ScenarioLanguage
import StepExpressions

/// The condition for a value that one node of expected data defines.
package indirect enum Rule: Sendable {
  case any
  case absent
  case scalar(ScalarRule)
  case list([ExpectedValue])
  case mapping([Entry], isExact: Bool)
  case contains(ExpectedValue)
  case pattern(SafeRegex)
  case count(Int)
  case about(Tolerance)
  case beyond(Bound, isAbove: Bool)
  case oneOf([ExpectedValue])
  case not(ExpectedValue)
  case unordered([ExpectedValue])

  /// A key and its expected value.
  package struct Entry: Sendable {
    package var key: String
    package var value: ExpectedValue
    /// The source range of the key.
    package var range: SourceRange
  }

  /// The limit that a value is compared with.
  package enum Bound: Sendable {
    case number(Double)
    case date(Date)
  }

  /// Creates the rule of a node that has no tag.
  init(untagged node: Node) throws(DataError) {
    if let elements = node.items {
      self = .list(try Rule.expectations(elements))
    } else if let rows = try node.tableRows() {
      self = .list(try Rule.expectations(rows))
    } else if let entries = node.entries {
      self = .mapping(try Rule.entries(entries), isExact: false)
    } else {
      let scalar = node.scalar ?? Node.Scalar(text: "", isPlain: true)
      self = scalar.isNull ? .absent : .scalar(ScalarRule(scalar))
    }
  }

  static func expectations(
    _ nodes: some Collection<Node>
  ) throws(DataError) -> [ExpectedValue] {
    try nodes.map { node throws(DataError) in try ExpectedValue(node) }
  }

  static func entries(_ entries: Node.Entries) throws(DataError) -> [Entry] {
    try entries.map { entry throws(DataError) in
      if let tag = entry.key.ownTag {
        throw DataError("a key can't have a tag, but this key has \(tag)", at: entry.key.tagRange)
      }
      guard let key = entry.key.text else {
        throw DataError(
          "expected text as the key, but \(entry.key.foundInWords)", at: entry.key.range)
      }
      return Entry(key: key, value: try ExpectedValue(entry.value), range: entry.key.range)
    }
  }
}

extension Rule {
  /// Returns whether a value satisfies the rule; `nil` if the rule doesn't apply to values of this
  /// kind.
  ///
  /// For such values neither the rule nor its negation holds: a text is neither above 3 nor not
  /// above 3, and the number 3 neither is nor isn't `"3"`. An absent value never counts as a value
  /// of another kind.
  func verdict(on actual: Value) -> Bool? {
    judgement(of: actual) ?? (actual == .absent ? false : nil)
  }

  private func judgement(of actual: Value) -> Bool? {
    switch self {
    case .any: return actual != .absent
    case .absent: return actual == .absent
    case .scalar(let scalar): return scalar.verdict(on: actual)
    case .list(let expected):
      guard case .list(let actual) = actual else { return nil }
      guard expected.count == actual.count else { return false }
      return Rule.all(zip(expected, actual)) { $0.rule.verdict(on: $1) }
    case .mapping(let entries, let isExact):
      guard case .mapping(let pairs) = actual else { return nil }
      return Rule.verdict(of: entries, on: pairs, isExact: isExact)
    case .contains(let part): return Rule.verdict(ofContaining: part.rule, on: actual)
    case .pattern(let pattern):
      guard case .text(let text) = actual else { return nil }
      // A pattern that takes too long can't be judged.
      return (try? pattern.matches(in: text, limit: 1)).map { !$0.isEmpty }
    case .count(let count):
      switch actual {
      case .text(let text): return text.count == count
      case .list(let elements): return elements.count == count
      case .absent, .bool, .integer, .number, .mapping: return nil
      }
    case .about(let tolerance): return actual.asNumber == nil ? nil : tolerance.allows(actual)
    case .beyond(let bound, let isAbove): return bound.isBeyond(actual, above: isAbove)
    case .oneOf(let alternatives): return Rule.any(alternatives) { $0.rule.verdict(on: actual) }
    case .not(let other):
      return actual == .absent ? false : other.rule.verdict(on: actual).map { !$0 }
    case .unordered(let expected):
      guard case .list(let actual) = actual else { return nil }
      guard expected.count == actual.count else { return false }
      let pairing = UnorderedPairing(expected, actual, endsAtGap: true)
      guard let gap = pairing.partners.firstIndex(of: nil) else { return true }
      return Rule.any(actual) { expected[gap].rule.verdict(on: $0) } == nil ? nil : false
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
    case .absent, .bool, .integer, .number, .mapping: return nil
    case .text(let text):
      guard case .scalar(let scalar) = part else { return nil }
      return text.contains(scalar.text)
    case .list(let elements):
      guard !elements.isEmpty else { return false }
      return any(elements) { part.verdict(on: $0) }
    }
  }

  /// Returns `false` if any verdict is `false`; otherwise `nil` if any is `nil`; otherwise `true`.
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

  /// Returns `true` if any verdict is `true`; otherwise `false` if any is `false`; otherwise `nil`.
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
  /// Returns whether a value is on the given side of the bound; `nil` if the two can't be compared.
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

/// An expected scalar, compared by the kind of the actual value.
package struct ScalarRule: Sendable {
  var text: String
  var isPlain: Bool
  /// The number that the text denotes.
  private(set) var number: Double?
  private var integer: Int64?

  init(_ scalar: Node.Scalar) {
    text = scalar.text
    isPlain = scalar.isPlain
    guard isPlain else { return }
    number = NumberText.number(text)
    integer = NumberText.isInteger(text) ? Int64(text) : nil
  }

  /// Whether the text denotes `true` or `false`.
  var isBool: Bool { isPlain && (text == "true" || text == "false") }

  /// Returns whether a value equals the scalar; `nil` if no value of this kind can.
  func verdict(on actual: Value) -> Bool? {
    switch actual {
    case .text(let actual): text == actual
    case .bool(let actual): isBool ? text == (actual ? "true" : "false") : nil
    case .integer(let actual):
      // A whole number beyond Int64 is never equal, although its Double might be.
      if let integer { integer == actual } else { number.map { Int64(exactly: $0) == actual } }
    case .number(let actual):
      number.map { $0 == actual || ($0.isNaN && actual.isNaN) }
    case .absent, .list, .mapping: nil
    }
  }
}

/// A target number and the maximum distance from it.
package struct Tolerance: Sendable {
  let target: Decimal
  let margin: Decimal

  func allows(_ value: Value) -> Bool {
    distance(to: value).map { $0 <= margin } ?? false
  }

  /// Returns the distance of a value from the target, in decimal arithmetic, so that 1.1 is exactly
  /// 0.1 away from 1.
  func distance(to value: Value) -> Decimal? {
    guard value.asNumber != nil, let number = NumberText.decimal(value.description) else {
      return nil
    }
    return abs(number - target)
  }
}
