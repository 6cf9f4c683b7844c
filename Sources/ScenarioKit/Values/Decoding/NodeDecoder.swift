import DisplayText
import Foundation
import ScenarioLanguage

/// A decoder that turns the data of a step into the Swift type that the step requires.
///
/// The type determines the meaning of a scalar: a plain `123` is an `Int` for a type that requires
/// an `Int` and a text for one that requires a `String`. `true` and `false` are the only Booleans;
/// `null`, `~` and an empty value are `nil`. Dates are ISO 8601, and in UTC without an offset;
/// durations are `100 ms`, data base64.
/// Keys that the type doesn't request are errors. A `Node` or an `ExpectedValue` inside a type
/// receives that part of the data unchanged. A list of mappings may be written as a table, with
/// `columns` and `rows`.
///
/// ```swift
/// struct Reply: Decodable { var status: Int?; var after: Duration? }
/// let reply = try NodeDecoder().decode(Reply.self, from: node)
/// ```
package struct NodeDecoder: Sendable {
  package init() {}

  /// Decodes a value from a node.
  ///
  /// Throws an error that points at the invalid part of the node.
  package func decode<T: Decodable>(
    _ type: T.Type = T.self, from node: Node
  ) throws(DataError) -> T {
    try NodeDecoding(node: node, path: .top, keys: AskedKeys(within: nil)).decodeValue(type)
  }
}

/// The `Decoder` that is passed to a type; it reads one node.
struct NodeDecoding: Decoder, SingleValueDecodingContainer {
  let node: Node
  let path: CodingTrail
  let keys: AskedKeys

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try KeyedDecoding<Key>(decoding: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedDecoding(decoding: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // An inner type reads the same mapping, so the keys that the outer type has requested count as
    // well.
    try NodeDecoding(node: node, path: path, keys: AskedKeys(within: keys)).decodeValue(type)
  }

  func inside(_ node: Node, _ key: any CodingKey) -> NodeDecoding {
    NodeDecoding(node: node, path: .below(path, key), keys: AskedKeys(within: nil))
  }

  /// Decodes the node as a type, and rejects keys that the type hasn't requested.
  func decodeValue<T: Decodable>(_ type: T.Type) throws(DataError) -> T {
    if T.self == Node.self, let node = node as? T { return node }
    do {
      if let native = try native(type) { return native }
      let value = try T(from: self)
      try keys.refuseUnknown(in: node)
      return value
    } catch let diagnostic as DataError {
      throw diagnostic
    } catch let error as DecodingError {
      throw diagnostic(from: error, decoding: type)
    } catch {
      throw DataError(Self.words(of: error), at: node.range)
    }
  }

  /// Returns the entries of the node, and throws an error if it is not a mapping.
  func entries() throws(DataError) -> Node.Entries {
    try refuseTag()
    guard let entries = node.entries else { throw unexpected("a mapping") }
    return entries
  }

  /// Returns the elements of the node, and throws an error if it is not a list or a table.
  func elements() throws(DataError) -> [Node] {
    try refuseTag()
    if let rows = try node.tableRows() { return rows }
    guard let elements = node.items else {
      guard let scalar = node.scalar, !scalar.isNull else { throw unexpected("a list") }
      throw unexpected(
        "a list", hints: ["Write a list, even for a single value: [\(node.notation)]"])
    }
    return Array(elements)
  }

  /// Whether the node denotes that there is no value.
  var isNull: Bool { node.ownTag == nil && node.scalar?.isNull == true }

  func unexpected(_ wanted: String, hints: [Message] = []) -> DataError {
    DataError("expected \(wanted), but \(node.foundInWords)", at: node.range, hints: hints)
  }

  /// Throws an error if the node has a tag; tags are only for expected values.
  func refuseTag() throws(DataError) {
    guard let tag = node.ownTag else { return }
    throw DataError(
      "the tag \(tag) is not allowed here", at: node.tagRange,
      hints: ["Tags are only allowed in expected values; write the value without a tag."])
  }
}

extension NodeDecoding {
  /// Returns a diagnostic for an error that a type has thrown, at the node that caused it.
  func diagnostic<T>(from error: DecodingError, decoding type: T.Type) -> DataError {
    switch error {
    case .keyNotFound(let key, _): return keys.missing(key.stringValue, in: node)
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      let steps = context.codingPath.dropFirst(codingPath.count)
      if steps.isEmpty {
        if let diagnostic = unknownValue(type) { return diagnostic }
        // The standard library's message for an enum whose mapping names no case, or several.
        if context.debugDescription.hasPrefix("Invalid number of keys found") {
          return keys.noSingleCase(in: node)
        }
      }
      return DataError(Self.plain(context.debugDescription), at: location(of: steps).range)
    @unknown default:
      return DataError(Self.words(of: error), at: node.range)
    }
  }

