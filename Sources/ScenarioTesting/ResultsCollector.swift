import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers
import Synchronization

/// Collects the results of scenarios in a test process and writes them when the process ends.
///
/// It exists if the environment variable `SCENARIOS_RESULTS` names a file. `scenarios report` reads
/// that file.
final class ResultsCollector: Sendable {
  /// The collector of this process; `nil` if no results are requested.
  static let shared: ResultsCollector? = {
    let path = ProcessInfo.processInfo.environment["SCENARIOS_RESULTS", default: ""]
    guard !path.isEmpty else { return nil }
    // Swift Testing has no notification for the end of all tests.
    atexit { ResultsCollector.shared?.write() }
    let collector = ResultsCollector(path: path)
    collector.emptyEarlierResults()
    return collector
  }()

  private struct State {
    var scenarios: [ScenarioReport] = []
    var brokenFiles: [BrokenFile] = []
    var isPartial = false
    /// The scopes of all sources of cases.
    var scopes: Set<RunReport.Scope> = []
    /// The record of the parts of a run that is divided over machines.
    var division: Division.Record?
    var places: [PlannedScenario.Place: ScenarioReport.Place] = [:]
  }

  private let path: String
  private let began = Date()
  private let state = Mutex(State())
  private let texts = Mutex(StoryTexts())

  init(path: String) { self.path = path }

  /// Empties the results of an earlier run, which would remain if the process crashed.
  func emptyEarlierResults() {
    let file = ReportFile(.json, path: path)
    // `write` reports a file that can't be replaced.
    guard (try? file.check()) != nil else { return }
    try? file.empty()
  }

  /// Records the stories that were read, whose texts are part of the results.
  func add(_ sources: [StorySource], scope: RunReport.Scope, isPartial: Bool) {
    for source in sources { texts.withLock { $0.add(source.file.source) } }
    state.withLock { state in
      state.scopes.insert(scope)
      state.isPartial = state.isPartial || isPartial
    }
  }

  /// Records the chosen scenarios of all parts of a run that is divided over machines.
  func add(
    _ scenarios: [PlannedScenario], of sources: [StorySource], _ division: Division,
    _ selection: Selection, in folder: ScenariosFolder
  ) {
    let scenarios = Dictionary(grouping: scenarios, by: \.id.path)
    state.withLock { state in
      var record = state.division ?? Division.Record(division, selection, in: folder)
      for source in sources.map(\.file.source) {
        let (chosen, path) = (scenarios[source.path] ?? [], folder.path(shownAs: source.path))
        record.add(division.shares(of: chosen, at: path), text: source.text)
        for (index, scenario) in chosen.enumerated() {
          state.places[scenario.place] = ScenarioReport.Place(path: path, index: index)
        }
      }
      state.division = record
    }
  }

  func add(_ report: ScenarioReport, of scenario: PlannedScenario) {
    var report = report
    texts.withLock { $0.maskSecrets(in: &report) }
    report.maskedText = nil
    state.withLock { state in
      report.place = state.places[scenario.place]
      state.scenarios.append(report)
    }
  }

  func add(_ file: BrokenFile) { state.withLock { $0.brokenFiles.append(file) } }

  /// Returns the results so far, in the order of the stories.
  func run() -> RunReport {
    let state = state.withLock { $0 }
    var run = RunReport(
      began: began, seconds: Date().timeIntervalSince(began),
      origin: RunReport.Origin(runBy: "swift test"),
      scope: state.scopes.count == 1 ? state.scopes.first : nil,
      isPartial: state.isPartial || state.division != nil ? true : nil,
      scenarios: state.scenarios.sorted {
        ($0.path, $0.line, $0.name) < ($1.path, $1.line, $1.name)
      },
      brokenFiles: state.brokenFiles.sorted { $0.path < $1.path })
    run.isRealTime = RealTime.isOn ? true : nil
    run.shard = state.division?.shard(isPlanned: true)
    return run
  }

  /// Writes the results so far, or a warning to the standard error if that is impossible.
  func write() {
    let run = run()
    // A test process without stories must not overwrite the file of a process with stories.
    guard !run.scenarios.isEmpty || !run.brokenFiles.isEmpty || run.shard != nil else { return }
    do {
      let file = ReportFile(.json, path: path)
      try file.check()
      try file.write { try ResultsFile.write(run, to: $0) }
    } catch {
      let text = "warning: the results of SCENARIOS_RESULTS are not written: \(error)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}
