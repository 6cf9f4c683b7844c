import ScenarioLanguage

/// A value that a story expects the app to show.
///
/// The value is read once from the story's data and can be compared any number of times.
///
/// A mapping matches if every key that is written matches; other keys are not compared. A list
/// matches element by element. A plain `123` equals the number 123, the number 123.0 and the text
/// "123"; in quotes it equals only the text. `null` and `~` mean that there is no value. A mapping
/// with only the keys `columns` and `rows` is a table: a list of mappings. Tags express other
/// conditions:
///
/// | Tag | Matches |
/// | --- | --- |
/// | `!any` | any value that is present |
/// | `!absent` | no value |
/// | `!contains x` | a text that contains `x`; a list with an element that matches `x` |
/// | `!matches regex` | a text with a part that matches; `^` and `$` anchor the whole text |
/// | `!count 20` | a list with this number of elements, a text with this number of characters |
/// | `!about 3.14 ± 0.01` | a number within this distance, inclusive; `+-` and `+/-` are read as `±` |
/// | `!above 3`, `!below 3` | a number (not a text), or a date (ISO 8601), strictly above or below the limit |
/// | `!one of [a, b]`, `!one-of [a, b]` | any of these; the first form is for lists of scalars outside `[…]` and `{…}` |
/// | `!not x` | any value of the same kind except `x`; `!not-contains x` and the like negate another tag, for the values that it applies to |
/// | `!exactly {…}` | a mapping with these keys and no others |
/// | `!unordered […]` | a list with these elements in any order |
package struct ExpectedValue: Sendable {
  /// The data from which the expected value was read.
  package let node: Node

  package let rule: Rule

  /// Creates an expected value from data.
  ///
  /// Throws an error at the first tag that is unknown or used incorrectly.
  package init(_ node: Node) throws(DataError) {
    self.node = node
    rule = try Rule(node)
  }

  /// Returns whether a value is as expected.
  package func matches(_ actual: Value) -> Bool { rule.verdict(on: actual) == true }

  /// Returns whether the expectation applies to values of this kind, so that a mismatch is
  /// meaningful.
  package func canJudge(_ actual: Value) -> Bool { rule.verdict(on: actual) != nil }

  /// The keys that are written for a mapping, with their values, in all alternatives; empty for any
  /// other value.
  package var entries: [Rule.Entry] {
    switch rule {
    case .mapping(let entries, _): entries
    case .oneOf(let alternatives): alternatives.flatMap(\.entries)
    case .not(let other): other.entries
    case .any, .absent, .scalar, .list, .contains, .pattern, .count, .about, .beyond, .unordered: []
    }
  }
}

extension ExpectedValue: Decodable {
  /// Creates an expected value from a part of a step's data; works only inside `NodeDecoder`.
  package init(from decoder: any Decoder) throws {
    try self.init(Node(from: decoder))
  }
}

extension ExpectedValue {
  /// The names of all tags, such as `!contains`, and of their negations, such as `!not-contains`.
  package static let tagNames: [String] = {
    let names = ExpectationTag.allCases.map(\.rawValue)
    return names
      + names.filter { $0 != ExpectationTag.not.rawValue }
      .map { "!not-" + $0.dropFirst() }
  }()
}
