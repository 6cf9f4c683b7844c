/// A search for the earlier scenario that changes the result of a later one in the same process.
struct OrderSearch {
  /// The number of scenarios of a batch for which a search runs.
  ///
  /// If the app shares state, all of its scenarios depend on it, and a few examples are enough.
  static let limit = 3

  let runs: ForkedRuns
  /// Returns whether an outcome differs from that of the scenario alone.
  let differs: (ForkedRuns.End) throws -> Bool

  /// - Parameters:
  ///   - index: The scenario that ends differently.
  ///   - candidates: The scenarios that ran before it.
  /// - Returns: One scenario that causes the difference; `nil` if it takes several, or if none
  ///   does.
  func predecessor(of index: Int, among candidates: [Int]) throws -> Int? {
    var candidates = candidates
    guard try isOther(index, after: candidates) else { return nil }
    while candidates.count > 1 {
      let middle = candidates.count / 2
      // Try the later half first: a scenario usually depends on one that ran shortly before.
      let halves = [Array(candidates[middle...]), Array(candidates[..<middle])]
      guard let half = try halves.first(where: { try isOther(index, after: $0) }) else {
        return nil
      }
      candidates = half
    }
    return candidates.first
  }

  private func isOther(_ index: Int, after candidates: [Int]) throws -> Bool {
    var last: ForkedRuns.End?
    let count = try runs.together(candidates + [index]) { _, end in last = end }
    guard count == candidates.count + 1, let last else { return false }
    return try differs(last)
  }
}
