import ScenarioResults

/// A check that scenarios end in the same way alone, after each other, and in another order.
///
/// It compares their verdicts, their traces, and what the app showed, sent and printed.
struct DeterminismCheck {
  /// The part of a report that must be the same in every process.
  private struct Ending: Equatable {
    let report: ScenarioReport

    init(_ report: ScenarioReport) {
      var report = report
      // Real time differs in every run.
      report.seconds = 0
      self.report = report
    }

    var words: String {
      report.verdictWithReason + (report.failures.first.map { ": \($0.message)" } ?? "")
    }
  }

  let runs: ForkedRuns
  /// The full names of the scenarios.
  let names: [String]
  /// Returns the report of a scenario, by its index and its outcome.
  let report: (Int, ForkedRuns.End) throws -> ScenarioReport

  /// Runs all of the scenarios in each way.
  ///
  /// - Parameter take: A closure that is called with the index and the report of each scenario. The
  ///   report is a failure if two ways differ.
  func run(_ take: (Int, ScenarioReport) throws -> Void) throws {
    let order = Array(names.indices)
    let orders = [
      ("after the others", order), ("after the others in another order", shuffled(order)),
    ]
    var others: [[Int: Ending]] = []
    for (_, order) in orders { others.append(try endings(of: order)) }
    for index in order {
      var alone = try report(index, try runs.alone(index))
      let ending = Ending(alone)
      for ((words, order), endings) in zip(orders, others) {
        guard let other = endings[index], other != ending else { continue }
        alone.verdict = .failed
        alone.failures.append(
          try difference(of: index, ending, other, words, in: order))
        break
      }
      try take(index, alone)
    }
  }

  private func endings(of order: [Int]) throws -> [Int: Ending] {
    var endings: [Int: Ending] = [:]
    var next = 0
    while next < order.count {
      next += try runs.together(Array(order[next...])) { index, end in
        if case .lost = end { return }
        endings[index] = Ending(try report(index, end))
      }
    }
    return endings
  }

  private func difference(
    of index: Int, _ alone: Ending, _ other: Ending, _ words: String, in order: [Int]
  ) throws -> Failure {
    let before = Array(order[..<(order.firstIndex(of: index) ?? 0)])
    let search = OrderSearch(of: index, in: runs) { Ending(try report(index, $0)) != alone }
    let predecessor = try search.predecessor(among: before)
    let predecessorName = predecessor.map { "\"\(names[$0])\"" } ?? "several other scenarios"
    let isVerdict = alone.report.verdict != other.report.verdict
    let message =
      isVerdict
      ? "it \(other.report.verdict == .passed ? "passes" : "fails") only after \(predecessorName)"
      : "it behaves differently after \(predecessorName) than alone"
    var details = ["Alone: \(alone.words)", "Run \(words): \(other.words)"]
    if !isVerdict { details += firstDifference(alone.report, other.report) }
    return Failure(message, at: alone.report.location, details: details)
  }

  private func firstDifference(_ alone: ScenarioReport, _ other: ScenarioReport) -> [String] {
    if let difference = alone.firstTraceDifference(from: other) {
      let number = difference.index + 1
      return [
        "Alone, entry \(number): \(difference.mine)",
        "After others, entry \(number): \(difference.other)",
      ]
    }
    if alone.output != other.output {
      return ["The app's output, or what it showed after a step, differs."]
    }
    return []
  }

  /// Returns another order, the same each time.
  private func shuffled(_ order: [Int]) -> [Int] {
    var order = order
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in order.indices.reversed().dropLast() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.swapAt(index, Int((state >> 33) % UInt64(index + 1)))
    }
    return order
  }
}
