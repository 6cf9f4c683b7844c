import ScenarioLanguage

// Each container has one generic method for every kind of value; it serves all of the protocol's
// overloads.

struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoding: NodeDecoding
  private let entries: Node.Entries
  /// The values by their keys, where there are many.
  private let nodes: [String: Node]?

  init(decoding: NodeDecoding) throws(DataMistake) {
    self.decoding = decoding
    entries = try decoding.entries()
    nodes =
      entries.count > 8
      ? Dictionary(
        entries.compactMap { entry in entry.key.text.map { ($0, entry.value) } },
        uniquingKeysWith: { first, _ in first })
      : nil
    decoding.keys.open(Key.self)
  }

  var codingPath: [any CodingKey] { decoding.codingPath }

  var allKeys: [Key] {
    let keys = entries.compactMap { $0.key.text.flatMap(Key.init(stringValue:)) }
    keys.forEach { decoding.keys.ask($0.stringValue) }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    decoding.keys.ask(key.stringValue)
    return node(behind: key.stringValue) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { try inside(key).isNull }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try inside(key).decodeValue(type)
  }

  // What would be made of the three above looks the key up as often.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    decoding.keys.ask(key.stringValue)
    guard let node = node(behind: key.stringValue) else { return nil }
    let inner = decoding.inside(node, key)
    return inner.isNull ? nil : try inner.decodeValue(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inside(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try inside(PathKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try inside(key) }

  private func inside(_ key: any CodingKey) throws(DataMistake) -> NodeDecoding {
    decoding.keys.ask(key.stringValue)
    guard let node = node(behind: key.stringValue) else {
      throw decoding.keys.missing(key.stringValue, in: decoding.node)
    }
    return decoding.inside(node, key)
  }

  private func node(behind key: String) -> Node? {
    nodes.map { $0[key] } ?? decoding.node[key]
  }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
  private let decoding: NodeDecoding
  private let elements: [Node]
  private(set) var currentIndex = 0

  init(decoding: NodeDecoding) throws(DataMistake) {
    self.decoding = decoding
    elements = try decoding.elements()
  }

  var codingPath: [any CodingKey] { decoding.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next().isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try next().decodeValue(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try next().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next()
    currentIndex += 1
    return decoder
  }

  private func next() throws(DataMistake) -> NodeDecoding {
    guard elements.indices.contains(currentIndex) else {
      throw DataMistake(
        "this list is too short: it has only \(elements.count)", at: decoding.node.range)
    }
    return decoding.inside(elements[currentIndex], PathKey(index: currentIndex))
  }
}

struct SingleValueDecoding: SingleValueDecodingContainer {
  let decoding: NodeDecoding

  var codingPath: [any CodingKey] { decoding.codingPath }

  func decodeNil() -> Bool { decoding.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // An inner type reads the same mapping; what the outer one has asked for is no stranger to it.
    let inner = NodeDecoding(
      node: decoding.node, path: decoding.path, settings: decoding.settings,
      keys: AskedKeys(within: decoding.keys))
    return try inner.decodeValue(type)
  }
}

extension Node: Decodable {
  /// Takes the node as it is; works only inside `NodeDecoder`.
  public init(from decoder: any Decoder) throws {
    guard let decoding = decoder as? NodeDecoding else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "only NodeDecoder can decode a Node"))
    }
    self = decoding.node
  }
}
