import Foundation
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

  let rule: Rule

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
  func canJudge(_ actual: Value) -> Bool { rule.verdict(on: actual) != nil }

  /// Where a value is not as expected, in the order of the expected data; empty where all of it is.
  public func differences(from actual: Value) -> [Difference] {
    guard !matches(actual) else { return [] }
    var comparison = Comparison()
    comparison.compare(self, with: actual, at: ValuePath())
    return comparison.differences
  }
}

extension ExpectedValue: Decodable {
  /// Reads expected data inside the data of a step; works only inside `NodeDecoder`.
  public init(from decoder: any Decoder) throws {
    try self.init(Node(from: decoder))
  }
}

/// How one node of expected data judges a value.
indirect enum Rule: Sendable {
  case any
  case absent
  case scalar(ScalarRule)
  case list([ExpectedValue])
  case mapping([Entry], isExact: Bool)
  case contains(ExpectedValue)
  case pattern(NSRegularExpression)
  case count(Int)
  case about(Tolerance)
  case beyond(Bound, isAbove: Bool)
  case oneOf([ExpectedValue])
  case not(ExpectedValue)
  case unordered([ExpectedValue])

  /// A key and what is expected behind it.
  struct Entry: Sendable {
    var key: String
    var value: ExpectedValue
    /// Where the key stands.
    var range: SourceRange
  }

  /// What a value has to be above or below.
  enum Bound: Sendable {
    case number(Double)
    case date(Date)
  }

  /// The rule of a node that has no tag.
  init(untagged node: Node) throws(DataMistake) {
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
  ) throws(DataMistake) -> [ExpectedValue] {
    var result: [ExpectedValue] = []
    result.reserveCapacity(nodes.count)
    for node in nodes { result.append(try ExpectedValue(node)) }
    return result
  }

  static func entries(_ entries: Node.Entries) throws(DataMistake) -> [Entry] {
    var result: [Entry] = []
    result.reserveCapacity(entries.count)
    for entry in entries {
      if let tag = entry.key.ownTag {
        throw DataMistake("a key can't have a tag, but this has \(tag)", at: entry.key.tagRange)
      }
      guard let key = entry.key.text else {
        throw DataMistake(
          "expected a text as the key, but \(entry.key.foundInWords)", at: entry.key.range)
      }
      result.append(
        Entry(key: key, value: try ExpectedValue(entry.value), range: entry.key.range))
    }
    return result
  }
}

/// An expected scalar, judged by the kind of what there is.
struct ScalarRule: Sendable {
  var text: String
  var isPlain: Bool
  private var number: Double?
  private var integer: Int64?

  init(_ scalar: Node.Scalar) {
    text = scalar.text
    isPlain = scalar.isPlain
    guard isPlain else { return }
    number = NumberText.number(text)
    integer = NumberText.isInteger(text) ? Int64(text) : nil
  }

  /// Whether it is written as a number.
  var isNumber: Bool { number != nil }

  /// The number it is written as.
  var asNumber: Double? { number }

  func matches(_ actual: Value) -> Bool {
    switch actual {
    case .text(let actual): text == actual
    case .bool(let actual): isPlain && text == (actual ? "true" : "false")
    case .integer(let actual):
      // A whole number beyond Int64 is never equal, though its Double might be.
      if let integer { integer == actual } else { number.flatMap(Int64.init(exactly:)) == actual }
    case .number(let actual):
      number.map { $0 == actual || ($0.isNaN && actual.isNaN) } ?? false
    case .absent, .list, .mapping: false
    }
  }
}

/// A number that another may be off by no more than so much.
struct Tolerance: Sendable {
  private let target: Decimal
  private let margin: Decimal

  init(target: Decimal, margin: Decimal) {
    self.target = target
    self.margin = margin
  }

  func allows(_ value: Value) -> Bool {
    distance(to: value).map { $0 <= margin } ?? false
  }

  /// How far off a value is, in decimal digits, so that 1.1 is off 1 by 0.1 and not by a little
  /// more.
  func distance(to value: Value) -> Decimal? {
    guard let text = value.numberText, let number = NumberText.decimal(text) else { return nil }
    return abs(number - target)
  }
}

extension Value {
  /// The digits of a number, also where it is a text that is nothing but a number.
  fileprivate var numberText: String? {
    switch self {
    case .integer, .number: description
    case .text(let text): text
    case .absent, .bool, .list, .mapping: nil
    }
  }
}
