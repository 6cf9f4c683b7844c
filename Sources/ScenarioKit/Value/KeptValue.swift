/// A value that an app showed, in the shape in which it is kept.
public struct KeptValue: Codable, Sendable, Hashable {
  // Texts, numbers, `true`, `false` and `null` are written as such; a list as `{"list": […]}` and a
  // mapping as `{"mapping": [["key", value], …]}`, because the keys of an object have no order.

  /// The value.
  public var value: Value

  /// Creates it.
  public init(_ value: Value) { self.value = value }

  private enum Keys: CodingKey { case list, mapping, number }

  /// Reads a value as ``encode(to:)`` writes it.
  public init(from decoder: any Decoder) throws {
    if decoder is any BinaryCoding {
      value = try Tagged(from: decoder).value
      return
    }
    if let container = try? decoder.container(keyedBy: Keys.self) {
      value = try Self.structure(in: container)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .absent
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else {
      value = .text(try container.decode(String.self))
    }
  }

  private static func structure(in container: KeyedDecodingContainer<Keys>) throws -> Value {
    if container.contains(.list) {
      return .list(try container.decode([KeptValue].self, forKey: .list).map(\.value))
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
        Value.Pair(try pair.decode(String.self), try pair.decode(KeptValue.self).value))
    }
    return .mapping(pairs)
  }

  /// Writes the value so that it reads back the same, the order of keys included.
  public func encode(to encoder: any Encoder) throws {
    guard !(encoder is any BinaryCoding) else { return try Tagged(value).encode(to: encoder) }
    switch value {
    case .list(let values):
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(values.map(KeptValue.init), forKey: .list)
    case .mapping(let pairs):
      var container = encoder.container(keyedBy: Keys.self)
      var list = container.nestedUnkeyedContainer(forKey: .mapping)
      for pair in pairs {
        var element = list.nestedUnkeyedContainer()
        try element.encode(pair.key)
        try element.encode(KeptValue(pair.value))
      }
    case .number(let number) where number.rounded() == number || !number.isFinite:
      // JSON would make 3 of 3.0, and has no infinity.
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode("\(number)", forKey: .number)
    default:
      try value.encode(to: encoder)
    }
  }
}

/// A value with its kind, for encodings that do not describe themselves.
private indirect enum Tagged: Codable {
  case absent, bool(Bool), integer(Int64), number(Double), text(String), list([KeptValue])
  case mapping(keys: [String], values: [KeptValue])

  init(_ value: Value) {
    self =
      switch value {
      case .absent: .absent
      case .bool(let bool): .bool(bool)
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .list(let values): .list(values.map(KeptValue.init))
      case .mapping(let pairs):
        .mapping(keys: pairs.map(\.key), values: pairs.map { KeptValue($0.value) })
      }
  }

  var value: Value {
    switch self {
    case .absent: .absent
    case .bool(let bool): .bool(bool)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let values): .list(values.map(\.value))
    case .mapping(let keys, let values): .mapping(zip(keys, values).map { .init($0, $1.value) })
    }
  }
}

/// An encoder or decoder whose bytes do not describe themselves.
package protocol BinaryCoding {}
