extension Sequence {
  /// Returns the elements after a change to each.
  package func changed(_ change: (inout Element) throws -> Void) rethrows -> [Element] {
    try map { element in
      var element = element
      try change(&element)
      return element
    }
  }
}

extension Sequence where Element: Equatable {
  /// Returns the elements in their order, each once.
  package func withoutRepeats() -> [Element] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
