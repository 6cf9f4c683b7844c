import ScenarioLanguage

/// Decodes values that ``BinaryEncoder`` wrote.
package enum BinaryDecoder {
  /// Decodes a value from the beginning of bytes.
  ///
  /// - Throws: `BinaryDecoder.Damage` if the bytes end too early or are of another type.
  package static func decode<T: Decodable>(_: T.Type, from bytes: ArraySlice<UInt8>) throws -> T {
    try T(from: Source(bytes))
  }

  /// The error for bytes that do not match the expected type.
  package struct Damage: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "a message between processes is damaged" }
  }
}

/// The bytes, as a decoder that is its own container of a single value.
private final class Source: Decoder, SingleValueDecodingContainer, BinaryCoding {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(source: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Unkeyed(source: self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func byte() throws -> UInt8 {
    guard position < bytes.endIndex else { throw BinaryDecoder.Damage() }
    defer { position += 1 }
    return bytes[position]
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let next = try byte()
      guard shift < 64 else { throw BinaryDecoder.Damage() }
      result |= UInt64(next & 0x7F) << shift
      if next < 0x80 { break }
      shift += 7
    }
    return T(truncatingIfNeeded: Int64(bitPattern: result >> 1) ^ -Int64(bitPattern: result & 1))
  }

  func count() throws -> Int {
    var count = 0
    for byte in 0..<4 { count |= Int(try self.byte()) << (8 * byte) }
    return count
  }

  /// Reads a value without advancing the position.
  func peek<T>(_ read: () throws -> T) rethrows -> T {
    let before = position
    defer { position = before }
    return try read()
  }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let integer = type as? any FixedWidthInteger.Type,
      let value = try self.integer(integer) as? T
    {
      return value
    }
    return try T(from: self)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try byte() != 0 }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }

  func decode(_ type: Double.Type) throws -> Double {
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(try byte()) << (8 * UInt64(index)) }
    return Double(bitPattern: bits)
  }

  func decode(_ type: String.Type) throws -> String {
    let count = try integer(Int.self)
    guard count >= 0, count <= bytes.endIndex - position else { throw BinaryDecoder.Damage() }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }
}

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: Source
  var codingPath: [any CodingKey] { [] }

  /// The case of an enumeration; no other type uses this property.
  var allKeys: [Key] {
    source.peek { try? source.decode(String.self) }.flatMap { Key(stringValue: $0) }.map { [$0] }
      ?? []
  }

  func contains(_ key: Key) -> Bool { true }

  /// Whether an optional property has no value, which is written before each that has one.
  func decodeNil(forKey key: Key) throws -> Bool { try !source.decode(Bool.self) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    _ = try source.decode(String.self)
    return source.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source.unkeyedContainer()
  }

  func superDecoder() -> any Decoder { source }

  func superDecoder(forKey key: Key) -> any Decoder { source }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: source) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try source.decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try source.decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try source.decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try source.decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try source.decode(type) }
}

private struct Unkeyed: UnkeyedDecodingContainer {
  let source: Source
  // Not optional: a larger container would be allocated for each list.
  private let size: Int
  private(set) var currentIndex = 0
  var count: Int? { size }
  var codingPath: [any CodingKey] { [] }
  var isAtEnd: Bool { currentIndex >= size }

  init(source: Source) throws {
    self.source = source
    size = try source.count()
  }

  mutating func decodeNil() -> Bool { false }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> { next.container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next.unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { source }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: next) }
  mutating func decode(_ type: String.Type) throws -> String { try next.decode(type) }

  /// The source, whose next element is read.
  private var next: Source {
    mutating get {
      currentIndex += 1
      return source
    }
  }
}
