/// Finds the candidates for a "Did you mean" hint.
package enum NearestText {
  /// The maximum length in characters of a text that gets suggestions.
  ///
  /// A longer text is not a misspelling of a known word.
  private static let longestText = 200

  /// Returns the candidates that a text was probably meant to be, nearest first, then in
  /// alphabetical order.
  ///
  /// Allows one edit per three characters, but at least one, and at most one more than the nearest
  /// candidate needs. Case is ignored, so `Facts` yields `facts` and nothing else. Returns an empty
  /// array if no candidate is near enough.
  package static func suggestions(
    for text: String, among candidates: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let typed = Array(text.lowercased())
    guard !typed.isEmpty, typed.count <= longestText, limit > 0 else { return [] }
    var found: [String: Int] = [:]
    for candidate in candidates where candidate != text && found[candidate] == nil {
      let meant = Array(candidate.lowercased())
      let edits = max(1, min(typed.count, meant.count) / 3)
      found[candidate] = distance(from: typed, to: meant, atMost: edits)
    }
    guard let nearest = found.values.min() else { return [] }
    // Much more distant candidates only distract from the nearest; if only the case differs, so
    // does any other candidate.
    return found.filter { $0.value <= (nearest == 0 ? 0 : nearest + 1) }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map(\.key)
  }

  /// Returns the number of insertions, deletions, replacements and swaps of adjacent characters
  /// between two texts.
  ///
  /// Returns `nil` if the distance is greater than `limit`, which is detected early.
  package static func distance(from first: String, to second: String, atMost limit: Int) -> Int? {
    distance(from: Array(first), to: Array(second), atMost: limit)
  }

  /// Returns the Damerau–Levenshtein distance in which adjacent characters are swapped at most once
  /// (optimal string alignment).
  ///
  /// Computes only a band around the table's diagonal, because cells outside it exceed the limit.
  private static func distance(
    from first: [Character], to second: [Character], atMost limit: Int
  ) -> Int? {
    guard limit >= 0, abs(first.count - second.count) <= limit else { return nil }
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    let tooFar = limit + 1
    var beforeLast = [Int](repeating: tooFar, count: second.count + 1)
    var last = (0...second.count).map { min($0, tooFar) }
    for row in 1...first.count {
      var current = [Int](repeating: tooFar, count: second.count + 1)
      if row <= limit { current[0] = row }
      var best = current[0]
      for column in stride(
        from: max(1, row - limit), through: min(second.count, row + limit), by: 1)
      {
        let isEqual = first[row - 1] == second[column - 1]
        var cost = min(
          last[column] + 1, current[column - 1] + 1, last[column - 1] + (isEqual ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current[column] = min(cost, tooFar)
        best = min(best, cost)
      }
      // A swap reaches back two rows, so the search ends only after two rows that exceed the limit.
      if best > limit, (last.min() ?? tooFar) > limit { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
