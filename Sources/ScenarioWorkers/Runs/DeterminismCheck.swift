import ScenarioLanguage
import ScenarioReports

/// A check that scenarios end in the same way alone, after each other, in reverse order, and in newly
/// executed processes.
///
/// It compares their verdicts, their traces, and what the app showed and printed.
struct DeterminismCheck {
  /// A reason why newly executed processes differ.
  private struct Cause {
    /// The processes that are compared with one in which nothing differs from run to run.
    ///
    /// There are several, because two elements of a set have the same order every other time.
    var variations: [ProcessVariation]
    var message: Message
    var hint: Message
  }

  /// Addresses come first, because random numbers and hash values can change them.
  private static var causes: [Cause] {
    [
      Cause(
        variations: (1...2).map { ProcessVariation(memorySeed: $0) },
        message: "it depends on an address, such as that of an ObjectIdentifier",
        hint: "Identify and sort objects by values of their own."),
      Cause(
        variations: (1...4).map(ProcessVariation.ofHashValues),
        message: "it depends on the order of a Set or a Dictionary, or on a hash value",
        hint: "Sort the elements before the app shows, sends or compares them."),
      Cause(
        variations: (1...4).map(ProcessVariation.ofRandomNumbers),
        message: "it depends on randomness",
        hint:
          "Give the app a generator, or identifiers, that its module creates from fixed values."),
    ]
  }

  let processes: ForkedProcesses
  /// Processes that repeat a scenario; `nil` if two runs are enough.
  let repeated: ForkedProcesses?
  /// The full names of the scenarios.
  let names: [String]
  /// Returns the report of a scenario, by its index and its outcome.
  let report: (Int, ScenarioOutcome) throws -> ScenarioReport
  /// Runs all scenarios in a newly executed process, and returns their reports by their index.
  let execute: (ProcessVariation) throws -> [ScenarioReport?]

  /// Runs all of the scenarios in each way.
  ///
  /// - Parameter receive: A closure that is called with the index and the report of each scenario.
  ///   The report is a failure if its verdict differs, or if two processes differ.
  func run(_ receive: (Int, ScenarioReport) throws -> Void) throws {
    let order = Array(names.indices)
    let executed = try execute(.none)
    let findings = try findings(comparedWith: executed)
    // Each scenario comes after each other one in one of the two.
    let orders = [
      ("Run after the others", order),
      ("Run after the others in reverse order", Array(order.reversed())),
    ]
    let others = try orders.map { try reports(of: $0.1) }
    for index in order {
      var alone = try report(index, try processes.alone(index))
      // Each in a process of its own, where nothing is left of an earlier run.
      var repetition = RepetitionCheck(alone, checksTraces: true)
      for processes in [processes, repeated].compactMap(\.self) {
        repetition.add(try report(index, try processes.alone(index)))
      }
      alone = repetition.report
      if let finding = findings[index], !repetition.differs {
        alone.fail(finding)
      } else if !repetition.differs {
        try compare(index, &alone, zip(orders, others))
      }
      alone.addShownValues(of: executed[index]?.steps ?? [])
      try receive(index, alone)
    }
  }

  // MARK: - Other processes

  private func findings(comparedWith first: [ScenarioReport?]) throws -> [Int: Failure] {
    var findings: [Int: Failure] = [:]
    for cause in Self.causes {
      for variation in cause.variations {
        let others = try execute(variation)
        for index in first.indices where findings[index] == nil {
          guard let mine = first[index], let other = others[index],
            let difference = RunDifference(mine, other)
          else { continue }
          findings[index] = Failure(
            cause.message, at: mine.location,
            details: difference.lines("One process", "Another one") + [cause.hint])
        }
      }
    }
    return findings
  }

  // MARK: - Other orders

  private func compare(
    _ index: Int, _ alone: inout ScenarioReport,
    _ others: some Sequence<((String, [Int]), [Int: ScenarioReport])>
  ) throws {
    var second: [ScenarioReport] = []
    try processes.together([index, index]) { second.append(try report($0, $1)) }
    if second.count == 2, let difference = RunDifference(alone, second[1]) {
      return add(
        difference, from: second[1], "its own first run", named: "Second run in a process",
        to: &alone)
    }
    for ((name, order), reports) in others {
      guard let other = reports[index], let difference = RunDifference(alone, other) else {
        continue
      }
      let predecessor = try processes.predecessor(
        of: index, among: Array(order.prefix { $0 != index })
      ) { RunDifference(alone, try report(index, $0)) != nil }
      let words = predecessor.map { "\"\(names[$0])\"" } ?? "several other scenarios"
      return add(difference, from: other, words, named: name, to: &alone)
    }
  }

  private func reports(of order: [Int]) throws -> [Int: ScenarioReport] {
    var reports: [Int: ScenarioReport] = [:]
    try processes.inTurn(order) { index, end in
      if case .lost = end { return }
      reports[index] = try report(index, end)
    }
    return reports
  }

  /// Adds a failure if the verdict differs; otherwise a note, because state that lives as long as
  /// the app is no error by itself.
  private func add(
    _ difference: RunDifference, from other: ScenarioReport, _ predecessor: String,
    named name: String, to alone: inout ScenarioReport
  ) {
    guard alone.verdict == other.verdict else {
      let verb: Message = other.verdict == .passed ? "passes" : "fails"
      return alone.fail(
        Failure(
          "it \(verb) only after \(predecessor)", at: alone.location,
          details: difference.lines("Alone", name)))
    }
    alone.notes.append(
      Note(
        "it behaves differently after \(predecessor) than alone, because the app keeps state "
          + "between scenarios; \(difference.part) was \"\(difference.second)\" instead of "
          + "\"\(difference.first)\"", at: alone.location))
  }
}

extension ScenarioReport {
  mutating func fail(_ failure: Failure) {
    verdict = .failed
    failures.append(failure)
  }
}
