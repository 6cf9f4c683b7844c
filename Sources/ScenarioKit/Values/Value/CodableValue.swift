import Foundation
import ScenarioLanguage

/// A value that an app showed, in the form in which it is stored.
public struct CodableValue: Codable, Sendable, Hashable {
  // Texts, numbers, `true`, `false` and `null` are written as such. A list is written as
  // `{"list": […]}`. A mapping is written as `{"mapping": [["key", value], …]}`, because the keys
  // of an object have no order.

  /// The value.
  public var value: Value

  /// Creates a codable value.
  public init(_ value: Value) { self.value = value }

  private enum Keys: CodingKey { case list, mapping, number }

  /// Reads a value in the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    if decoder is any BinaryCoding {
      value = try Self.value(inBytesOf: decoder)
      return
    }
    let container = try? decoder.container(keyedBy: Keys.self)
    value = try container.map { try Self.structure(in: $0) } ?? Value(scalarFrom: decoder)
  }

  private static func structure(in container: KeyedDecodingContainer<Keys>) throws -> Value {
    if container.contains(.list) {
      return .list(try container.decode([CodableValue].self, forKey: .list).map(\.value))
    }
    if container.contains(.number) {
      return .number(Double(try container.decode(String.self, forKey: .number)) ?? .nan)
    }
    var list = try container.nestedUnkeyedContainer(forKey: .mapping)
    var pairs: [Value.Pair] = []
    while !list.isAtEnd {
      var pair = try list.nestedUnkeyedContainer()
      pairs.append(
        Value.Pair(try pair.decode(String.self), try pair.decode(CodableValue.self).value))
    }
    return .mapping(pairs)
  }

  // Bytes don't have the kinds of values, so each value begins with its notation, or with the
  // first character of it.

  private static func value(inBytesOf decoder: any Decoder) throws -> Value {
    let scalar = try String(from: decoder)
    // A text may begin with a mark that combines with the character before it.
    switch scalar.unicodeScalars.first {
    case "\"": return .text(String(scalar.unicodeScalars.dropFirst()))
    case "[": return .list(try [CodableValue](from: decoder).map(\.value))
    case "{":
      let keys = try [String](from: decoder)
      return .mapping(try zip(keys, [CodableValue](from: decoder)).map { .init($0, $1.value) })
    case nil: return .absent
    case "t", "f": return .bool(scalar == "true")
    default: return Int64(scalar).map(Value.integer) ?? .number(Double(scalar) ?? .nan)
    }
  }

  private func encode(toBytesOf encoder: any Encoder) throws {
    switch value {
    case .absent: try "".encode(to: encoder)
    case .text(let text): try "\"\(text)".encode(to: encoder)
    case .list(let values):
      try "[".encode(to: encoder)
      try values.map(CodableValue.init).encode(to: encoder)
    case .mapping(let pairs):
      try "{".encode(to: encoder)
      try pairs.map(\.key).encode(to: encoder)
      try pairs.map { CodableValue($0.value) }.encode(to: encoder)
    case .number(let number): try "\(number)".encode(to: encoder)
    case .bool, .integer: try value.flowDescription.encode(to: encoder)
    }
  }

  /// Writes the value so that it can be read back unchanged, including the order of keys.
  public func encode(to encoder: any Encoder) throws {
    if encoder is any BinaryCoding { return try encode(toBytesOf: encoder) }
    switch value {
    case .list(let values):
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(values.map(CodableValue.init), forKey: .list)
    case .mapping(let pairs):
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(
        pairs.map { [CodableValue(.text($0.key)), CodableValue($0.value)] }, forKey: .mapping)
    case .number(let number) where number.rounded() == number || !number.isFinite:
      // JSON would turn 3.0 into 3, and has no infinity.
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode("\(number)", forKey: .number)
    default: try value.encode(to: encoder)
    }
  }
}

extension Value {
  /// Reads null, a Boolean, a number or a text from an encoding that distinguishes them, such as
  /// JSON.
  package init(scalarFrom decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .absent
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}
