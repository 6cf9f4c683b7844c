import ScenarioLanguage

/// A value that a story expects the app to show.
///
/// The value is read once from the story's data and can be compared any number of times.
///
/// A mapping matches if every key that is written matches; other keys are not compared. A list
/// matches element by element. A plain `123` equals the number 123, the number 123.0 and the text
/// "123"; in quotes it equals only the text. `null` and `~` mean that there is no value. A mapping
/// with only the keys `columns` and `rows` is a table: a list of mappings. A tag stands for a
/// ``Matcher``.
public struct ExpectedValue: Sendable {
  /// The data from which the expected value was read.
  package let node: Node

  package let rule: Rule

  /// Creates an expected value from data.
  ///
  /// Throws an error at the first tag that is unknown or used incorrectly.
  package init(_ node: Node, _ matchers: Matchers = .builtIn) throws(DataError) {
    self.node = node
    rule = try Rule(node, matchers)
  }

  private init(_ node: Node, rule: Rule) { (self.node, self.rule) = (node, rule) }

  /// The expectation that a value is anything else of its kind.
  package var negated: ExpectedValue { ExpectedValue(node, rule: .matcher(Not(other: self))) }

  /// Returns whether a value is as expected.
  public func matches(_ actual: Value) -> Bool { rule.matches(actual) == true }

  /// Returns whether the expectation applies to values of this kind, so that a mismatch is
  /// meaningful.
  package func applies(to actual: Value) -> Bool { rule.matches(actual) != nil }

  /// The keys that are written for a mapping, with their values, in all alternatives; empty for any
  /// other value.
  package var entries: [Rule.Entry] {
    switch rule {
    case .mapping(let entries, _): entries
    case .absent, .scalar, .list: []
    case .matcher: partsOfValue.flatMap(\.entries)
    }
  }

  /// Whether the value is compared with a mapping.
  package var isForMapping: Bool { if case .mapping = rule { true } else { !entries.isEmpty } }

  /// The expected values inside a matcher that are compared with the value itself.
  package var partsOfValue: [ExpectedValue] {
    guard case .matcher(let matcher) = rule, case .ofValue(let parts, _) = matcher.parts else {
      return []
    }
    return parts
  }
}

extension ExpectedValue: Decodable {
  /// Creates an expected value from a part of a step's data; works only inside `NodeDecoder`.
  public init(from decoder: any Decoder) throws { try self.init(Node(from: decoder)) }
}
