/// A value that an app shows, in the data model of stories.
///
/// Two mappings are equal regardless of the order of their keys; the order is preserved only for
/// display. Texts are equal if they are canonically equivalent in Unicode.
public enum Value: Sendable {
  /// No value: a `nil`.
  case absent

  /// A Boolean value.
  case bool(Bool)

  /// A whole number.
  case integer(Int64)

  /// A number that may have a fraction.
  case number(Double)

  /// A text.
  case text(String)

  /// A list of values.
  case list([Value])

  /// Keys with their values, in display order.
  case mapping([Pair])

  /// A key of a mapping and its value.
  public struct Pair: Sendable, Hashable {
    /// The key.
    public var key: String

    /// Its value.
    public var value: Value

    /// Creates a pair.
    public init(_ key: String, _ value: Value) { (self.key, self.value) = (key, value) }
  }

  /// The value of a key; `nil` if this is not a mapping or has no such key.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  public subscript(key: String) -> Value? {
    guard case .mapping(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }
}

extension Value: Hashable {
  /// Returns whether two values are equal.
  ///
  /// The integer `3` and the number `3.0` are not equal, two `NaN`s are equal, and the order of
  /// keys is ignored.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.absent, .absent): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right || (left.isNaN && right.isNaN)
    case (.text(let left), .text(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.mapping(let left), .mapping(let right)): equal(left, right)
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .absent: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .integer(let integer): hasher.combine(integer)
    case .number(let number): hasher.combine(number.isNaN ? .nan : number)
    case .text(let text): hasher.combine(text)
    case .list(let list): hasher.combine(list)
    case .mapping(let pairs):
      // The sum of the pairs' hashes doesn't depend on their order.
      hasher.combine(pairs.count)
      hasher.combine(pairs.reduce(0) { $0 &+ $1.hashValue })
    }
  }

  private static func equal(_ left: [Pair], _ right: [Pair]) -> Bool {
    guard left.count == right.count else { return false }
    // Values of one Swift type have their keys in the same order, so this fast path usually
    // decides.
    if zip(left, right).allSatisfy({ $0.key == $1.key }) {
      return zip(left, right).allSatisfy { $0.value == $1.value }
    }
    var values = Dictionary(
      left.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    // Each value is removed when it is found, so that a duplicate key isn't found twice.
    return values.count == left.count
      && right.allSatisfy { values.removeValue(forKey: $0.key) == $0.value }
  }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates the absent value.
  public init(nilLiteral: ()) { self = .absent }

  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Creates a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }

  /// Creates a mapping whose keys keep their written order.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .mapping(elements.map { Pair($0, $1) })
  }
}

extension Value {
  /// The kind of the value, for messages.
  var kindInWords: String {
    switch self {
    case .absent: "nothing"
    case .bool: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The value as a number; `nil` for any other value, such as the text "3".
  var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The text; `nil` for any other value.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The whole number; `nil` for any other value.
  package var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }

  /// The elements; empty for a value that is no list.
  package var elements: [Value] { if case .list(let elements) = self { elements } else { [] } }

  /// Whether the value is a list or a mapping.
  package var isCollection: Bool {
    switch self {
    case .list, .mapping: true
    case .absent, .bool, .integer, .number, .text: false
    }
  }

  /// Returns whether a value precedes another in an arbitrary total order, which makes sets
  /// deterministic.
  static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.list(let left), .list(let right)): left.lexicographicallyPrecedes(right, by: precedes)
    case (.mapping(let left), .mapping(let right)):
      left.lexicographicallyPrecedes(right) { left, right in
        left.key == right.key ? precedes(left.value, right.value) : left.key < right.key
      }
    default:
      if let left = left.asNumber, let right = right.asNumber {
        left < right
      } else {
        left.kindInWords < right.kindInWords
      }
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value in one line, in the notation of stories: `{ state: info, infoText: Hello }`.
  public var description: String {
    if case .text(let text) = self { Notation.text(text, in: .block) } else { flowDescription }
  }

  /// The value in one line, in the notation for the inside of `[…]` and `{…}`.
  package var flowDescription: String {
    switch self {
    case .absent: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let number): NumberText.text(number)
    case .text(let text): Notation.text(text, in: .flow)
    case .list(let elements): Notation.list(elements.map(\.flowDescription))
    case .mapping(let pairs):
      Notation.mapping(pairs.map { (Notation.text($0.key, in: .flow), $0.value.flowDescription) })
    }
  }

  /// The value on several lines, in the notation of stories, without a final line break.
  public var blockDescription: String {
    var lines: [String] = []
    writeBlock(into: &lines, prefix: "", indent: 0)
    return lines.joined(separator: "\n")
  }

  /// Writes the value after `prefix` on a new line, and on further lines below it.
  private func writeBlock(into lines: inout [String], prefix: String, indent: Int) {
    let parts: [(prefix: String, value: Value)]
    switch self {
    case .list(let elements) where !elements.isEmpty: parts = elements.map { ("- ", $0) }
    case .mapping(let pairs) where !pairs.isEmpty:
      parts = pairs.map { (Notation.text($0.key, in: .block) + ": ", $0.value) }
    case .text(let text):
      guard let literal = LiteralBlock(text) else { fallthrough }
      lines.append(prefix + literal.header)
      let margin = String(repeating: " ", count: max(indent, 2))
      lines += literal.lines.map { $0.isEmpty ? "" : margin + $0 }
      return
    default:
      lines.append(prefix + description)
      return
    }
    let margin = String(repeating: " ", count: indent)
    var start = prefix
    // A list or mapping starts on the same line as a dash, but on the line after a key.
    if !prefix.isEmpty && !prefix.hasSuffix("- ") {
      lines.append(String(prefix.dropLast()))
      start = margin
    }
    for part in parts {
      part.value.writeBlock(into: &lines, prefix: start + part.prefix, indent: indent + 2)
      start = margin
    }
  }
}
