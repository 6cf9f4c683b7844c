/// Finds which scenario makes another one fail that runs after it in the same process.
struct OrderSearch {
  let runs: ForkedRuns

  /// - Returns: One scenario that is enough; `nil` where it takes several, or none of them does.
  func predecessor(of index: Int, among candidates: [Int]) throws -> Int? {
    var candidates = candidates
    guard try fails(index, after: candidates) else { return nil }
    while candidates.count > 1 {
      let middle = candidates.count / 2
      // The later half first: what was before is the more likely the nearer it is.
      let halves = [Array(candidates[middle...]), Array(candidates[..<middle])]
      guard let half = try halves.first(where: { try fails(index, after: $0) }) else { return nil }
      candidates = half
    }
    return candidates.first
  }

  private func fails(_ index: Int, after candidates: [Int]) throws -> Bool {
    var last: ForkedRuns.End?
    let count = try runs.together(candidates + [index]) { _, end in last = end }
    guard count == candidates.count + 1, let last else { return false }
    return !last.isFine
  }
}
