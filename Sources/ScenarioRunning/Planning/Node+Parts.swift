import ScenarioLanguage

extension Node {
  /// The elements of a list, or the values of a mapping.
  var parts: [Node] { (items.map(Array.init) ?? []) + (entries?.map(\.value) ?? []) }

  /// Returns the node with another one in place of each part with a range.
  ///
  /// A value from a row of examples has its range there.
  package func with(_ other: Node, inPlaceOf range: SourceRange) -> Node {
    if self.range == range { return other }
    var node = self
    switch content {
    case .scalar: break
    case .sequence(let items):
      node.content = .sequence(items.map { $0.with(other, inPlaceOf: range) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { .init(key: $0.key, value: $0.value.with(other, inPlaceOf: range)) })
    }
    return node
  }

  /// Returns the node without the innermost item or entry that contains a range; `nil` if only the
  /// whole node contains it.
  package func without(partAt range: SourceRange) -> Node? {
    guard self.range != range else { return nil }
    var rest = self
    switch content {
    case .scalar: return nil
    case .sequence(var items):
      guard let index = items.firstIndex(where: { $0.range.contains(range) }) else { return nil }
      let part = items[index].without(partAt: range)
      items.replaceSubrange(index...index, with: part.map { [$0] } ?? [])
      rest.content = .sequence(items)
    case .mapping(var entries):
      guard
        let index = entries.firstIndex(where: {
          $0.key.range.contains(range) || $0.value.range.contains(range)
        })
      else { return nil }
      let entry = entries[index]
      let part = entry.value.without(partAt: range).map { Node.Entry(key: entry.key, value: $0) }
      entries.replaceSubrange(index...index, with: part.map { [$0] } ?? [])
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
