/// The keys that the type of an encoded value can have, as far as the encoding reveals them.
///
/// An optional that is `nil` has no key in the value, but the coding keys of its type name it.
package struct KnownKeys: Sendable {
  /// The types of the coding keys of a mapping; empty if they are unknown.
  private var types: [any CodingKey.Type] = []

  /// The keys of the values of a mapping.
  private var fields: [String: KnownKeys] = [:]

  /// The keys of the elements of a list.
  private var elements: [KnownKeys] = []

  /// The raw values that the value can have, if it belongs to an enumeration that is
  /// `CaseIterable`; empty if they are unknown.
  private(set) var words: [String] = []

  /// The keys of a value whose type is unknown.
  package static let unknown = KnownKeys()

  /// The keys that the encoded value has, sorted.
  var names: [String] { fields.keys.sorted() }

  /// Creates the keys of an encoded part.
  ///
  /// - Parameter accepted: The types of coding keys to rely on.
  init(of slot: Slot, accepting accepted: Set<ObjectIdentifier>) {
    let areAccepted = slot.keyTypes.allSatisfy { accepted.contains(ObjectIdentifier($0)) }
    types = areAccepted ? slot.keyTypes : []
    let parts = slot.open.mapValues { KnownKeys(of: $0, accepting: accepted) }
    fields = Dictionary(
      uniqueKeysWithValues: slot.keys.enumerated().map { ($1, parts[$0] ?? .unknown) })
    words = slot.words
    elements = (0..<slot.count).map { parts[$0] ?? .unknown }
  }

  /// Creates the keys of a value, as if its type could have no others.
  package init(of value: Value) {
    switch value {
    case .mapping(let pairs):
      types = [NoKeys.self]
      fields = Dictionary(
        pairs.map { ($0.key, KnownKeys(of: $0.value)) }, uniquingKeysWith: { first, _ in first })
    case .list(let values): elements = values.map { KnownKeys(of: $0) }
    case .absent, .bool, .integer, .number, .text: break
    }
  }

  private enum NoKeys: CodingKey {}

  private init() {}

  /// Returns the raw values of a `CaseIterable` enumeration with text raw values; `nil` for any
  /// other type.
  package static func words(of type: Any.Type) -> [String]? {
    let words = cases(of: type)?.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    return words?.isEmpty == true ? nil : words
  }

  /// Returns the cases of a `CaseIterable` type; `nil` for any other type.
  static func cases(of type: Any.Type) -> [Any]? {
    func list<T: CaseIterable>(_ type: T.Type) -> [Any] { Array(type.allCases) }
    return (type as? any CaseIterable.Type).map { list($0) }
  }

  /// Returns whether a mapping of the type can have a key; `nil` if the type does not determine it.
  func canHave(_ key: String) -> Bool? {
    if fields[key] != nil { return true }
    // A type that accepts any text, such as the keys of a dictionary, has no fixed set.
    guard !types.isEmpty, types.allSatisfy({ $0.init(stringValue: "\u{0}") == nil }) else {
      return nil
    }
    return types.contains { $0.init(stringValue: key) != nil }
  }

  /// Returns the keys of the value of a key.
  func field(_ key: String) -> KnownKeys { fields[key] ?? .unknown }

  /// Returns the keys of an element of a list, or else those of the first one.
  func element(_ index: Int) -> KnownKeys {
    elements.indices.contains(index) ? elements[index] : elements.first ?? .unknown
  }
}
