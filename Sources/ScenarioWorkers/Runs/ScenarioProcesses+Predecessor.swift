extension ScenarioProcesses {
  /// Finds the earlier scenario that changes the result of a later one in the same process.
  ///
  /// - Parameters:
  ///   - index: The scenario that ends differently.
  ///   - candidates: The scenarios that ran before it.
  ///   - isOther: Returns whether an outcome differs from that of the scenario alone.
  /// - Returns: One scenario that causes the difference; `nil` if it takes several, or if none
  ///   does.
  func predecessor(
    of index: Int, among candidates: [Int], isOther: (ScenarioOutcome) throws -> Bool
  ) throws -> Int? {
    /// Returns whether the scenario ends differently after others in a new process than alone.
    func differs(after others: [Int]) throws -> Bool {
      var last: ScenarioOutcome?
      let count = try together(others + [index]) { _, end in last = end }
      guard count == others.count + 1, let last else { return false }
      return try isOther(last)
    }
    var candidates = candidates
    guard try differs(after: candidates) else { return nil }
    while candidates.count > 1 {
      let middle = candidates.count / 2
      // Try the later half first: a scenario usually depends on one that ran shortly before.
      let halves = [Array(candidates[middle...]), Array(candidates[..<middle])]
      guard let half = try halves.first(where: { try differs(after: $0) }) else { return nil }
      candidates = half
    }
    return candidates.first
  }
}
