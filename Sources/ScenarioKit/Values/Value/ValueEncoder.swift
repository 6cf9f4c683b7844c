/// An encoder that turns any `Encodable` that an app shows into a value to compare with a story.
///
/// Dates are encoded as ISO 8601 text in UTC (`2021-09-22T10:32:36.917Z`), URLs as text, data as
/// base64 and durations as `1.5 s`. The key of an optional that is `nil` is omitted. Dictionaries
/// and sets are sorted, so that equal values always have the same encoding. A number that fits
/// neither `Int64` nor, without loss, `Double` is encoded as text with all its digits.
///
/// ```swift
/// let value = try ValueEncoder().encode(["state": "info"])   // { state: info }
/// ```
package struct ValueEncoder: Sendable {
  /// The maximum nesting depth of values; deeper ones, such as objects that contain themselves, are
  /// an error.
  static let depthLimit = 100

  /// Creates an encoder.
  package init() {}

  /// Encodes a value.
  ///
  /// Throws the errors of the value's own `encode(to:)`. Throws `EncodingError` if the value is
  /// nested more than 100 levels deep or requests both a list and a mapping for one container.
  package func encode(_ value: some Encodable) throws -> Value {
    try slot(filledWith: value, recordingKeys: false).value
  }

  /// Returns the keys that the type of a value can have.
  ///
  /// - Parameter accepted: The types of coding keys to rely on.
  package func keys(
    of value: some Encodable, accepting accepted: Set<ObjectIdentifier>
  ) throws -> KnownKeys {
    KnownKeys(of: try slot(filledWith: value, recordingKeys: true), accepting: accepted)
  }

  private func slot(filledWith value: some Encodable, recordingKeys: Bool) throws -> Slot {
    let state = EncodingState()
    state.recordsKeys = recordingKeys
    let slot = Slot()
    try ValueEncoding(slot: slot, path: .top, depth: 0, state: state).fill(with: value)
    if let failure = state.failure { throw failure }
    return slot
  }
}

/// The state that the containers of one encoding share.
final class EncodingState {
  /// The first invalid request; container methods can't throw, so it is thrown at the end.
  var failure: EncodingError?

  /// Whether slots keep the types of their coding keys, and the raw values of enumerations.
  var recordsKeys = false
}

/// The `Encoder` that is passed to a value; it fills one slot.
struct ValueEncoding: Encoder, SingleValueEncodingContainer {
  let slot: Slot
  let path: CodingTrail
  let depth: Int
  let state: EncodingState

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if !slot.become(.mapping) { refuse("a mapping") }
    if state.recordsKeys { slot.keyTypes.append(type) }
    return KeyedEncodingContainer(KeyedEncoding<Key>(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if !slot.become(.list) { refuse("a list") }
    return UnkeyedEncoding(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { slot.set(.absent) }
  func encode(_ value: String) { slot.set(.text(value)) }
  func encode(_ value: Int) { slot.set(.integer(Int64(value))) }

  func encode<T: Encodable>(_ value: T) throws {
    try ValueEncoding(slot: slot, path: path, depth: depth + 1, state: state).fill(with: value)
  }

  func inside(_ slot: Slot, _ key: any CodingKey) -> ValueEncoding {
    ValueEncoding(slot: slot, path: .below(path, key), depth: depth + 1, state: state)
  }

  private func refuse(_ wish: String) {
    let message = "\(wish) was requested, but another kind of value is already encoded here"
    state.failure =
      state.failure ?? .invalidValue(wish, .init(codingPath: codingPath, debugDescription: message))
  }
}

// Each container has one generic method for all types and additional methods for the most frequent
// types, which avoid a type check at run time.

private struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoding: ValueEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }

  private func inside(_ key: any CodingKey) -> ValueEncoding {
    encoding.inside(encoding.slot.slot(for: key.stringValue), key)
  }

  private func set(_ value: Value, for key: Key) { encoding.slot.set(value, for: key.stringValue) }

  mutating func encodeNil(forKey key: Key) { set(.absent, for: key) }
  mutating func encode(_ value: String, forKey key: Key) { set(.text(value), for: key) }
  mutating func encode(_ value: Bool, forKey key: Key) { set(.bool(value), for: key) }
  mutating func encode(_ value: Int, forKey key: Key) { set(.integer(Int64(value)), for: key) }
  mutating func encode(_ value: Double, forKey key: Key) { set(.number(value), for: key) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if let part = try encoding.complete(value, under: key) { return set(part, for: key) }
    try inside(key).fill(with: value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { inside(key).container(keyedBy: keyType) }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inside(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { inside(PathKey("super")) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { inside(key) }
}

private struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let encoding: ValueEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }
  var count: Int { encoding.slot.count }

  private func next() -> ValueEncoding {
    let key = PathKey(index: count)
    return encoding.inside(encoding.slot.append(), key)
  }

  mutating func encodeNil() { encoding.slot.append(.absent) }
  mutating func encode(_ value: String) { encoding.slot.append(.text(value)) }
  mutating func encode(_ value: Bool) { encoding.slot.append(.bool(value)) }
  mutating func encode(_ value: Int) { encoding.slot.append(.integer(Int64(value))) }
  mutating func encode(_ value: Double) { encoding.slot.append(.number(value)) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    if let part = try encoding.complete(value, under: PathKey(index: count)) {
      return encoding.slot.append(part)
    }
    try next().fill(with: value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { next().container(keyedBy: keyType) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { next() }
}
