/// A few scenarios of a run that also run apart from the others, in the reverse order.
///
/// A scenario that passes only because another one ran before it does not pass there. Only some runs
/// have a sample, and its scenarios differ from run to run. On average, it adds less than 5 % to the
/// processor time of a run, a part of which is the slow first scenario of its process.
package struct OrderSample {
  /// One of this many scenarios is in the sample.
  package static let share = 8

  /// The scenarios, in the order of the run.
  package private(set) var indices: [Int] = []

  /// Those that did not pass apart from the others.
  package var suspects: Set<Int> = []

  /// Creates a sample without scenarios.
  package init() {}

  /// - Parameters:
  ///   - candidates: The scenarios that run in one process, in order.
  ///   - seed: A number for each run.
  package init(of candidates: Range<Int>, seed: UInt64) {
    guard candidates.count > 1 else { return }
    let first = Int(seed % UInt64(min(candidates.count, Self.share)))
    indices = Array(
      stride(from: candidates.lowerBound + first, to: candidates.upperBound, by: Self.share))
  }

  /// The variable with a number that chooses the scenarios of the sample, which each run has then, or
  /// with `none`.
  package static let variable = "SCENARIOS_ORDER"

  /// The probability with which a run of forked processes has a sample.
  package static let chance = 0.25

  /// The scenarios that ran apart from the others before a suspect.
  package func predecessors(of index: Int) -> [Int] {
    Array(indices.reversed().prefix { $0 != index })
  }
}
