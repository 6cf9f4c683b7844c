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

private final class Source: Decoder, BinaryCoding {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(source: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Unkeyed(source: self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(source: self) }

  func byte() throws -> UInt8 {
    guard position < bytes.endIndex else { throw BinaryDecoder.Damage() }
    defer { position += 1 }
    return bytes[position]
  }

  func bool() throws -> Bool { try byte() != 0 }

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

  func double() throws -> Double {
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(try byte()) << (8 * UInt64(index)) }
    return Double(bitPattern: bits)
  }

  func string() throws -> String {
    let count = try integer(Int.self)
    guard count >= 0, count <= bytes.endIndex - position else { throw BinaryDecoder.Damage() }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
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
}

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: Source
  var codingPath: [any CodingKey] { [] }

  /// The case of an enumeration; no other type uses this property.
  var allKeys: [Key] {
    source.peek { try? source.string() }.flatMap { Key(stringValue: $0) }.map { [$0] } ?? []
  }

  func contains(_ key: Key) -> Bool { true }

  /// Whether an optional property has no value, which is written before each that has one.
  func decodeNil(forKey key: Key) throws -> Bool { try !source.bool() }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    _ = try source.string()
    return source.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source.unkeyedContainer()
  }

  func superDecoder() -> any Decoder { source }

  func superDecoder(forKey key: Key) -> any Decoder { source }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: source) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try source.bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try source.string() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try source.double() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try source.integer(Int.self) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try source.integer(type) }
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
  mutating func decode(_ type: String.Type) throws -> String { try next.string() }

  /// The source, whose next element is read.
  private var next: Source {
    mutating get {
      currentIndex += 1
      return source
    }
  }
}

private struct Single: SingleValueDecodingContainer {
  let source: Source
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let integer = type as? any FixedWidthInteger.Type,
      let value = try source.integer(integer) as? T
    {
      return value
    }
    return try T(from: source)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try source.bool() }
  func decode(_ type: String.Type) throws -> String { try source.string() }
  func decode(_ type: Double.Type) throws -> Double { try source.double() }
  func decode(_ type: Float.Type) throws -> Float { Float(try source.double()) }
  func decode(_ type: Int.Type) throws -> Int { try source.integer(Int.self) }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.integer(Int64.self) }
}
