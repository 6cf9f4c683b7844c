extension ExpectedValue {
  /// Returns the distance of a value, from 0 for a match to 100 for nothing in common.
  func dissimilarity(from actual: Value) -> Int {
    if matches(actual) { return 0 }
    let parts: [Int]
    switch (rule, actual) {
    case (.mapping(let entries, _), .mapping(let pairs)):
      let values = MappingIndex(pairs)
      parts = entries.map { $0.value.dissimilarity(from: values[$0.key] ?? .absent) }
    case (.list(let elements), .list(let values)):
      let count = max(elements.count, values.count)
      parts = (0..<count).map {
        $0 < elements.count && $0 < values.count
          ? elements[$0].dissimilarity(from: values[$0]) : 100
      }
    default: return 100
    }
    return min(100, max(10, parts.reduce(0, +) / max(1, parts.count)))
  }

  /// Returns the offset of the value most similar to the expected one; `nil` if none has anything
  /// in common with it.
  func nearest(among values: some Sequence<Value>) -> Int? {
    let costs = values.map { dissimilarity(from: $0) }.enumerated()
    guard let nearest = costs.min(by: { $0.element < $1.element }), nearest.element < 100 else {
      return nil
    }
    return nearest.offset
  }
}
