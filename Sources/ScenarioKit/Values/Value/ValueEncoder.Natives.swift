import DisplayText
import Foundation
import ScenarioLanguage

extension ValueEncoding {
  /// Returns the encoded form of a part of the value; `nil` if its parts must be recorded.
  ///
  /// A part that is complete need not stay open as a slot: with such slots, a run takes more
  /// instructions.
  func complete<T: Encodable>(_ part: T, under key: @autoclosure () -> any CodingKey) throws
    -> Value?
  {
    let kind = Kind.of(T.self)
    if let plain = Self.plain(part, of: kind) { return plain }
    guard !state.recordsKeys else { return nil }
    let location = inside(Slot(), key())
    try location.fill(with: part, of: kind)
    return location.slot.value
  }

  /// Encodes a value into the slot.
  func fill<T: Encodable>(with value: T) throws { try fill(with: value, of: Kind.of(T.self)) }

  private func fill<T: Encodable>(with value: T, of kind: Kind) throws {
    if let plain = Self.plain(value, of: kind) {
      slot.set(plain)
    } else if kind == .unordered, let collection = value as? any UnorderedCollection {
      slot.set(try collection.encoded(in: self))
    } else if depth > ValueEncoder.depthLimit {
      let message = "the value is nested more than \(ValueEncoder.depthLimit) deep"
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: message))
    } else {
      try value.encode(to: self)
      if state.recordsKeys, case .text(let text) = slot.value,
        let words = KnownKeys.words(of: T.self), words.contains(text)
      {
        slot.words = words
      }
    }
  }

  /// Returns the encoded form of a value without parts, or of a list of texts; `nil` for any other
  /// type.
  private static func plain<T: Encodable>(_ value: T, of kind: Kind) -> Value? {
    // The cast alone would suffice, but takes a hundred times as long to fail.
    if T.self == String.self, let text = value as? String { return .text(text) }
    if T.self == [String].self, let texts = value as? [String] {
      return .list(texts.map(Value.text))
    }
    guard kind == .plain else { return nil }
    switch value {
    case let bool as Bool: return .bool(bool)
    case let number as Double: return .number(number)
    case let number as Float:
      // Converted through its digits, so that a Float of 0.1 is 0.1 and not 0.10000000149.
      return .number(Double(number.description) ?? Double(number))
    case let decimal as Decimal: return Self.value(of: decimal)
    case let integer as any FixedWidthInteger:
      return Int64(exactly: integer).map { .integer($0) } ?? .text(String(describing: integer))
    case let value as Value: return value
    case let date as Date:
      return .text(ISO8601.text(of: date) ?? NumberText.text(date.timeIntervalSince1970))
    case let url as URL: return .text(url.absoluteString)
    case let data as Data: return .text(data.base64EncodedString())
    case let duration as Duration: return .text(DurationText.format(duration))
    default: return nil
    }
  }

  fileprivate func encode(_ value: any Encodable, under key: PathKey) throws -> Value {
    let location = inside(Slot(), key)
    try location.fill(with: value)
    return location.slot.value
  }

  /// Returns a mapping if every key is a scalar; otherwise a list of `{ key: …, value: … }`.
  fileprivate func encode(_ pairs: [(key: any Encodable, value: any Encodable)]) throws -> Value {
    let encoded = try pairs.map { pair -> (key: Value, value: Value) in
      let key = try encode(pair.key, under: PathKey("key"))
      return (key, try encode(pair.value, under: PathKey(Self.keyText(key) ?? "value")))
    }.sorted { Value.precedes($0.key, $1.key) }
    let texts = encoded.compactMap { Self.keyText($0.key) }
    guard texts.count == encoded.count else {
      return .list(encoded.map { .mapping([.init("key", $0.key), .init("value", $0.value)]) })
    }
    return .mapping(
      zip(texts, encoded).compactMap { $1.value == .absent ? nil : Value.Pair($0, $1.value) })
  }

  private static func keyText(_ key: Value) -> String? {
    switch key {
    case .text(let text): text
    case .bool, .integer, .number: key.description
    case .absent, .list, .mapping: nil
    }
  }

  private static func value(of decimal: Decimal) -> Value {
    if decimal.isNaN { return .number(.nan) }
    let text = decimal.description
    if let integer = Int64(text) { return .integer(integer) }
    if let number = Double(text), Decimal(string: number.description) == decimal {
      return .number(number)
    }
    return .text(text)
  }
}

/// The way in which the encoder treats the values of a type.
private enum Kind {
  /// Values that the encoder converts itself and that have no parts.
  case plain
  /// Sets and dictionaries, which the encoder sorts.
  case unordered
  /// Values that encode themselves.
  case other

  /// A cache of the kinds of types; without it, a run takes 2.8 % more instructions.
  private static let known = Cache<ObjectIdentifier, Kind>()

  static func of<T: Encodable>(_ type: T.Type) -> Kind {
    known.value(of: ObjectIdentifier(type)) { found(type) }
  }

  private static func found<T: Encodable>(_ type: T.Type) -> Kind {
    // Integers are listed because the search for a conformance takes as long as a scenario.
    let plain: [any Encodable.Type] = [
      Int.self, Bool.self, Double.self, Float.self, Decimal.self, Value.self, Date.self, URL.self,
      Data.self, Duration.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
      UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
    ]
    if plain.contains(where: { $0 == type }) { return .plain }
    return type is any UnorderedCollection.Type ? .unordered : .other
  }
}

private protocol UnorderedCollection { func encoded(in encoding: ValueEncoding) throws -> Value }

extension Dictionary: UnorderedCollection where Key: Encodable, Value: Encodable {
  fileprivate func encoded(in encoding: ValueEncoding) throws -> ScenarioKit.Value {
    try encoding.encode(
      map { pair -> (key: any Encodable, value: any Encodable) in
        let name = (pair.key as? any CodingKeyRepresentable)?.codingKey
        if let name, !(pair.key is Int) { return (name.stringValue, pair.value) }
        return (pair.key, pair.value)
      })
  }
}

extension Set: UnorderedCollection where Element: Encodable {
  fileprivate func encoded(in encoding: ValueEncoding) throws -> Value {
    let values = try enumerated().map { try encoding.encode($1, under: PathKey(index: $0)) }
    return .list(values.sorted(by: Value.precedes))
  }
}

extension Value: Encodable {
  /// Encodes the value in its natural form, without a wrapper.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .absent:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool): try bool.encode(to: encoder)
    case .integer(let integer): try integer.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .list(let elements): try elements.encode(to: encoder)
    case .mapping(let pairs):
      var container = encoder.container(keyedBy: PathKey.self)
      for pair in pairs { try container.encode(pair.value, forKey: PathKey(pair.key)) }
    }
  }
}
