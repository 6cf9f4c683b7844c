import ScenarioLanguage

/// Encodes `Codable` values as bytes, for messages between processes of one build.
///
/// Values are written in the order in which they are encoded, without their keys, so both sides
/// need the same types. JSON takes ten times as long, which would slow down a supervisor of several
/// workers.
///
/// Dictionaries are not supported, because the order in which their keys are read is undefined. A
/// `nil` is supported only as a property: elsewhere it would look like a value, so encoding it
/// throws an error.
package enum BinaryEncoder {
  fileprivate static let misplacedNil = EncodingError.invalidValue(
    Int?.none as Any,
    EncodingError.Context(codingPath: [], debugDescription: "nil is supported only as a property"))

  /// Appends an encoded value to bytes.
  package static func encode(_ value: some Encodable, to bytes: inout [UInt8]) throws {
    let sink = Sink()
    swap(&sink.bytes, &bytes)
    defer { swap(&sink.bytes, &bytes) }
    try value.encode(to: sink)
  }
}

/// The bytes, as an encoder that is its own container of a single value.
private final class Sink: Encoder, SingleValueEncodingContainer, BinaryCoding {
  var bytes: [UInt8] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(sink: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(sink: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { throw BinaryEncoder.misplacedNil }

  func encode(_ value: some Encodable) throws {
    guard let integer = value as? any FixedWidthInteger else { return try value.encode(to: self) }
    encode(Int64(truncatingIfNeeded: integer))
  }

  func encode(_ value: Float) { encode(Double(value)) }
  func encode(_ value: Int) { encode(Int64(value)) }

  func encode(_ value: Bool) { bytes.append(value ? 1 : 0) }

  func encode(_ value: Int64) {
    // Most numbers in reports are small: 7 bits for each byte, with the sign in the lowest bit.
    var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  func encode(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  func write(optional value: (some Encodable)?) throws {
    encode(value != nil)
    try value?.encode(to: self)
  }

  func encode(_ value: String) {
    encode(Int64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }
}

// The generic methods also satisfy the requirements for all number types, which encode themselves
// into the sink.

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: Sink
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { throw BinaryEncoder.misplacedNil }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    // The case of an enumeration, which the decoder needs.
    sink.encode(key.stringValue)
    return sink.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    sink.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { sink }

  func superEncoder(forKey key: Key) -> any Encoder { sink }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: sink) }

  // The most frequent types, without the call of their own `encode(to:)`.
  func encode(_ value: Bool, forKey key: Key) { sink.encode(value) }
  func encode(_ value: String, forKey key: Key) { sink.encode(value) }
  func encode(_ value: Double, forKey key: Key) { sink.encode(value) }
  func encode(_ value: Int, forKey key: Key) { sink.encode(value) }
  func encode(_ value: Int64, forKey key: Key) { sink.encode(value) }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try sink.write(optional: value)
  }

  // The default implementations of the standard library write nothing for `nil`. An optional number
  // of another type, which no message has, would need its own one.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try sink.write(optional: value) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try sink.write(optional: value) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try sink.write(optional: value) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try sink.write(optional: value) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try sink.write(optional: value) }
}

private struct Unkeyed: UnkeyedEncodingContainer {
  let sink: Sink
  /// The position of the four bytes for the number of elements.
  private let start: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(sink: Sink) {
    (self.sink, start) = (sink, sink.bytes.count)
    sink.bytes.append(contentsOf: [0, 0, 0, 0])
  }

  private mutating func add() -> Sink {
    count += 1
    for byte in 0..<4 { sink.bytes[start + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
    return sink
  }

  mutating func encodeNil() throws { throw BinaryEncoder.misplacedNil }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { add().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    add().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { sink }

  mutating func encode<T: Encodable>(_ value: T) throws { try value.encode(to: add()) }
  mutating func encode(_ value: String) { add().encode(value) }
}
