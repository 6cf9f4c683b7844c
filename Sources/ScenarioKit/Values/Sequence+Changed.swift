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
