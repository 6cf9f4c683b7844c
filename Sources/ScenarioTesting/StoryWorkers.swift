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
    var shared = SharedNotes()
    var results: [Int: ScenarioReport] = [:]
    var waiting: [Int: [CheckedContinuation<ScenarioReport, Never>]] = [:]
    var hasStarted = false
  }

  /// The number of requests that a worker has in advance.
  private static let requestsAtOnce = 32

  private let scenarios: [PlannedScenario]
  private let requests: [ScenarioRequests.Request]
  private let key: String
  private let isInProcess: Bool
  /// Whether scenarios with undefined steps end as cancelled, without an issue.
  let allowsUndefined: Bool
  private let state = Mutex(State())
  /// The stories, whose lines can name secrets that the reports of workers contain.
  private let texts = Mutex(StoryTexts())

  /// - Parameters:
  ///   - scenarios: The scenarios to run.
  ///   - plan: The plan that contains them.
  ///   - folder: The folder of their stories.
  ///   - sources: Their stories.
  ///   - key: The key that identifies the folder and the vocabularies to a worker.
  ///   - isInProcess: Whether they run in the test process, for debugging.
  ///   - allowsUndefined: Whether scenarios with undefined steps are no failures.
  init(
    _ scenarios: [PlannedScenario], of plan: Plan, in folder: ScenariosFolder,
    sources: [StorySource], key: String, isInProcess: Bool, allowsUndefined: Bool
  ) {
    texts.withLock { texts in
      for source in sources { texts.add(source.file.source) }
    }
    self.allowsUndefined = allowsUndefined
    self.scenarios = scenarios
    self.isInProcess = isInProcess
    self.key = key
    let contents: ScenarioReport.Contents = ResultsCollector.shared == nil ? [] : .ofResults
    var (requests, path, index): ([ScenarioRequests.Request], String, Int) = ([], "", 0)
    requests.reserveCapacity(scenarios.count)
    // The chosen scenarios are in the order of the plan.
    for scenario in plan.scenarios where requests.count < scenarios.count {
      (path, index) = scenario.id.path == path ? (path, index + 1) : (scenario.id.path, 0)
      guard scenarios[requests.count].id == scenario.id else { continue }
      requests.append(
        ScenarioRequests.Request(
          scenario: requests.count, path: folder.path(shownAs: path), index: index,
          contents: contents))
    }
    self.requests = requests
  }

  /// Returns the result of a scenario, and waits for it if necessary.
  func result(of index: Int) async -> ScenarioReport {
    if let known = state.withLock({ $0.results[index] }) { return known }
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
    var report = report
    if !report.isFine {
      let text = report.text
      texts.withLock { $0.maskSecrets(in: &report) }
      (report.text, report.maskedText) = (text, nil)
    }
    let (final, waiting) = state.withLock { state in
      state.shared.settle(in: &report)
      state.results[index] = report
      return (report, state.waiting.removeValue(forKey: index) ?? [])
    }
    for continuation in waiting { continuation.resume(returning: final) }
  }

  private func runHere(_ part: Range<Int>) {
    for index in part {
      finish(index, Self.report(of: scenarios[index], .ofResults))
    }
  }

  // MARK: - Workers

  /// Runs scenarios in a worker, which is replaced after a scenario that does not pass.
  private func run(_ part: Range<Int>, asWorkerOf test: String?) {
    var worker: ScenarioRequests?
    // The first scenario in the worker, the first one that was not requested from it, and the number
    // of searches for the reason of a failure.
    var (first, next, searches) = (part.lowerBound, part.lowerBound, 0)
    for index in part {
      var report: ScenarioReport
      do {
        if worker == nil { (first, next) = (index, index) }
        let current = try worker ?? newWorker(of: test)
        worker = current
        if next == index {
          next = min(index + Self.requestsAtOnce, part.upperBound)
          current.send(Array(requests[index..<next]))
        }
        report = try current.next(scenarios[index])
        if !report.isFine {
          worker = nil
          report = try run(index, in: newWorker(of: test), .ofResults)
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
        report = Runner.report(
          of: scenarios[index], terminatedIn: nil, with: ("\(error)", []), at: .zero)
      }
      // After the last result, this process may end, so the worker must end first.
      if index == part.last { worker = nil }
      finish(index, report)
    }
  }

  /// Returns the scenario after which another one fails; `nil` if it takes several.
  private func predecessor(
    of index: Int, among candidates: Range<Int>, _ test: String?
  ) throws -> Int? {
    let search = OrderSearch { [self] others in
      let worker = try newWorker(of: test)
      for other in others {
        guard try run(other, in: worker, []).isFine else { return false }
      }
      return try !run(index, in: worker, []).isFine
    }
    return try search.predecessor(among: Array(candidates))
  }

  private func run(
    _ index: Int, in worker: ScenarioRequests, _ contents: ScenarioReport.Contents
  ) throws -> ScenarioReport {
    var request = requests[index]
    request.contents = contents
    worker.send([request])
    return try worker.next(scenarios[index])
  }

  private func newWorker(of test: String?) throws -> ScenarioRequests {
    var arguments = [CommandLine.arguments.first ?? "tests", "--testing-library", "swift-testing"]
    // Without a filter, the arguments of all tests would be evaluated.
    if let test { arguments += ["--filter", "^" + NSRegularExpression.escapedPattern(for: test)] }
    return try ScenarioRequests(arguments, key: key, limits: WorkerLimits())
  }

  /// Turns this process into a worker, which plans a file when one of its scenarios is requested;
  /// never returns.
  static func serve(_ folder: ScenariosFolder, _ vocabularies: [Vocabulary]) -> Never {
    let planned = Mutex<(path: String, scenarios: [PlannedScenario])>(("", []))
    ScenarioRequests.serve { request in
      let scenarios = planned.withLock { planned in
        if planned.path != request.path {
          let file = PlannedFile(folder.read(request.path), vocabularies: vocabularies)
          planned = (request.path, file.scenarios)
        }
        return planned.scenarios
      }
      guard scenarios.indices.contains(request.index) else { throw ChangedFile(path: request.path) }
      return { report(of: scenarios[request.index], request.contents) }
    }
  }

  /// The error for a file that was changed while tests ran.
  private struct ChangedFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "\"\(path)\" has changed since the tests began" }
  }

  private static func report(
    of scenario: PlannedScenario, _ contents: ScenarioReport.Contents
  ) -> ScenarioReport {
    var report = Runner(contents: contents).run(scenario)
    report.maskSecrets()
    return report
  }
}

extension ScenarioReport.Contents {
  /// What a results file and the attachments of a failure contain.
  fileprivate static let ofResults: Self = [.details, .fingerprint, .shownValues]
}
