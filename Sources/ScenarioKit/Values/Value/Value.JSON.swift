import Foundation

extension Value {
  /// Reads JSON, with the keys of objects in ascending order; `nil` for any other text.
  package init?(json: String) {
    guard let json = try? JSONDecoder().decode(JSON.self, from: Data(json.utf8)) else { return nil }
    self = json.value
  }

  private struct JSON: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      if let object = try? decoder.container(keyedBy: PathKey.self) {
        value = .mapping(
          try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
            Pair(key.stringValue, try object.decode(JSON.self, forKey: key).value)
          })
      } else if let elements = try? [JSON](from: decoder) {
        value = .list(elements.map(\.value))
      } else {
        value = try Value(scalarFrom: decoder)
      }
    }
  }

  /// Creates a mapping from those keys that have a value.
  package init(present pairs: KeyValuePairs<String, Value?>) {
    self = .mapping(pairs.compactMap { key, value in value.map { Pair(key, $0) } })
  }

  /// Returns the value as JSON with sorted keys.
  ///
  /// - Throws: An error of the encoder for a number that is not finite.
  package func json(_ formatting: JSONEncoder.OutputFormatting = []) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Creates a list of texts.
  package static func texts(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }
}
