/// The `Encoder` that a value sees: one slot to fill.
struct ValueEncoding: Encoder {
  let slot: Slot
  let codingPath: [any CodingKey]
  let depth: Int
  let state: EncodingState

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if !slot.becomeMapping() { refuse("a mapping") }
    return KeyedEncodingContainer(KeyedEncoding<Key>(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if !slot.becomeList() { refuse("a list") }
    return UnkeyedEncoding(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoding(encoding: self)
  }

  func inside(_ slot: Slot, _ key: any CodingKey) -> ValueEncoding {
    ValueEncoding(slot: slot, codingPath: codingPath + [key], depth: depth + 1, state: state)
  }

  /// The same place, one wrapper further in.
  var deeper: ValueEncoding {
    ValueEncoding(slot: slot, codingPath: codingPath, depth: depth + 1, state: state)
  }

  private func refuse(_ wish: String) {
    let message = "\(wish) was asked for where something else has been encoded already"
    state.failure =
      state.failure
      ?? .invalidValue(wish, .init(codingPath: codingPath, debugDescription: message))
  }
}

// Each container has one generic method for every kind of value; it serves all of the protocol's
// overloads.

private struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoding: ValueEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }

  private func inside(_ key: any CodingKey) -> ValueEncoding {
    encoding.inside(encoding.slot.slot(for: key.stringValue), key)
  }

  mutating func encodeNil(forKey key: Key) { inside(key).slot.set(.absent) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try inside(key).fill(with: value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    inside(key).container(keyedBy: keyType)
  }

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

  mutating func encodeNil() { next().slot.set(.absent) }

  mutating func encode<T: Encodable>(_ value: T) throws { try next().fill(with: value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    next().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { next() }
}

private struct SingleValueEncoding: SingleValueEncodingContainer {
  let encoding: ValueEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }

  mutating func encodeNil() { encoding.slot.set(.absent) }

  mutating func encode<T: Encodable>(_ value: T) throws { try encoding.deeper.fill(with: value) }
}

/// A step of a coding path: a key, or the index of an element.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { self.init(index: intValue) }
}