  /// Returns an error's own description as a message.
  static func words(of error: any Error) -> String {
    plain((error as? any LocalizedError)?.errorDescription ?? String(describing: error))
  }

  /// Returns the error for a raw value that no case of an enum has; `nil` if the type is not an
  /// enum.
  private func unknownValue<T>(_ type: T.Type) -> DataError? {
    guard type is any RawRepresentable.Type, let text = node.scalar?.text else { return nil }
    let message: Message = "unknown value \(quoted: text.clipped(to: 60))"
    guard let cases = KnownKeys.cases(of: type) else { return DataError(message, at: node.range) }
    let known = cases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    // A similar number is not a likely typo.
    let nearest =
      NumberText.isNumber(text) ? [] : NearestText.suggestions(for: text, among: known, limit: 1)
    return DataError(
      message, at: node.range,
      hints: nearest.map { didYouMean($0) } + DataError.list(of: known, called: "values"))
  }

  private func location(of steps: ArraySlice<any CodingKey>) -> Node {
    var location = node
    for step in steps {
      let element = step.intValue.flatMap { location.items?.dropFirst(max(0, $0)).first }
      guard let part = element ?? location[step.stringValue] else { break }
      location = part
    }
    return location
  }

  /// Returns a sentence in the form of a message, without its initial capital and its full stop.
  private static func plain(_ sentence: String) -> String {
    var words = sentence.trimmingCharacters(in: .whitespacesAndNewlines)
    if words.hasSuffix(".") && !words.hasSuffix("..") { words.removeLast() }
    guard let first = words.first else { return "this can't be read" }
    // An acronym or a camel-case name keeps its capital.
    if words.dropFirst().prefix(while: { $0 != " " }).allSatisfy({ !$0.isUppercase }) {
      words.replaceSubrange(...words.startIndex, with: first.lowercased())
    }
    return words
  }
}

// Each container has one generic method, which covers all overloads of the protocol.

struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoding: NodeDecoding
  private let entries: Node.Entries
  /// The values by key; `nil` if there are few.
  private let nodes: [String: Node]?

  init(decoding: NodeDecoding) throws(DataError) {
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
  ) throws -> KeyedDecodingContainer<NestedKey> { try inside(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try inside(PathKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try inside(key) }

  private func inside(_ key: any CodingKey) throws(DataError) -> NodeDecoding {
    decoding.keys.ask(key.stringValue)
    guard let node = node(at: key.stringValue) else {
      throw decoding.keys.missing(key.stringValue, in: decoding.node)
    }
    return decoding.inside(node, key)
  }

  private func node(at key: String) -> Node? { nodes.map { $0[key] } ?? decoding.node[key] }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
  private let decoding: NodeDecoding
  private let elements: [Node]
  private(set) var currentIndex = 0

  init(decoding: NodeDecoding) throws(DataError) {
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
  ) throws -> KeyedDecodingContainer<NestedKey> { try take { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }

  /// Reads the next element, and advances unless that fails.
  private mutating func take<Result>(_ read: (NodeDecoding) throws -> Result) throws -> Result {
    let result = try read(next())
    currentIndex += 1
    return result
  }

  private func next() throws(DataError) -> NodeDecoding {
    guard elements.indices.contains(currentIndex) else {
      throw DataError(
        "this list is too short; its number of elements is \(elements.count)",
        at: decoding.node.range)
    }
    return decoding.inside(elements[currentIndex], PathKey(index: currentIndex))
  }
}

extension Node: Decodable {
  /// Creates a copy of the decoded node; works only inside `NodeDecoder`.
  public init(from decoder: any Decoder) throws {
    guard let decoding = decoder as? NodeDecoding else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "only NodeDecoder can decode a Node"))
    }
    self = decoding.node
  }
}
