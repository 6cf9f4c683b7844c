import Foundation
import ScenarioEngine
import ScenarioLanguage
import ScenarioResults
import Synchronization

/// Collects what becomes of the scenarios of a test process, and writes it when the process ends.
///
/// It is there where the environment names a file as `SCENARIOS_RESULTS`; the file is one that
/// `scenarios report` reads.
final class ResultsCollector: Sendable {
  /// The collector of this process; `nil` where nobody wants results.
  static let shared: ResultsCollector? = {
    let path = ProcessInfo.processInfo.environment["SCENARIOS_RESULTS", default: ""]
    guard !path.isEmpty else { return nil }
    // Nothing tells tests that all of them are done.
    atexit { ResultsCollector.shared?.write() }
    return ResultsCollector(path: path)
  }()

  private struct State {
    var sources: [String: SourceFile] = [:]
    var scenarios: [ScenarioReport] = []
    var brokenFiles: [RunReport.BrokenFile] = []
    var isPartial = false
  }

  private let path: String
  private let began = Date()
  private let state = Mutex(State())

  private init(path: String) { self.path = path }

  /// Takes note of the stories that were read, whose texts are part of the results.
  func add(_ sources: [StorySource], isPartial: Bool) {
    state.withLock { state in
      for source in sources { state.sources[source.file.source.path] = source.file.source }
      state.isPartial = state.isPartial || isPartial
    }
  }

  func add(_ report: ScenarioReport, of scenario: PlannedScenario) {
    var report = report
    state.withLock { state in
      if let source = state.sources[report.path] {
        report.text = ScenarioReport.text(of: scenario, in: source)
      }
      state.scenarios.append(report)
    }
  }

  func add(_ file: Plan.BrokenFile) {
    state.withLock { $0.brokenFiles.append(RunReport.BrokenFile(file)) }
  }

  /// The results so far, in the order of the stories.
  func run() -> RunReport {
    let state = state.withLock { $0 }
    return RunReport(
      began: began, seconds: Date().timeIntervalSince(began),
      origin: RunReport.Origin(runBy: "swift test"), isPartial: state.isPartial ? true : nil,
      scenarios: state.scenarios.sorted {
        ($0.path, $0.line, $0.name) < ($1.path, $1.line, $1.name)
      },
      brokenFiles: state.brokenFiles.sorted { $0.path < $1.path })
  }

  private func write() {
    let run = run()
    // A process of tests without stories has nothing to say, and must not take the file from one
    // that has.
    guard !run.scenarios.isEmpty || !run.brokenFiles.isEmpty else { return }
    do {
      let file = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(ResultsFile.text(for: run).utf8).write(to: file, options: .atomic)
    } catch {
      let text = "warning: the results can't be written to \(path): \(error)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}
