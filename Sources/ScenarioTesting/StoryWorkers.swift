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
  private let orderSeed: UInt64?
  private let hasEachOrder: Bool
  private let isInProcess: Bool
  private let isDivided: Bool
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
  ///   - isDivided: Whether other machines run other scenarios of the same stories.
  ///   - orderSeed: The number that chooses the scenarios of an ``OrderSample``; `nil` for no sample.
  ///   - hasEachOrder: Whether each run has a sample. If not, only some runs do, so that its processor
  ///     time is on average below 5 % of the scenarios'.
  init(
    _ scenarios: [PlannedScenario], of plan: Plan, in folder: ScenariosFolder,
    sources: [StorySource], key: String, isInProcess: Bool, allowsUndefined: Bool,
    isDivided: Bool, orderSeed: UInt64?, hasEachOrder: Bool
  ) {
    self.isDivided = isDivided
    (self.orderSeed, self.hasEachOrder) = (orderSeed, hasEachOrder)
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
      // All scenarios that share a note are only known when the parts are merged.
      if !isDivided { state.shared.settle(in: &report) }
      state.results[index] = report
      return (report, state.waiting.removeValue(forKey: index) ?? [])
    }
    for continuation in waiting { continuation.resume(returning: final) }
  }

  private func runHere(_ part: Range<Int>) {
    for index in part {
      var report = Self.report(of: scenarios[index], .ofResults)
      if wantsValues(of: report) {
        let observed = Self.report(of: scenarios[index], .ofObservations)
        report.addShownValues(of: observed.steps)
      }
      finish(index, report)
    }
  }

  /// Whether anybody can see the values that the app shows after each step.
  private func wantsValues(of report: ScenarioReport) -> Bool {
    ResultsCollector.shared != nil || report.verdict == .failed && ScenarioCase.keepsAttachments
  }

  // MARK: - Workers

  /// Runs scenarios in a worker, which is replaced after a scenario that does not pass.
  private func run(_ part: Range<Int>, asWorkerOf test: String?) {
    var (worker, observer): (ScenarioRequests?, ScenarioRequests?)
    // The first scenario in the worker, the first one that was not requested from it, and the number
    // of searches for the reason of a failure.
    var (first, next, searches) = (part.lowerBound, part.lowerBound, 0)
    let sample = orderSeed.map { OrderSample(of: part, seed: $0) } ?? OrderSample()
    var sampled: [Int: ScenarioReport] = [:]
    var timeToStart: Int64 = 0
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
        if index == first { timeToStart = current.processorTime }
        if !report.isFine {
          worker = nil
          report = try run(index, in: newWorker(of: test), .ofResults)
          if report.isFine {
            searches += 1
            // The scenario has passed, so a search that fails only leaves the name out.
            let predecessor =
              searches > OrderSearch.limit
              ? nil
              : (try? predecessor(
                of: index, among: Array(first..<index), passes: false, test)) ?? nil
            report.notes.append(
              Note(
                ofPassingAlone: scenarios[index], after: predecessor.map { scenarios[$0] }))
          }
          // The values of a scenario that did not pass must not depend on others.
          observer = nil
        }
        if wantsValues(of: report) { try observe(index, &report, in: &observer, test) }
      } catch {
        worker = nil
        report = Runner.report(
          of: scenarios[index], terminatedIn: nil, with: ("\(error)", []), at: .zero)
      }
      if report.isFine, sample.indices.contains(index) { sampled[index] = report }
      guard index == part.last else {
        if sampled[index] == nil { finish(index, report) }
        continue
      }
      let isDue = isSampleDue(after: worker, timeToStart: timeToStart)
      // After the last result, this process may end, so the workers must end first.
      (worker, observer) = (nil, nil)
      if isDue, !sampled.isEmpty { noteOrderDependence(in: &sampled, of: part, test) }
      for (index, report) in sampled { finish(index, report) }
      if sampled[index] == nil { finish(index, report) }
    }
  }

  /// Adds the values that the app shows after each step, which are taken in a run of their own, so
  /// that they change no result.
  private func observe(
    _ index: Int, _ report: inout ScenarioReport, in observer: inout ScenarioRequests?,
    _ test: String?
  ) throws {
    var request = requests[index]
    request.contents = .ofObservations
    var limit = ObservationLimit()
    while true {
      let worker = try observer ?? newWorker(of: test)
      worker.send([request])
      let observed = try worker.next(scenarios[index])
      observer = observed.isFine ? worker : nil
      guard let next = worker.nextObservedStep else {
        return report.addShownValues(of: observed.steps)
      }
      // The app was not ready for an observation.
      request.firstObservedStep = limit.step(next)
    }
  }

  // MARK: - Order

  /// Returns whether a sample runs, in a worker whose start costs more than the few scenarios.
  private func isSampleDue(after worker: ScenarioRequests?, timeToStart: Int64) -> Bool {
    let used = Double(worker?.processorTime ?? 0)
    let cost = Double(timeToStart) + used / Double(OrderSample.share)
    return hasEachOrder || .random(in: 0..<1) < 0.05 * used / max(1, cost)
  }

  /// Runs passed scenarios in the reverse order, without the others, and adds a note to the first
  /// that does not pass then.
  private func noteOrderDependence(
    in sampled: inout [Int: ScenarioReport], of part: Range<Int>, _ test: String?
  ) {
    let order = sampled.keys.sorted(by: >)
    do {
      let worker = try newWorker(of: test)
      guard let suspect = try order.first(where: { try !run($0, in: worker, []).isFine }) else {
        return
      }
      let alone = try run(suspect, in: newWorker(of: test), [])
      let others =
        alone.isFine ? Array(order.prefix { $0 != suspect }) : Array(part.lowerBound..<suspect)
      let predecessor = try predecessor(
        of: suspect, among: others.filter { results[$0]?.isFine ?? true }, passes: !alone.isFine,
        test
      ).map { scenarios[$0] }
      sampled[suspect]?.notes.append(
        alone.isFine
          ? Note(ofPassingAlone: scenarios[suspect], after: predecessor)
          : Note(
            ofPassing: scenarios[suspect], onlyAfter: predecessor,
            failureAlone: alone.failures.first))
    } catch {
      // The scenarios have passed, so a sample that fails only leaves the note out.
    }
  }

  private var results: [Int: ScenarioReport] { state.withLock { $0.results } }

  /// Returns the scenario after which another one passes or fails; `nil` if it takes several.
  private func predecessor(
    of index: Int, among candidates: [Int], passes: Bool, _ test: String?
  ) throws -> Int? {
    let search = OrderSearch { [self] others in
      let worker = try newWorker(of: test)
      for other in others {
        guard try run(other, in: worker, []).isFine else { return false }
      }
      return try run(index, in: worker, []).isFine == passes
    }
    return try search.predecessor(among: candidates)
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
    let startsPrograms = vocabularies.contains(where: \.startsPrograms)
    ScenarioRequests.serve(startsPrograms: startsPrograms) { request in
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
  fileprivate static let ofResults: Self = [.details, .fingerprint]

  /// What a run has that only takes the values that the app shows.
  fileprivate static let ofObservations: Self = [.details, .shownValues]
}
