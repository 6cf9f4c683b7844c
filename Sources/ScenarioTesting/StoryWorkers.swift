import Foundation
import ScenarioLanguage
import ScenarioReports
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

  private let scenarios: [PlannedScenario]
  private let job: StoryJob
  /// The places of the scenarios in the job.
  private let positions: [RunPosition]
  private let role: String
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
  ///   - role: The text that identifies the folder and the vocabularies to a worker.
  ///   - isInProcess: Whether they run in the test process, for debugging.
  ///   - allowsUndefined: Whether scenarios with undefined steps are no failures.
  ///   - isDivided: Whether other machines run other scenarios of the same stories.
  init(
    _ scenarios: [PlannedScenario], of plan: Plan, in folder: ScenariosFolder,
    sources: [StorySource], role: String, isInProcess: Bool, allowsUndefined: Bool, isDivided: Bool
  ) {
    for source in sources { texts.withLock { $0.add(source.file.source) } }
    (self.allowsUndefined, self.scenarios) = (allowsUndefined, scenarios)
    (self.isInProcess, self.isDivided, self.role) = (isInProcess, isDivided, role)
    var (positions, paths, index): ([RunPosition], [String], Int) = ([], [], 0)
    // The chosen scenarios are in the order of the plan.
    for scenario in plan.scenarios where !scenario.isGroup && positions.count < scenarios.count {
      index = scenario.id.path == paths.last ? index + 1 : 0
      if index == 0 { paths.append(scenario.id.path) }
      guard scenarios[positions.count].place == scenario.place else { continue }
      positions.append(RunPosition(file: paths.count - 1, index: index))
    }
    self.positions = positions
    var job = StoryJob(of: paths.map { folder.path(shownAs: $0) }, in: folder)
    if ResultsCollector.shared != nil { job.contents = .ofResults }
    self.job = job
  }

  /// Returns the result of a scenario, and waits for it if necessary.
  func result(of index: Int) async -> ScenarioReport {
    await withCheckedContinuation { continuation in
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
    let world = RunWorld.current
    let count =
      isInProcess ? 1 : max(1, min(world.workers, scenarios.count / (world.isReal ? 1 : 8)))
    for part in 0..<count {
      let part = scenarios.count * part / count..<scenarios.count * (part + 1) / count
      let thread = Thread { [self] in
        if isInProcess { runHere(part) } else { run(part, test: test) }
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

  /// Runs a part of the scenarios in workers, and finishes each.
  ///
  /// - Parameter test: The test with which a worker finds the scenarios; `nil` outside of a test.
  private func run(_ part: Range<Int>, test: String?) {
    // The last result is kept, because this process may end after it, and its workers must end
    // first. Those with shown values are kept, too.
    var kept: [Int: ScenarioReport] = [:]
    var last: Int?
    var reason: Message = "the worker sent no result"
    do {
      // The values are taken in runs of their own, so that they change no result.
      try processes(for: test).run(part, observing: { processes(for: test, observing: true) }) {
        index, end, difference in
        var report = try end.report(of: scenarios[index])
        if case .terminated = end { report.maskSecrets() }
        if let difference {
          report.notes.append(difference.note(on: scenarios[index]) { scenarios[$0] })
        }
        if let last, let report = kept.removeValue(forKey: last) { finish(last, report) }
        kept[index] = report
        let isWanted = wantsValues(of: report)
        last = isWanted ? nil : index
        return isWanted
      } shown: {
        if case .shown(_, let steps) = try BinaryDecoder.decode(RunEvent.self, from: $1) {
          kept[$0]?.addShownValues(of: steps)
        }
      }
    } catch {
      reason = "\(error)"
    }
    let finished = state.withLock { $0.results }
    for index in part where finished[index] == nil {
      finish(
        index,
        kept[index]
          ?? Runner.report(
            of: scenarios[index], terminatedIn: nil, at: .zero, with: { Failure(reason, at: $0) }))
    }
  }

  private func processes(for test: String?, observing: Bool = false) -> ExecutedProcesses {
    var arguments = [CommandLine.arguments.first ?? "tests", "--testing-library", "swift-testing"]
    // Without a filter, the arguments of all tests would be evaluated.
    if let test { arguments += ["--filter", "^" + NSRegularExpression.escapedPattern(for: test)] }
    return ExecutedProcesses(
      of: job, positions, arguments: arguments, role: role, isObservation: observing)
  }

  private func runHere(_ part: Range<Int>) {
    for index in part {
      var report = Self.report(of: scenarios[index], .ofResults)
      if wantsValues(of: report) {
        let observed = Self.report(of: scenarios[index], [.details, .shownValues])
        report.addShownValues(of: observed.steps)
      }
      finish(index, report)
    }
  }

  /// Whether anybody can see the values that the app shows after each step.
  private func wantsValues(of report: ScenarioReport) -> Bool {
    ResultsCollector.shared != nil || report.verdict == .failed && ScenarioCase.keepsAttachments
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
  /// The contents of a results file and of the attachments of a failure.
  static let ofResults: Self = [.details, .fingerprint]
}
