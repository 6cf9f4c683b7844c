import Foundation
import ScenarioLanguage

extension DataShape {
  /// Finds out what a type's data looks like, by letting it decode itself from nothing in
  /// particular.
  ///
  /// What a type doesn't ask for, because an earlier value didn't please it, stays unknown.
  public init(of type: any Decodable.Type) { self.init(of: type, inside: []) }

  fileprivate init(of type: any Decodable.Type, inside outer: [ObjectIdentifier]) {
    let identity = ObjectIdentifier(type)
    // A type that holds itself, or types without end, would go on for ever.
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
    if self == .text, let words = Self.words(of: type) { self = .choice(words) }
  }

  private static func known(
    _ type: any Decodable.Type, inside types: [ObjectIdentifier]
  ) -> DataShape? {
    switch type {
    case let type as any ShapedData.Type: type.shape
    case let type as any OptionalShape.Type: type.wrapped.map { DataShape(of: $0, inside: types) }
    case is Node.Type, is ExpectedValue.Type: .anything
    case is String.Type, is URL.Type, is UUID.Type, is Foundation.Data.Type: .text
    case is Bool.Type: .truth
    case is Double.Type, is Float.Type, is Decimal.Type: .number
    case is any FixedWidthInteger.Type: .wholeNumber
    case is Date.Type: .date
    case is Duration.Type: .duration
    case let type as any DictionaryShape.Type:
      type.valueType.map { .dictionary(DataShape(of: $0, inside: types)) }
    case let type as any ListShape.Type:
      type.elements.map { .list(DataShape(of: $0, inside: types)) }
    default: nil
    }
  }

  /// The words of an enumeration that has only such.
  private static func words(of type: any Decodable.Type) -> [String]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    let words = cases(of: type).compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    return words.isEmpty ? nil : words
  }

  private static func cases<T: CaseIterable>(of type: T.Type) -> [Any] { Array(type.allCases) }
}

private protocol OptionalShape { static var wrapped: (any Decodable.Type)? { get } }
extension Optional: OptionalShape {
  static var wrapped: (any Decodable.Type)? { Wrapped.self as? any Decodable.Type }
}

private protocol ListShape { static var elements: (any Decodable.Type)? { get } }
extension Array: ListShape {
  static var elements: (any Decodable.Type)? { Element.self as? any Decodable.Type }
}
extension Set: ListShape {
  static var elements: (any Decodable.Type)? { Element.self as? any Decodable.Type }
}

private protocol DictionaryShape { static var valueType: (any Decodable.Type)? { get } }
extension Dictionary: DictionaryShape {
  static var valueType: (any Decodable.Type)? {
    Key.self == String.self ? Value.self as? any Decodable.Type : nil
  }
}

// MARK: - What a type asks for

private final class ShapeRecord {
  private var fields: [DataShape.Field] = []
  private var single: DataShape?
  private var elements: DataShape?
  private var isMapping = false
  private var maybeAbsent: Set<String> = []

  /// The shape of what was asked for; an open one where the type gave up.
  func shape(isComplete: Bool) -> DataShape {
    if isMapping { return .mapping(fields, isOpen: !isComplete) }
    if let single { return single }
    return elements.map { .list($0) } ?? .anything
  }

  func open() { isMapping = true }

  /// Whoever asks whether a key is there does without it.
  func askWhetherPresent(_ name: String) { maybeAbsent.insert(name) }

  func ask(_ name: String, _ shape: DataShape, isRequired: Bool) {
    guard !fields.contains(where: { $0.name == name }) else { return }
    fields.append(
      DataShape.Field(
        name, shape, isRequired: isRequired && !maybeAbsent.contains(name)))
  }

  func ask(single shape: DataShape) { single = single ?? shape }
  func ask(element shape: DataShape) { elements = elements ?? shape }
}

/// A value can't be made up for a type.
private struct NoValue: Error {}

private struct NameKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// The decoder that a type sees: it notes what is asked for, and answers with what is at hand.
private struct ShapeReading: Decoder {
  let record: ShapeRecord
  let types: [ObjectIdentifier]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    record.open()
    return KeyedDecodingContainer(KeyedShapes(reading: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ElementShapes(reading: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { SingleShape(reading: self) }

  /// Something of a type.
  func value<T: Decodable>(_ type: T.Type) throws -> T {
    let simple: [Any] = [
      "", false, 0.0, Float(0), Decimal(0), Date(timeIntervalSince1970: 0), Duration.zero, UUID(),
      Foundation.Data(), URL(filePath: "/"),
    ]
    if let value = simple.lazy.compactMap({ $0 as? T }).first { return value }
    if let type = type as? any FixedWidthInteger.Type, let zero = type.init(exactly: 0) as? T {
      return zero
    }
    guard types.count < 16, !types.contains(ObjectIdentifier(type)) else { throw NoValue() }
    return try T(
      from: ShapeReading(record: ShapeRecord(), types: types + [ObjectIdentifier(type)]))
  }
}

private struct KeyedShapes<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reading: ShapeReading
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool {
    reading.record.askWhetherPresent(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    note(type, key, isRequired: true)
    return try reading.value(type)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    note(type, key, isRequired: false)
    return nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    reading.record.ask(key.stringValue, .anything, isRequired: true)
    return ShapeReading(record: ShapeRecord(), types: reading.types).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    reading.record.ask(key.stringValue, .list(.anything), isRequired: true)
    return ShapeReading(record: ShapeRecord(), types: reading.types).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { reading }
  func superDecoder(forKey key: Key) -> any Decoder { reading }

  private func note<T: Decodable>(_ type: T.Type, _ key: Key, isRequired: Bool) {
    reading.record.ask(
      key.stringValue, DataShape(of: type, inside: reading.types),
      isRequired: isRequired && !(type is any OptionalShape.Type))
  }
}

private struct ElementShapes: UnkeyedDecodingContainer {
  let reading: ShapeReading
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }
  var currentIndex = 0

  init(reading: ShapeReading) { self.reading = reading }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    currentIndex += 1
    reading.record.ask(element: DataShape(of: type, inside: reading.types))
    return try reading.value(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    currentIndex += 1
    return ShapeReading(record: ShapeRecord(), types: reading.types).container(keyedBy: type)
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
    reading.record.ask(single: DataShape(of: type, inside: reading.types))
    return try reading.value(type)
  }
}
