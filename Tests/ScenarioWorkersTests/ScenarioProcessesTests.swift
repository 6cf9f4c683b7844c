import CWorkers
import ScenarioReports
import ScenarioRunning
import Testing

@testable import ScenarioWorkers

@Suite("Processes of scenarios")
struct ScenarioProcessesTests {
  /// Processes whose outcomes a closure decides, and a record of them.
  private final class Processes: ScenarioProcesses {
    var indices: [[Int]] = []
    var firstSteps: [Int] = []
    let outcomes: ([Int]) throws -> [ScenarioOutcome]

    init(_ outcomes: @escaping ([Int]) throws -> [ScenarioOutcome]) { self.outcomes = outcomes }

    func together(
      _ indices: [Int], observingFrom step: Int, _ take: (Int, ScenarioOutcome) throws -> Void
    ) throws -> Int {
      self.indices.append(indices)
      firstSteps.append(step)
      let outcomes = try outcomes(indices)
      for (index, outcome) in zip(indices, outcomes) { try take(index, outcome) }
      return outcomes.count
    }
  }

  private static let (passed, failed) = (
    ScenarioOutcome.ran(isFine: true, bytes: []), ScenarioOutcome.ran(isFine: false, bytes: [])
  )

  /// The outcome of a process that ended in an observation after step 0.
  private func endInObservation() throws -> ScenarioOutcome {
    let resources = WorkerResources(
      progress: try WorkerProgress(), capture: try OutputCapture(), limits: WorkerLimits())
    resources.progress.runs(scenario: 0)
    resources.progress.observes(after: 0)
    let termination = resources.termination(.exited(3))
    return .terminated(TerminatedScenario(termination, step: 0, in: resources))
  }

  @Test func `a scenario that fails beside others runs alone, and the one it depends on is found`()
    throws
  {
    let processes = Processes { indices in
      indices.map { $0 == 3 && indices.contains(1) ? Self.failed : Self.passed }
    }
    var (passed, predecessors): ([Int], [Int: Int]) = ([], [:])
    try processes.run(0..<5) { index, end, difference in
      if end.isFine { passed.append(index) }
      if case .order(let other)? = difference { predecessors[index] = other }
    }
    #expect(passed == [0, 1, 2, 4, 3])
    #expect(predecessors == [3: 1])
    #expect(processes.indices.prefix(2) == [[0, 1, 2, 3, 4], [3]])
  }

  @Test func `the scenarios after a termination run in the next process`() throws {
    let processes = Processes { indices in
      indices.prefix { $0 <= 1 || !indices.contains(1) }.map { $0 == 1 ? Self.failed : Self.passed }
    }
    var failed: [Int] = []
    try processes.run(0..<4) { index, end, _ in if !end.isFine { failed.append(index) } }
    #expect(processes.indices == [[0, 1, 2, 3], [1], [2, 3]])
    #expect(failed == [1])
  }

  /// The outcome of a process that ended in the app's code, or that a limit of time has ended.
  private func end(byLimit: Bool) throws -> ScenarioOutcome {
    let resources = WorkerResources(
      progress: try WorkerProgress(), capture: try OutputCapture(), limits: WorkerLimits())
    resources.progress.runs(scenario: 0)
    if byLimit { resources.progress.memory.pointee.ending = Int32(WORKER_BLOCKED.rawValue) }
    let termination = resources.termination(.exited(3))
    return .terminated(TerminatedScenario(termination, step: 0, in: resources))
  }

  @Test func `a first scenario that fails or ends its process runs once, unless a limit ended it`()
    throws
  {
    for (outcome, runs) in [
      (Self.failed, [[0, 1]]), (try end(byLimit: false), [[0, 1], [1]]),
      (try end(byLimit: true), [[0, 1], [0], [1]]),
    ] {
      let processes = Processes { indices in
        if indices[0] == 1 { return [Self.passed] }
        // A process that has ended runs no other scenario.
        if case .terminated = outcome { return [outcome] }
        return [outcome, Self.passed]
      }
      var ended: [Int] = []
      try processes.run(0..<2) { index, end, _ in
        ended.append(index)
        #expect(end.isFine == (index == 1))
      }
      #expect(processes.indices == runs)
      #expect(ended == [0, 1])
    }
  }

