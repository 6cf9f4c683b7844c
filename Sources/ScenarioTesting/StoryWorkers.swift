import Foundation
import ScenarioLanguage
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning
import ScenarioWorkers
import Synchronization
import Testing

/// Runs the scenarios of one source of cases in worker processes.
///
/// The scenarios are divided among the workers when the first case runs. Which scenarios share a
/// process, and in which order, therefore does not depend on when Swift Testing runs their cases. A
/// scenario that does not pass runs again in a new process, and its verdict there counts.
final class StoryWorkers: Sendable {
  private struct State {
    var results: [Int: ScenarioReport] = [:]
    var waiting: [Int: [CheckedContinuation<ScenarioReport, Never>]] = [:]
    var hasStarted = false
  }

  private let scenarios: [PlannedScenario]
  private let indices: [PlannedScenario.ID: Int]
  private let key: String
  private let isInProcess: Bool
  /// Whether scenarios with undefined steps end as cancelled, without an issue.
  let allowsUndefined: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - scenarios: The scenarios to run.
  ///   - key: The key that identifies these scenarios to a worker.
  ///   - isInProcess: Whether they run in the test process, for debugging.
  ///   - allowsUndefined: Whether scenarios with undefined steps are no failures.
  init(
    _ scenarios: [PlannedScenario], key: String, isInProcess: Bool, allowsUndefined: Bool = false
  ) {
    self.allowsUndefined = allowsUndefined
    self.scenarios = scenarios
    self.isInProcess = isInProcess
    self.key = key
    indices = Dictionary(
      zip(scenarios.map(\.id), scenarios.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the result of a scenario, and waits for it if necessary.
  func result(of scenario: PlannedScenario) async -> ScenarioReport {
    guard let index = indices[scenario.id] else {
      return Self.report(of: scenario, keepsShown: false)
    }
    return await withCheckedContinuation { continuation in
      let (known, isFirst): (ScenarioReport?, Bool) = state.withLock { state in
        defer { state.hasStarted = true }
        let known = state.results[index]
        if known == nil { state.waiting[index, default: []].append(continuation) }
        return (known, !state.hasStarted)
      }
      if let known { continuation.resume(returning: known) }
      if isFirst { start() }
    }
  }

  private func start() {
    let test = Test.current.map { "\($0.id)" }
    let count =
      isInProcess
      ? 1 : max(1, min(ProcessInfo.processInfo.activeProcessorCount, scenarios.count / 8))
    for part in 0..<count {
      let part = scenarios.count * part / count..<scenarios.count * (part + 1) / count
      let thread = Thread { [self] in
        if isInProcess { runHere(part) } else { run(part, asWorkerOf: test) }
      }
      // As large as that of a main thread, for scenarios that run in this process.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func finish(_ index: Int, _ report: ScenarioReport) {
    let waiting = state.withLock { state in
      state.results[index] = report
      return state.waiting.removeValue(forKey: index) ?? []
    }
    for continuation in waiting { continuation.resume(returning: report) }
  }

  private func runHere(_ part: Range<Int>) {
    for index in part {
      finish(index, Self.report(of: scenarios[index], keepsShown: true))
    }
  }

  // MARK: - Workers

  /// Runs scenarios in a worker, which is replaced after a scenario that does not pass.
  private func run(_ part: Range<Int>, asWorkerOf test: String?) {
    var worker: Worker?
    // The first scenario in the worker, and the number of searches for the reason of a failure.
    var (first, searches) = (part.lowerBound, 0)
    for index in part {
      var report: ScenarioReport
      do {
        if worker == nil { first = index }
        let current = try worker ?? newWorker(of: test)
        worker = current
        let request = Worker.Request(
          scenario: index, keepsShown: ResultsCollector.shared != nil)
        if case .ran(let passed) = try current.run(request), passed.isFine {
          report = passed
        } else {
          worker = nil
          report = try runAlone(index, in: newWorker(of: test))
          if report.isFine {
            searches += 1
            // The scenario has passed, so a search that fails only leaves the name out.
            let predecessor =
              searches > OrderSearch.limit
              ? nil : (try? predecessor(of: index, among: first..<index, test)) ?? nil
            report.notes.append(
              Note(
                ofPassingAlone: scenarios[index], after: predecessor.map { scenarios[$0] }))
          }
        }
      } catch {
        worker = nil
        report = Self.report(ofTermination: "\(error)", of: scenarios[index])
      }
      // After the last result, this process may end, so the worker must end first.
      if index == part.last { worker = nil }
      finish(index, report)
    }
  }

  /// Runs a scenario that did not pass after others in a new process.
  private func runAlone(_ index: Int, in worker: Worker) throws -> ScenarioReport {
    switch try worker.run(Worker.Request(scenario: index, keepsShown: true)) {
    case .ran(let report): return report
    case .terminated(let message, let details, let step, let time, let output):
      var report = Runner.report(
        of: scenarios[index], terminatedIn: step, with: (message, details), at: time)
      report.output = output
      report.maskSecrets()
      return report
    case .notStarted(let reason):
      return Self.report(ofTermination: reason, of: scenarios[index])
    }
  }

  /// Returns the scenario after which another one fails; `nil` if it takes several.
  private func predecessor(
    of index: Int, among candidates: Range<Int>, _ test: String?
  ) throws -> Int? {
    let search = OrderSearch { [self] others in
      let worker = try newWorker(of: test)
      for other in others + [index] {
        let request = Worker.Request(scenario: other, keepsShown: false)
        guard case .ran(let report) = try worker.run(request) else { return other == index }
        if other == index { return !report.isFine }
      }
      return false
    }
    return try search.predecessor(among: Array(candidates))
  }

  private func newWorker(of test: String?) throws -> Worker {
    var arguments = [CommandLine.arguments.first ?? "tests", "--testing-library", "swift-testing"]
    // Without a filter, the arguments of all tests would be evaluated.
    if let test { arguments += ["--filter", "^" + NSRegularExpression.escapedPattern(for: test)] }
    return try Worker(
      executing: "/proc/self/exe", arguments, key: key, limits: WorkerLimits())
  }

  /// Turns this process into a worker for these scenarios; never returns.
  func serve() -> Never {
    Worker.serveScenarios { [scenarios] request in
      Self.report(of: scenarios[request.scenario], keepsShown: request.keepsShown)
    }
  }

  private static func report(ofTermination message: String, of scenario: PlannedScenario)
    -> ScenarioReport
  {
    Runner.report(of: scenario, terminatedIn: nil, with: (message, []), at: .zero)
  }

  private static func report(of scenario: PlannedScenario, keepsShown: Bool) -> ScenarioReport {
    var contents: ScenarioReport.Contents = [.details, .fingerprint]
    if keepsShown { contents.insert(.shownValues) }
    var report = Runner(contents: contents).run(scenario)
    report.maskSecrets()
    return report
  }
}
