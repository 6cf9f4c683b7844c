import Foundation
import ScenarioLanguage

/// Decodes the data of a step into the Swift type that the step asks for.
///
/// The type decides what a scalar means: a plain `123` is an `Int` for a type that wants an `Int`
/// and a text for one that wants a `String`; `true` and `false` are the only booleans; `null`, `~`
/// and an empty value are `nil`. Dates are ISO 8601, durations `100 ms`, data base64. Keys that the
/// type doesn't ask for are mistakes. A `Node` or an `ExpectedValue` inside a type gets that part
/// of the data as it is. A list of mappings may be written as a table, with `columns` and `rows`.
///
/// ```swift
/// struct Reply: Decodable { var status: Int?; var after: Duration? }
/// let reply = try NodeDecoder().decode(Reply.self, from: node)
/// ```
public struct NodeDecoder: Sendable {
  /// The zone in which dates without an offset are meant; UTC by default.
  public var timeZone: TimeZone

  /// Creates a decoder.
  public init(timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
  }

  /// Decodes a value from a node.
  ///
  /// Throws a mistake that points at the part of the node that is wrong.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from node: Node
  ) throws(DataMistake) -> T {
    try NodeDecoding(node: node, path: .top, settings: self, keys: AskedKeys(within: nil))
      .decodeValue(type)
  }
}

/// The `Decoder` that a type sees: one node.
struct NodeDecoding: Decoder {
  let node: Node
  let path: CodingTrail
  let settings: NodeDecoder
  let keys: AskedKeys

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try KeyedDecoding<Key>(decoding: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedDecoding(decoding: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueDecoding(decoding: self)
  }

  func inside(_ node: Node, _ key: any CodingKey) -> NodeDecoding {
    NodeDecoding(
      node: node, path: .below(path, key), settings: settings, keys: AskedKeys(within: nil))
  }

  /// Decodes the node as a type, and refuses keys that the type hasn't asked for.
  func decodeValue<T: Decodable>(_ type: T.Type) throws(DataMistake) -> T {
    if T.self == Node.self, let node = node as? T { return node }
    do {
      if let native = try native(type) { return native }
      let value = try T(from: self)
      try keys.refuseUnknown(in: node)
      return value
    } catch let mistake as DataMistake {
      throw mistake
    } catch let error as DecodingError {
      throw mistake(from: error, decoding: type)
    } catch {
      throw DataMistake(Self.words(of: error), at: node.range)
    }
  }

  /// The entries of the mapping that the node has to be.
  func entries() throws(DataMistake) -> Node.Entries {
    try refuseTag()
    guard let entries = node.entries else { throw unexpected("a mapping") }
    return entries
  }

  /// The elements of the list that the node has to be.
  func elements() throws(DataMistake) -> [Node] {
    try refuseTag()
    if let rows = try node.tableRows() { return rows }
    guard let elements = node.items else {
      guard let scalar = node.scalar, !scalar.isNull else { throw unexpected("a list") }
      throw unexpected("a list", remedies: ["Write a list, also of one: [\(node.notation)]"])
    }
    return Array(elements)
  }

  /// Whether the node means that there is no value.
  var isNull: Bool { node.ownTag == nil && node.scalar?.isNull == true }

  func unexpected(_ wanted: String, remedies: [String] = []) -> DataMistake {
    DataMistake(
      "expected \(wanted), but \(node.foundInWords)", at: node.range, remedies: remedies)
  }

  /// Tags compare; plain data has no use for them.
  func refuseTag() throws(DataMistake) {
    guard let tag = node.ownTag else { return }
    throw DataMistake(
      "the tag \(tag) has no meaning here", at: node.tagRange,
      remedies: ["Tags belong to values that a check expects; write the value itself here."])
  }
}

extension NodeDecoding {
  /// Returns a message for an error that a type has thrown itself, at the node that caused it.
  func mistake<T>(from error: DecodingError, decoding type: T.Type) -> DataMistake {
    switch error {
    case .keyNotFound(let key, _):
      return keys.missing(key.stringValue, in: node)
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let steps = context.codingPath.dropFirst(codingPath.count)
      if steps.isEmpty {
        if let mistake = unknownValue(type) { return mistake }
        // The standard library's words for an enum whose mapping names no case, or several.
        if context.debugDescription.hasPrefix("Invalid number of keys found") {
          return keys.noSingleCase(in: node)
        }
      }
      return DataMistake(Self.plain(context.debugDescription), at: place(of: steps).range)
    @unknown default:
      return DataMistake(Self.words(of: error), at: node.range)
    }
  }

  /// Returns an error's own description as a message.
  static func words(of error: any Error) -> String {
    plain((error as? any LocalizedError)?.errorDescription ?? String(describing: error))
  }

  /// The mistake of a text or number that none of an enum's cases has.
  private func unknownValue<T>(_ type: T.Type) -> DataMistake? {
    guard type is any RawRepresentable.Type, let text = node.scalar?.text else { return nil }
    let message = "unknown value \(Notation.quoted(text.clipped(to: 60)))"
    guard let listed = type as? any (CaseIterable & RawRepresentable).Type else {
      return DataMistake(message, at: node.range)
    }
    let known = Self.rawValues(of: listed)
    // Among numbers none is meant rather than another.
    let nearest =
      NumberText.isNumber(text) ? [] : NearestText.suggestions(for: text, among: known, limit: 1)
    let remedies = nearest.map { "Did you mean: \($0)" }
    return DataMistake(
      message, at: node.range,
      remedies: remedies + DataMistake.list(of: known, called: "values"))
  }

  private static func rawValues<Listed: CaseIterable & RawRepresentable>(
    of type: Listed.Type
  ) -> [String] {
    type.allCases.map { String(describing: $0.rawValue) }
  }

  private func place(of steps: ArraySlice<any CodingKey>) -> Node {
    var place = node
    for step in steps {
      switch place.content {
      case .mapping:
        guard let value = place[step.stringValue] else { return place }
        place = value
      case .sequence(let elements):
        guard let index = step.intValue, elements.indices.contains(index) else { return place }
        place = elements[index]
      case .scalar:
        return place
      }
    }
    return place
  }

  /// A sentence in the form of a message: without its capital and its full stop.
  private static func plain(_ sentence: String) -> String {
    var words = sentence.trimmingCharacters(in: .whitespacesAndNewlines)
    if words.hasSuffix(".") && !words.hasSuffix("..") { words.removeLast() }
    guard let first = words.first else { return "this can't be read" }
    // An acronym or a name in camel case keeps its capital.
    if words.dropFirst().prefix(while: { $0 != " " }).allSatisfy({ !$0.isUppercase }) {
      words.replaceSubrange(...words.startIndex, with: first.lowercased())
    }
    return words
  }
}

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
    return node(at: key.stringValue) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { try inside(key).isNull }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try inside(key).decodeValue(type)
  }

  // The default implementation would look the key up three times.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    decoding.keys.ask(key.stringValue)
    guard let node = node(at: key.stringValue) else { return nil }
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
    guard let node = node(at: key.stringValue) else {
      throw decoding.keys.missing(key.stringValue, in: decoding.node)
    }
    return decoding.inside(node, key)
  }

  private func node(at key: String) -> Node? {
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
    try take { try $0.decodeValue(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }

  /// Reads the next element, and moves on unless that fails.
  private mutating func take<Result>(_ read: (NodeDecoding) throws -> Result) throws -> Result {
    let result = try read(next())
    currentIndex += 1
    return result
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
    // An inner type reads the same mapping, so it knows the keys that the outer one has asked for.
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
