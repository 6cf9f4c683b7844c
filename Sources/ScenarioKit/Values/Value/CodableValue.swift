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
      var parts = try decoder.unkeyedContainer()
      value = try Self.value(in: &parts)
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
      let text = try container.decode(String.self, forKey: .number)
      return .number(Double(text) ?? .nan)
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

  // Bytes don't tell the kinds of values apart, so a letter before each scalar does.

  private static func value(in parts: inout any UnkeyedDecodingContainer) throws -> Value {
    let scalar = try parts.decode(String.self)
    let text = String(scalar.dropFirst())
    switch scalar.first {
    case "b": return .bool(text == "true")
    case "i": return .integer(Int64(text) ?? 0)
    case "n": return .number(Double(text) ?? .nan)
    case "t": return .text(text)
    case "l": return .list(try parts.decode([CodableValue].self).map(\.value))
    case "m":
      let (keys, values) = (
        try parts.decode([String].self), try parts.decode([CodableValue].self)
      )
      return .mapping(zip(keys, values).map { .init($0, $1.value) })
    default: return .absent
    }
  }

  private func encode(to parts: inout any UnkeyedEncodingContainer) throws {
    switch value {
    case .absent: try parts.encode("")
    case .bool(let bool): try parts.encode("b\(bool)")
    case .integer(let integer): try parts.encode("i\(integer)")
    case .number(let number): try parts.encode("n\(number)")
    case .text(let text): try parts.encode("t" + text)
    case .list(let values):
      try parts.encode("l")
      try parts.encode(values.map(CodableValue.init))
    case .mapping(let pairs):
      try parts.encode("m")
      try parts.encode(pairs.map(\.key))
      try parts.encode(pairs.map { CodableValue($0.value) })
    }
  }

  /// Writes the value so that it can be read back unchanged, including the order of keys.
  public func encode(to encoder: any Encoder) throws {
    if encoder is any BinaryCoding {
      var parts = encoder.unkeyedContainer()
      return try encode(to: &parts)
    }
    switch value {
    case .list(let values):
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(values.map(CodableValue.init), forKey: .list)
    case .mapping(let pairs):
      var container = encoder.container(keyedBy: Keys.self)
      var list = container.nestedUnkeyedContainer(forKey: .mapping)
      for pair in pairs {
        var element = list.nestedUnkeyedContainer()
        try element.encode(pair.key)
        try element.encode(CodableValue(pair.value))
      }
    case .number(let number) where number.rounded() == number || !number.isFinite:
      // JSON would turn 3.0 into 3, and has no infinity.
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode("\(number)", forKey: .number)
    default: try value.encode(to: encoder)
    }
  }
}

extension Value {
  /// Reads null, a Boolean, a number or a text from an encoding that tells them apart, such as
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
