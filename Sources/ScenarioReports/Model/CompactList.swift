import Foundation

/// A list that can be kept as bytes, which take a small part of the memory of its elements, or in
/// the copy of a results file, where it takes none.
///
/// The elements of such a list are decoded at each access.
@propertyWrapper
package struct CompactList<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  private enum Storage: Sendable {
    case elements([Element])
    case bytes([UInt8])
    case json(Data)
  }

  private var storage: Storage

  /// Creates a list with its elements.
  package init(wrappedValue: [Element]) { storage = .elements(wrappedValue) }

  /// Creates a list whose elements are in a results file with the right version and checksum.
  init(json: Data) { storage = .json(json) }

  /// The elements.
  package var wrappedValue: [Element] {
    get {
      switch storage {
      case .elements(let elements): return elements
      case .bytes(let bytes):
        guard let elements = try? BinaryDecoder().decode([Element].self, from: bytes[...]) else {
          preconditionFailure("a list can't be decoded that was encoded by the same process")
        }
        return elements
      case .json(let json):
        guard let elements = try? JSONDecoder().decode([Element].self, from: json) else {
          preconditionFailure("a results file has other details than those of its version")
        }
        return elements
      }
    }
    set { storage = .elements(newValue) }
  }

  /// Encodes the elements; a list that can't be encoded stays as it is.
  mutating func compact() {
    guard case .elements(let elements) = storage, !elements.isEmpty else { return }
    var bytes: [UInt8] = []
    guard (try? BinaryEncoder().encode(elements, to: &bytes)) != nil else { return }
    storage = .bytes(Array(bytes))
  }

  /// Decodes the elements.
  package init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try [Element](from: decoder))
  }

  /// Encodes the elements.
  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }

  /// Returns whether two lists have equal elements.
  package static func == (one: Self, other: Self) -> Bool { one.wrappedValue == other.wrappedValue }

  /// Hashes the elements.
  package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

// An empty list is omitted. The coding of a type that has such a list finds these functions.

extension KeyedEncodingContainer {
  mutating func encode<Element>(_ list: CompactList<Element>, forKey key: Key) throws {
    let elements = list.wrappedValue
    try encodeIfPresent(elements.isEmpty ? nil : elements, forKey: key)
  }
}

extension KeyedDecodingContainer {
  func decode<Element>(
    _ type: CompactList<Element>.Type, forKey key: Key
  ) throws -> CompactList<Element> {
    CompactList(wrappedValue: try decodeIfPresent([Element].self, forKey: key) ?? [])
  }
}
