import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import Simulation

/// A run of stories, in as many processes as its options require.
///
/// Every command that runs stories uses it, so that the same rules apply to all of them.
package struct StoryRun {
  /// The outcome of a run.
  package typealias Outcome = (end: Supervisor.End, results: OrderedResults)

  /// The errors in Swift code with step definitions, which make a run impossible.
  package struct WrongStepDefinitions: Error { package var diagnostics: [Diagnostic] }

  private let files: [(path: String, size: Int)]
  private let workers: Int

  /// Texts in place of files on disk, by their paths.
  package var texts: [String: String] = [:]

  /// The variations that run in place of the scenarios of files, by the paths of these.
  package var variations: [String: [VariedScenarios]] = [:]

  /// The options of the run, without files.
  package var job: StoryJob

  /// The path of an executable from which workers are started; `nil` to fork them.
  package var executable: String?

  /// Runs a scenario live and with the test doubles, for runs that are live.
  package var live: (@Sendable (PlannedScenario) -> ScenarioReport)?

  /// - Parameters:
  ///   - paths: The paths of story files in the folder, in order.
  ///   - folder: The folder of stories.
  ///   - selection: The scenarios to run.
  ///   - workers: The largest number of worker processes; by default one for each core, and more
  ///     in real time.
  package init(
    of paths: [String], in folder: ScenariosFolder, selection: Selection, workers: Int? = nil
  ) {
    files = paths.map { ($0, folder.size(of: $0)) }
    job = StoryJob(in: folder, selection: selection)
    self.workers = workers ?? RunWorld.current.workers
  }

  /// The error that the receiver of events throws to end a run.
  package struct Stop: Error { package init() {} }

  /// The reason why this process has no story time; `nil` if it has.
  package static var obstacle: Diagnostic? {
    RealTime.isAskedFor
      ? Diagnostic("this needs story time, and real time was asked for")
      : Simulation.unavailable.map { Diagnostic("\($0)") }
  }

  /// Whether the run compares results that only story time repeats exactly.
  private var needsStoryTime: Bool {
    job.world == .live || !variations.isEmpty || job.checksDeterminism || job.repetitions > 1
      || job.isolation == .inProcess || !job.contents.isDisjoint(with: [.violations, .trials])
  }

  /// Runs the stories.
  ///
  /// - Parameters:
  ///   - vocabularies: Returns the vocabularies of the modules; called where the stories run.
  ///   - idle: A closure that is called several times a second.
  ///   - record: A closure that is called once with each event, and with the results so far. If it
  ///     throws ``Stop``, the run ends there.
  /// - Throws: ``WrongStepDefinitions``, or an error that makes a run impossible.
  package func run(
    vocabularies: @escaping () -> [Vocabulary], idle: () throws -> Void = {},
    record: (RunEvent, inout OrderedResults) throws -> Void
  ) throws -> Outcome {
    if needsStoryTime, let obstacle = Self.obstacle { throw obstacle }
    var results = OrderedResults(fileCount: files.count)
    var wrong: [Diagnostic] = []
    func receive(_ event: RunEvent) throws {
      switch event {
      case .problems(let problems): wrong = problems
      // A worker that replaces another one repeats events.
      case .planned(let summary): if results.add(summary) { try record(event, &results) }
      case .ended(let position, let report):
        if results.add(report, position) { try record(event, &results) }
      case .shown(let position, let steps):
        if !results.addShownValues(of: steps, position) { try record(event, &results) }
      case .workerBegan, .fileEnded, .handsOver, .workerEnded: break
      }
    }
    let sized = files.map { path, size in
      // A variation is as much work as some lines of a story.
      let count = variations[path]?.reduce(0) { $0 + $1.variations.count } ?? 0
      return (path, max(count * 512, texts[path]?.utf8.count ?? size))
    }
    let jobs = WorkDivision(sized, jobs: workers).workers.map { files in
      var job = job
      job.files = files.changed {
        $0.text = texts[$0.path]
        $0.variations = variations[$0.path] ?? []
      }
      return job
    }
    var end = Supervisor.End.finished
    _ = Simulation.isCleaned
    do {
      if job.isolation == .inProcess {
        try JobRunner.run(jobs, vocabularies: vocabularies()) { try receive($0) }
      } else {
        let supervisor = Supervisor(
          executable: executable ?? (ChildProcess.forks ? nil : SymbolTable.ownExecutable)
        ) { [live] job, resources, writer in
          resources.progress.readsModules()
          try JobRunner(
            job, vocabularies: vocabularies(), in: (resources, writer), live: live
          ).run()
        }
        end = try supervisor.run(jobs, idle: idle) { try receive($0) }
      }
    } catch is Stop {
      end = .stopped
    }
    guard wrong.isEmpty else { throw WrongStepDefinitions(diagnostics: wrong) }
    return (end, results)
  }

  /// Does other work that needs the app, in a worker process.
  ///
  /// - Parameters:
  ///   - limits: The resources that the app may use.
  ///   - world: The world of the scenarios that the worker runs.
  ///   - body: The work; it returns an exit status.
  package static func work(
    limits: WorkerLimits, in world: RunWorld, _ body: @escaping (WorkerResources) -> Int32
  ) throws -> (end: Supervisor.End, status: Int32) {
    let supervisor = Supervisor { _, resources, writer in
      try writer.write(RunEvent.workerEnded(status: body(resources)), flushes: true)
    }
    var job = StoryJob(in: ScenariosFolder("."))
    (job.world, job.limits) = (world, limits)
    var status: Int32 = 0
    let end = try supervisor.run([job]) { event in
      if case .workerEnded(let ended) = event { status = ended }
    }
    return (end, status)
  }
}