  @Test func `a first scenario that a limit ended, and that passes alone, depends on no other one`()
    throws
  {
    let end = try end(byLimit: true)
    var ends = [end, Self.passed].makeIterator()
    let processes = Processes { _ in [ends.next() ?? Self.failed] }
    try processes.run(0..<1) { _, outcome, difference in
      #expect(outcome.isFine)
      #expect(difference == nil)
    }
    #expect(processes.indices == [[0], [0]])
  }

  @Test func `a scenario that fails runs alone before the processes of the ones after it`() throws {
    let processes = Processes { $0.map { $0 == 1 ? Self.failed : Self.passed } }
    var ended: [Int] = []
    try processes.run(0..<5, limit: 2) { index, _, _ in ended.append(index) }
    #expect(processes.indices == [[0, 1], [1], [2, 3], [4]])
    #expect(ended == [0, 1, 2, 3, 4])
  }

  @Test func `values are taken beside others only of scenarios that passed beside others`() throws {
    let processes = Processes { indices in
      indices.map { $0 == 2 || $0 == 3 && indices.contains(1) ? Self.failed : Self.passed }
    }
    let observing = Processes { $0.map { _ in Self.passed } }
    var shown: [Int] = []
    try processes.run(0..<5, observing: { observing }) { index, _, _ in
      index != 0
    } shown: {
      index, _ in
      shown.append(index)
    }
    #expect(observing.indices == [[1, 4], [2], [3]])
    #expect(shown == [1, 4, 2, 3])
  }

  @Test func `scenarios that each run alone are observed alone`() throws {
    let processes = Processes { _ in [Self.passed] }
    let observing = Processes { $0.map { _ in Self.passed } }
    try processes.run(0..<2, eachAlone: true, observing: { observing }) { _, _, _ in
      true
    } shown: {
      _, _ in
    }
    #expect(processes.indices == [[0], [1]])
    #expect(observing.indices == [[0], [1]])
  }

  @Test func `in turn, the scenario after one that ended its process begins another`() throws {
    let processes = Processes { $0.first == 0 ? [Self.passed, Self.failed] : [Self.passed] }
    var ended: [Int] = []
    try processes.inTurn([0, 1, 2]) { index, _ in ended.append(index) }
    #expect(processes.indices == [[0, 1, 2], [2]])
    #expect(ended == [0, 1, 2])
  }

  @Test func `a scenario that passes in real time after failed runs says so`() throws {
    var runsOfFirst = 0
    let processes = Processes { indices in
      runsOfFirst += indices == [0] ? 1 : 0
      return [indices == [1] || indices == [0] && runsOfFirst == 3 ? Self.passed : Self.failed]
    }
    var ends: [String] = []
    try processes.runInRealTime(0..<3) { index, end, difference in
      ends.append("\(index) \(end.isFine)")
      if case .time(let failedRuns)? = difference { ends.append("after \(failedRuns)") }
    }
    #expect(ends == ["1 true", "0 true", "after 2", "2 false"])
    #expect(processes.indices.count { $0 == [2] } == RealTime.attempts)
  }

  @Test func `no observations are taken after the eighth process that one ended`() throws {
    let end = try endInObservation()
    var count = 0
    let processes = Processes { _ in
      count += 1
      return [count > 8 ? Self.passed : end]
    }
    let outcome = try processes.alone(0)
    #expect(outcome.isFine)
    #expect(processes.firstSteps == [0, 1, 1, 1, 1, 1, 1, 1, .max])
  }

  @Test func `a process that is lost twice is tried a third time`() throws {
    var count = 0
    let processes = Processes { _ in
      count += 1
      if count < 3 { throw LostProcess(reason: "it was killed") }
      return [Self.passed]
    }
    let outcome = try processes.alone(0)
    #expect(outcome.isFine)
    #expect(count == 3)
  }
}
