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

  /// Whether the node stands for nothing.
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
