import Foundation
import ScenarioLanguage

extension DataShape {
  /// Determines the shape of a type's data by decoding the type from placeholder values.
  ///
  /// Keys that a type does not reach, because it rejects an earlier value, remain unknown.
  package init(of type: any Decodable.Type) { self.init(of: type, inside: []) }

  fileprivate init(of type: any Decodable.Type, inside outer: [ObjectIdentifier]) {
    let identity = ObjectIdentifier(type)
    // Prevents endless recursion for a type that contains itself or infinitely many types.
    guard !outer.contains(identity), outer.count < 16 else {
      self = .anything
      return
    }
    if let known = Self.known(type, inside: outer + [identity]) {
      self = known
      return
    }
    let record = ShapeRecord()
    let wasRead = (try? type.init(from: ShapeReading(record: record, types: outer + [identity])))
    self = record.shape(isComplete: wasRead != nil)
    if self == .text, let words = KnownKeys.words(of: type) { self = .choice(words) }
  }

  private static func known(
    _ type: any Decodable.Type, inside types: [ObjectIdentifier]
  ) -> DataShape? {
    switch type {
    case let type as any ShapedData.Type: type.shape
    case let type as any ComposedShape.Type: type.shape(inside: types)
    case is Node.Type, is ExpectedValue.Type: .anything
    case is String.Type, is URL.Type, is UUID.Type, is Foundation.Data.Type: .text
    case is Bool.Type: .truth
    case is Double.Type, is Float.Type, is Decimal.Type: .number
    case is any FixedWidthInteger.Type: .wholeNumber
    case is Date.Type: .date
    case is Duration.Type: .duration
    default: nil
    }
  }
}

/// A type of the standard library whose shape is composed of the shapes of its parts.
private protocol ComposedShape {
  static func shape(inside types: [ObjectIdentifier]) -> DataShape?
}

extension ComposedShape {
  fileprivate static func shape(of part: Any.Type, inside types: [ObjectIdentifier]) -> DataShape? {
    (part as? any Decodable.Type).map { DataShape(of: $0, inside: types) }
  }
}

extension Optional: ComposedShape {
  fileprivate static func shape(inside types: [ObjectIdentifier]) -> DataShape? {
    shape(of: Wrapped.self, inside: types)
  }
}

extension Array: ComposedShape {
  fileprivate static func shape(inside types: [ObjectIdentifier]) -> DataShape? {
    shape(of: Element.self, inside: types).map(DataShape.list)
  }
}

extension Set: ComposedShape {
  fileprivate static func shape(inside types: [ObjectIdentifier]) -> DataShape? {
    shape(of: Element.self, inside: types).map(DataShape.list)
  }
}

extension Dictionary: ComposedShape {
  fileprivate static func shape(inside types: [ObjectIdentifier]) -> DataShape? {
    Key.self == String.self ? shape(of: Value.self, inside: types).map(DataShape.dictionary) : nil
  }
}

// MARK: - Recording of requests

private final class ShapeRecord {
  var isMapping = false
  var single: DataShape?
  var elements: DataShape?
  /// The keys that may be absent, because the type checks whether they are present.
  var maybeAbsent: Set<String> = []
  private var fields: [DataShape.Field] = []

  /// Returns the shape of the recorded requests; an open mapping if the type threw an error.
  func shape(isComplete: Bool) -> DataShape {
    if isMapping { return .mapping(fields, isOpen: !isComplete) }
    return single ?? elements.map { .list($0) } ?? .anything
  }

  func ask(_ name: String, _ shape: DataShape, isRequired: Bool) {
    guard !fields.contains(where: { $0.name == name }) else { return }
    let isRequired = isRequired && !maybeAbsent.contains(name)
    fields.append(DataShape.Field(name, shape, isRequired: isRequired))
  }
}

/// The error for a type that has no placeholder value.
private struct NoValue: Error {}

/// The types of the coding keys that a type reads itself with.
private final class KeyTypes { var all: Set<ObjectIdentifier> = [] }

