/// Finds what someone probably meant to type, for "Did you mean".
public enum NearestText {
  /// Texts longer than this, in characters, get no suggestions: nobody mistypes a known word that
  /// long.
  private static let longestText = 200

  /// The candidates that a text was probably meant to be, nearest first, and by the alphabet among
  /// equally near ones.
  ///
  /// One slip for every three characters is forgiven, and one at least, but at most one more than
  /// the nearest candidate needs. Upper and lower case count as equal, so that `Facts` finds
  /// `facts` and nothing else. Returns nothing where no candidate is near.
  public static func suggestions(
    for text: String, among candidates: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let typed = Array(text.lowercased())
    guard !typed.isEmpty, typed.count <= longestText, limit > 0 else { return [] }
    var found: [String: Int] = [:]
    for candidate in candidates where candidate != text && found[candidate] == nil {
      let meant = Array(candidate.lowercased())
      let slips = max(1, min(typed.count, meant.count) / 3)
      found[candidate] = distance(from: typed, to: meant, atMost: slips)
    }
    guard let nearest = found.values.min() else { return [] }
    // What is much farther away than the nearest only distracts from it, and anything does from a
    // mere capital.
    let farthest = nearest == 0 ? 0 : nearest + 1
    return found.filter { $0.value <= farthest }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map(\.key)
  }

  /// How many characters have to be put in, left out, replaced or swapped with their neighbour to
  /// get from one text to another.
  ///
  /// Returns `nil` where it takes more than `limit` of them, which is found out early.
  public static func distance(from first: String, to second: String, atMost limit: Int) -> Int? {
    distance(from: Array(first), to: Array(second), atMost: limit)
  }

  /// Damerau and Levenshtein's distance with neighbours swapped at most once (optimal string
  /// alignment).
  ///
  /// Only a band of the table around its diagonal is worked out: what is farther away costs more
  /// than the limit.
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
      // A swap reaches back two rows, so a row that is too far ends the search only after another
      // one.
      if best > limit, (last.min() ?? tooFar) > limit { return nil }
      beforeLast = last
      last = current
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
