/// A search for the earlier scenario that changes the result of a later one in the same process.
struct OrderSearch {
  /// The number of scenarios of a batch for which a search runs.
  ///
  /// If the app shares state, all of its scenarios depend on it, and a few examples are enough.
  static let limit = 3

  /// Returns whether the later scenario ends differently after others in a new process than alone.
  private let differs: (_ others: [Int]) throws -> Bool

  /// - Parameters:
  ///   - index: The scenario that ends differently.
  ///   - runs: The runs of scenarios.
  ///   - isOther: Returns whether an outcome differs from that of the scenario alone.
  init(
    of index: Int, in runs: some ScenarioRuns, isOther: @escaping (ScenarioOutcome) throws -> Bool
  ) {
    differs = { others in
      var last: ScenarioOutcome?
      let count = try runs.together(others + [index]) { _, end in last = end }
      guard count == others.count + 1, let last else { return false }
      return try isOther(last)
    }
  }

  /// - Parameter candidates: The scenarios that ran before it.
  /// - Returns: One scenario that causes the difference; `nil` if it takes several, or if none
  ///   does.
  func predecessor(among candidates: [Int]) throws -> Int? {
    var candidates = candidates
    guard try differs(candidates) else { return nil }
    while candidates.count > 1 {
      let middle = candidates.count / 2
      // Try the later half first: a scenario usually depends on one that ran shortly before.
      let halves = [Array(candidates[middle...]), Array(candidates[..<middle])]
      guard let half = try halves.first(where: differs) else { return nil }
      candidates = half
    }
    return candidates.first
  }
}
