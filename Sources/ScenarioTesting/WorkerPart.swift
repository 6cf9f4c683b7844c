import Foundation
import ScenarioKit
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning
import ScenarioWorkers

/// A part of the scenarios of one source, which one thread runs in workers.
///
/// A worker runs one scenario after another, and is replaced after one that does not pass.
struct WorkerPart {
  /// The number of requests that a worker has in advance.
  private static let requestsAtOnce = 32

  private let source: StoryWorkers
  private let part: Range<Int>
  /// The test with which a worker finds the scenarios; `nil` outside of a test.
  private let test: String?

  private var worker: ScenarioRequests?
  private var observer: ScenarioRequests?
  /// The first scenario in the worker.
  private var first = 0
  /// The first scenario that was not requested from the worker.
  private var next = 0
  /// The number of searches for the reason of a failure.
  private var searches = 0

  init(_ part: Range<Int>, of source: StoryWorkers, test: String?) {
    (self.part, self.source, self.test) = (part, source, test)
  }

  /// Runs the scenarios.
  mutating func run() {
    for index in part {
      let report = report(of: index)
      // After the last result, this process may end, so the workers must end first.
      if index == part.last { (worker, observer) = (nil, nil) }
      source.finish(index, report)
    }
  }

  private mutating func report(of index: Int) -> ScenarioReport {
    do {
      var report = try firstReport(of: index)
      if !report.isFine {
        worker = nil
        report = try reportAlone(of: index)
        // The values of a scenario that did not pass must not depend on others.
        observer = nil
      }
      if source.wantsValues(of: report) { try observe(index, &report) }
      return report
    } catch {
      worker = nil
      return Runner.report(
        of: source.scenarios[index], terminatedIn: nil, with: ("\(error)", []), at: .zero)
    }
  }

  /// Returns the report of a scenario beside others.
  private mutating func firstReport(of index: Int) throws -> ScenarioReport {
    if worker == nil { (first, next) = (index, index) }
    let current = try worker ?? newWorker()
    worker = current
    if next == index {
      next = min(index + Self.requestsAtOnce, part.upperBound)
      current.send(Array(source.requests[index..<next]))
    }
    return try current.next(source.scenarios[index])
  }

  /// Returns the report of a scenario in a worker of its own, with a note if it passes there.
  private mutating func reportAlone(of index: Int) throws -> ScenarioReport {
    var report = try run(index, in: newWorker(), .ofResults)
    guard report.isFine else { return report }
    searches += 1
    // The scenario has passed, so a search that fails only leaves the name out.
    let predecessor =
      searches > OrderSearch.limit
      ? nil : (try? predecessor(of: index, among: Array(first..<index))) ?? nil
    report.notes.append(
      Note(
        ofPassingAlone: source.scenarios[index], after: predecessor.map { source.scenarios[$0] }))
    return report
  }

  /// Adds the values that the app shows after each step, which are taken in a run of their own, so
  /// that they change no result.
  private mutating func observe(_ index: Int, _ report: inout ScenarioReport) throws {
    var request = source.requests[index]
    request.contents = .ofObservations
    var limit = ObservationLimit()
    while true {
      let worker = try observer ?? newWorker()
      worker.send([request])
      let observed = try worker.next(source.scenarios[index])
      observer = observed.isFine ? worker : nil
      guard let next = worker.nextObservedStep else {
        return report.addShownValues(of: observed.steps)
      }
      // The app was not ready for an observation.
      request.firstObservedStep = limit.step(next)
    }
  }

  // MARK: - Order

  /// Returns the scenario after which another one fails; `nil` if it takes several.
  private func predecessor(of index: Int, among candidates: [Int]) throws -> Int? {
    let search = OrderSearch { others in
      let worker = try newWorker()
      for other in others {
        guard try run(other, in: worker, []).isFine else { return false }
      }
      return try !run(index, in: worker, []).isFine
    }
    return try search.predecessor(among: candidates)
  }

  private func run(
    _ index: Int, in worker: ScenarioRequests, _ contents: ScenarioReport.Contents
  ) throws -> ScenarioReport {
    var request = source.requests[index]
    request.contents = contents
    worker.send([request])
    return try worker.next(source.scenarios[index])
  }

  private func newWorker() throws -> ScenarioRequests {
    var arguments = [CommandLine.arguments.first ?? "tests", "--testing-library", "swift-testing"]
    // Without a filter, the arguments of all tests would be evaluated.
    if let test { arguments += ["--filter", "^" + NSRegularExpression.escapedPattern(for: test)] }
    return try ScenarioRequests(arguments, key: source.key, limits: WorkerLimits())
  }
}
