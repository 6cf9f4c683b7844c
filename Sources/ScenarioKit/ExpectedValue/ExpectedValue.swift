import ScenarioLanguage

/// What a story expects the app to show, read once from the story's data and compared as often as
/// needed.
///
/// A mapping matches when every key that is written matches; keys that are not written are not
/// compared. A list matches element by element. A plain `123` equals the number 123, 123.0 and the
/// text "123"; in quotes it is a text only. `null`, `~` and an empty value mean that there is
/// nothing. A mapping of nothing but `columns` and `rows` is a table: a list of mappings. Tags say
/// "not exactly this":
///
/// | Tag | Matches |
/// | --- | --- |
/// | `!any` | anything that is there |
/// | `!absent` | nothing |
/// | `!contains x` | a text with `x` in it; a list with an element that matches `x` |
/// | `!matches regex` | a text with a part that matches; `^` and `$` ask for the whole of it |
/// | `!count 20` | a list of so many elements, a text of so many characters |
/// | `!about 3.14 ± 0.01` | a number that is no farther off; `+-` and `+/-` are read as `±` |
/// | `!above 3`, `!below 3` | a number, or a date (ISO 8601), on that side of it, not the same |
/// | `!one of [a, b]`, `!one-of [a, b]` | any of these; the first is for lists of scalars outside `[…]` and `{…}` |
/// | `!not x` | anything that is there but `x`; `!not-contains x` and its like turn another tag round, for the values that it is for |
/// | `!exactly {…}` | a mapping with these keys and no others |
/// | `!unordered […]` | a list with these elements in any order |
public struct ExpectedValue: Sendable {
  /// The data that it was read from.
  public let node: Node

  package let rule: Rule

  /// Reads expected data.
  ///
  /// Throws a mistake at the first tag that isn't known or isn't used as it can be.
  public init(_ node: Node) throws(DataMistake) {
    self.node = node
    rule = try Rule(node)
  }

  /// Whether a value is as expected.
  public func matches(_ actual: Value) -> Bool { rule.verdict(on: actual) == true }

  /// Whether a value is of a kind that the expectation is for, so that it can be said not to match.
  package func canJudge(_ actual: Value) -> Bool { rule.verdict(on: actual) != nil }
}

extension ExpectedValue: Decodable {
  /// Reads expected data inside the data of a step; works only inside `NodeDecoder`.
  public init(from decoder: any Decoder) throws {
    try self.init(Node(from: decoder))
  }
}

extension ExpectedValue {
  /// The names of all tags, such as `!contains`, and of those that turn another round, such as
  /// `!not-contains`.
  public static let tagNames: [String] = {
    let names = ExpectationTag.allCases.map(\.rawValue)
    return names
      + names.filter { $0 != ExpectationTag.not.rawValue }
      .map { "!not-" + $0.dropFirst() }
  }()
}
