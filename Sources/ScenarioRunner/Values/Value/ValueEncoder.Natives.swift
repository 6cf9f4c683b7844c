import Foundation
import ScenarioLanguage

extension ValueEncoding {
  /// Encodes a value into the slot.
  func fill<T: Encodable>(with value: T) throws {
    if let native = try native(value) {
      slot.set(native)
    } else if depth > ValueEncoder.depthLimit {
      let message = "the value is nested more than \(ValueEncoder.depthLimit) deep"
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: message))
    } else {
      try value.encode(to: self)
    }
  }

  /// What a value of a type that this encoder knows becomes; `nil` for any other type.
  private func native(_ value: some Encodable) throws -> Value? {
    switch value {
    case let text as String: return .text(text)
    case let bool as Bool: return .bool(bool)
    case let number as Double: return .number(number)
    case let number as Float:
      // By way of its digits, so that a Float of 0.1 is 0.1 and not 0.10000000149.
      return .number(Double(number.description) ?? Double(number))
    case let decimal as Decimal: return Self.value(of: decimal)
    case let integer as any FixedWidthInteger:
      return Int64(exactly: integer).map { .integer($0) } ?? .text(String(describing: integer))
    case let value as Value: return value
    case let date as Date: return .text(ISO8601.text(of: date))
    case let url as URL: return .text(url.absoluteString)
    case let data as Data: return .text(data.base64EncodedString())
    case let duration as Duration: return .text(DurationText.format(duration))
    case let dictionary as any EncodableDictionary: return try encode(dictionary.encodablePairs)
    case let set as any EncodableSet:
      let elements = set.encodableElements.enumerated()
      let values = try elements.map { try encode($1, under: PathKey(index: $0)) }
      return .list(values.sorted(by: Value.precedes))
    default: return nil
    }
  }

  private func encode(_ value: any Encodable, under key: PathKey) throws -> Value {
    let place = inside(Slot(), key)
    try place.fill(with: value)
    return place.slot.value
  }

  /// A mapping where every key is one word or number; otherwise a list of `{ key: …, value: … }`.
  private func encode(_ pairs: [(key: any Encodable, value: any Encodable)]) throws -> Value {
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

private protocol EncodableDictionary {
  var encodablePairs: [(key: any Encodable, value: any Encodable)] { get }
}

extension Dictionary: EncodableDictionary where Key: Encodable, Value: Encodable {
  fileprivate var encodablePairs: [(key: any Encodable, value: any Encodable)] {
    map { pair in
      let name = (pair.key as? any CodingKeyRepresentable)?.codingKey
      if let name, !(pair.key is Int) { return (name.stringValue, pair.value) }
      return (pair.key, pair.value)
    }
  }
}

private protocol EncodableSet {
  var encodableElements: [any Encodable] { get }
}

extension Set: EncodableSet where Element: Encodable {
  fileprivate var encodableElements: [any Encodable] { map { $0 } }
}

extension Value: Encodable {
  /// Encodes the value as what it stands for.
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
