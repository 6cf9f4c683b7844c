import Foundation
import ScenarioLanguage
import ScenarioPlanning
import ScenarioReports
import ScenarioResults
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
    return ResultsCollector(path: path)
  }()

  private struct State {
    var scenarios: [ScenarioReport] = []
    var brokenFiles: [BrokenFile] = []
    var isPartial = false
    /// The scopes of all sources of cases.
    var scopes: Set<RunReport.Scope> = []
  }

  private let path: String
  private let began = Date()
  private let state = Mutex(State())
  private let texts = Mutex(StoryTexts())

  init(path: String) { self.path = path }

  /// Records the stories that were read, whose texts are part of the results.
  func add(_ sources: [StorySource], scope: RunReport.Scope, isPartial: Bool) {
    texts.withLock { texts in
      for source in sources { texts.add(source.file.source) }
    }
    state.withLock { state in
      state.scopes.insert(scope)
      state.isPartial = state.isPartial || isPartial
    }
  }

  func add(_ report: ScenarioReport) {
    let report = texts.withLock { texts in
      var report = report
      texts.maskSecrets(in: &report)
      report.maskedText = nil
      return report
    }
    state.withLock { $0.scenarios.append(report) }
  }

  func add(_ file: BrokenFile) {
    state.withLock { $0.brokenFiles.append(file) }
  }

  /// Returns the results so far, in the order of the stories.
  func run() -> RunReport {
    let state = state.withLock { $0 }
    return RunReport(
      began: began, seconds: Date().timeIntervalSince(began),
      origin: RunReport.Origin(runBy: "swift test"),
      scope: state.scopes.count == 1 ? state.scopes.first : nil,
      isPartial: state.isPartial ? true : nil,
      scenarios: state.scenarios.sorted {
        ($0.path, $0.line, $0.name) < ($1.path, $1.line, $1.name)
      },
      brokenFiles: state.brokenFiles.sorted { $0.path < $1.path })
  }

  /// Writes the results so far, or a warning to the standard error if that is impossible.
  func write() {
    let run = run()
    // A test process without stories must not overwrite the file of a process with stories.
    guard !run.scenarios.isEmpty || !run.brokenFiles.isEmpty else { return }
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
