import ScenarioLanguage

extension Node {
  /// The elements of a list, or the values of a mapping.
  var parts: [Node] { (items.map(Array.init) ?? []) + (entries?.map(\.value) ?? []) }

  /// Returns the node with another one, or nothing, in place of the innermost item or value that
  /// contains a range; `nil` if only the whole node contains it.
  package func with(_ other: Node? = nil, inPlaceOf range: SourceRange) -> Node? {
    guard self.range != range else { return nil }
    var rest = self
    switch content {
    case .scalar: return nil
    case .sequence(var items):
      guard let index = items.firstIndex(where: { $0.range.contains(range) }) else { return nil }
      if let part = items[index].with(other, inPlaceOf: range) ?? other {
        items[index] = part
      } else {
        items.remove(at: index)
      }
      rest.content = .sequence(items)
    case .mapping(var entries):
      guard
        let index = entries.firstIndex(where: {
          $0.key.range.contains(range) || $0.value.range.contains(range)
        })
      else { return nil }
      if let part = entries[index].value.with(other, inPlaceOf: range) ?? other {
        entries[index].value = part
      } else {
        entries.remove(at: index)
      }
      rest.content = .mapping(entries)
    }
    return rest
  }
}

extension SourceRange {
  /// Returns whether another range is in this one.
  func contains(_ other: SourceRange) -> Bool {
    start.offset <= other.start.offset && other.end.offset <= end.offset
  }
}
