/// The pairs of a mapping, with a table of their keys if there are many.
struct MappingIndex {
  /// The maximum number of keys for a linear search.
  private static let fewKeys = 8

  /// The pairs; their keys must not change.
  var pairs: [Value.Pair]
  private var indices: [String: Int] = [:]

  init(_ pairs: [Value.Pair] = []) {
    self.pairs = pairs
    if pairs.count > Self.fewKeys { fillTable() }
  }

  subscript(key: String) -> Value? { index(of: key).map { pairs[$0].value } }

  func index(of key: String) -> Int? {
    indices.isEmpty ? pairs.firstIndex { $0.key == key } : indices[key]
  }

  /// Appends a pair whose key is not present yet.
  mutating func append(_ pair: Value.Pair) {
    if pairs.isEmpty { pairs.reserveCapacity(Self.fewKeys) }
    pairs.append(pair)
    if !indices.isEmpty {
      indices[pair.key] = pairs.count - 1
    } else if pairs.count > Self.fewKeys {
      fillTable()
    }
  }

  /// Builds the table; the first of several pairs with the same key takes precedence.
  private mutating func fillTable() {
    indices = Dictionary(
      pairs.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
