/// A piece of what an app shows, in the shape in which a story writes it down.
///
/// Two mappings are equal whatever the order of their keys; the order is kept only for showing
/// them. Texts are equal when Unicode says that they are (canonical equivalence).
public enum Value: Sendable {
  /// Nothing: a `nil`.
  case absent

  /// A `true` or `false`.
  case bool(Bool)

  /// A whole number.
  case integer(Int64)

  /// A number that may have a fraction.
  case number(Double)

  /// A text.
  case text(String)

  /// Values one after another.
  case list([Value])

  /// Keys with their values, in the order in which they are shown.
  case mapping([Pair])

  /// A key of a mapping and the value behind it.
  public struct Pair: Sendable, Hashable {
    /// The key.
    public var key: String

    /// The value behind it.
    public var value: Value

    /// Creates a pair.
    public init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The value behind a key; `nil` where this is no mapping or has no such key.
  ///
  /// Takes time in proportion to the number of keys.
  public subscript(key: String) -> Value? {
    guard case .mapping(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }
}

extension Value: Hashable {
  /// Whether two values are the same: `3` and `3.0` are not, two `NaN`s are, key order doesn't
  /// count.
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
    case .absent:
      hasher.combine(0)
    case .bool(let bool):
      hasher.combine(bool)
    case .integer(let integer):
      hasher.combine(integer)
    case .number(let number):
      hasher.combine(number.isNaN ? .nan : number)
    case .text(let text):
      hasher.combine(text)
    case .list(let list):
      hasher.combine(list)
    case .mapping(let pairs):
      // The sum of the pairs' hashes doesn't depend on their order.
      hasher.combine(pairs.count)
      hasher.combine(pairs.reduce(0) { $0 &+ $1.hashValue })
    }
  }

  private static func equal(_ left: [Pair], _ right: [Pair]) -> Bool {
    guard left.count == right.count else { return false }
    // Values of one Swift type come with their keys in one order, so the quick look mostly decides.
    if zip(left, right).allSatisfy({ $0.key == $1.key }) {
      return zip(left, right).allSatisfy { $0.value == $1.value }
    }
    var values = Dictionary(
      left.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    // Each value is taken out as it is found, so that a key given twice isn't found twice.
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

  /// Creates a `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Creates a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }

  /// Creates a mapping whose keys keep the order in which they are written.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .mapping(elements.map { Pair($0, $1) })
  }
}