extension StepDefinition {
  /// The keys that the observed value can have, as far as its type determines them.
  ///
  /// A type determines them if it is `Codable` and can be decoded from placeholders. Its own
  /// `encode(to:)` may depend on the value, so only coding keys that it is also decoded with count.
  package var shownKeys: KnownKeys {
    guard let shownType, let type = shownType as? any (Decodable & Encodable).Type else {
      return .unknown
    }
    return (try? Self.keys(of: type)) ?? .unknown
  }

  private static func keys<T: Codable>(of type: T.Type) throws -> KnownKeys {
    let keyTypes = KeyTypes()
    let reading = ShapeReading(types: [], keyTypes: keyTypes)
    let placeholder: T = try reading.value(type)
    return try ValueEncoder().keys(of: placeholder, accepting: keyTypes.all)
  }
}

/// The decoder that is passed to a type; it records each request and returns a placeholder.
private struct ShapeReading: Decoder {
  var record = ShapeRecord()
  let types: [ObjectIdentifier]
  /// Receives the types of coding keys; if there is one, optionals get placeholders as well.
  var keyTypes: KeyTypes?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    record.isMapping = true
    keyTypes?.all.insert(ObjectIdentifier(type))
    return KeyedDecodingContainer(KeyedShapes(reading: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ElementShapes(reading: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { SingleShape(reading: self) }

  /// Returns a placeholder value of a type.
  func value<T: Decodable>(_ type: T.Type) throws -> T {
    let simple: [Any] = [
      "", false, 0.0, Float(0), Decimal(0), Date(timeIntervalSince1970: 0), Duration.zero, UUID(),
      Foundation.Data(), URL(filePath: "/"),
    ]
    if let value = simple.lazy.compactMap({ $0 as? T }).first { return value }
    if let type = type as? any FixedWidthInteger.Type, let zero = type.init(exactly: 0) as? T {
      return zero
    }
    if let cases = KnownKeys.cases(of: type), let first = cases.first as? T { return first }
    guard types.count < 16, !types.contains(ObjectIdentifier(type)) else { throw NoValue() }
    return try T(from: ShapeReading(types: types + [ObjectIdentifier(type)], keyTypes: keyTypes))
  }

  /// Returns a decoder of the same kind for a part.
  var inner: ShapeReading { ShapeReading(types: types, keyTypes: keyTypes) }
}

private struct KeyedShapes<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reading: ShapeReading
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool {
    reading.record.maybeAbsent.insert(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    note(type, key, isRequired: true)
    return try reading.value(type)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    note(type, key, isRequired: false)
    return reading.keyTypes == nil ? nil : try? reading.value(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    reading.record.ask(key.stringValue, .anything, isRequired: true)
    return reading.inner.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    reading.record.ask(key.stringValue, .list(.anything), isRequired: true)
    return reading.inner.unkeyedContainer()
  }

  func superDecoder() -> any Decoder { reading }
  func superDecoder(forKey key: Key) -> any Decoder { reading }

  private func note<T: Decodable>(_ type: T.Type, _ key: Key, isRequired: Bool) {
    guard reading.keyTypes == nil else { return }
    reading.record.ask(
      key.stringValue, DataShape(of: type, inside: reading.types),
      isRequired: isRequired && !(type is any OptionalData.Type))
  }
}

private struct ElementShapes: UnkeyedDecodingContainer {
  let reading: ShapeReading
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }
  var currentIndex = 0

  mutating func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    currentIndex += 1
    if reading.keyTypes == nil {
      let record = reading.record
      record.elements = record.elements ?? DataShape(of: type, inside: reading.types)
    }
    return try reading.value(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    currentIndex += 1
    return reading.inner.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return ElementShapes(reading: reading)
  }

  mutating func superDecoder() -> any Decoder { reading }
}

private struct SingleShape: SingleValueDecodingContainer {
  let reading: ShapeReading
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if reading.keyTypes == nil {
      let record = reading.record
      record.single = record.single ?? DataShape(of: type, inside: reading.types)
    }
    return try reading.value(type)
  }
}
