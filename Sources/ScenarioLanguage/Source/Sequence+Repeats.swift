extension Sequence {
  /// Returns the elements in their order, of those with the same property only the first.
  package func withoutRepeats<Property: Hashable>(
    of property: (Element) -> Property
  ) -> [Element] {
    var seen: Set<Property> = []
    return filter { seen.insert(property($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// Returns the elements in their order, each once.
  package func withoutRepeats() -> [Element] { withoutRepeats { $0 } }
}
