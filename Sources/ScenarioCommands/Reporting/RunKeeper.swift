import Foundation
import ScenarioEngine
import ScenarioReports
import ScenarioResults
import ScenarioWorkers

/// Collects what became of a run, keeps it in the history and writes its reports.
struct RunKeeper<App: ScenariosApp> {
  private let options: ReportOptions
  private let usesHistory: Bool
  private let began = Date()
  /// Under way from the beginning, so that nobody waits for it at the end.
  private let origin: OriginProcess?
  private let journal: RunJournal?
  private var scenarios: [ScenarioReport] = []
  private var brokenFiles: [RunReport.BrokenFile] = []

  /// - Parameter usesHistory: Whether the run is compared with earlier ones and kept.
  init(options: ReportOptions, usesHistory: Bool) throws {
    self.options = options
    self.usesHistory = usesHistory && App.history != nil
    let isNeeded = self.usesHistory || !options.destinations.isEmpty
    origin = isNeeded ? try OriginProcess(runBy: "scenarios run") : nil
    journal = self.usesHistory ? RunJournal(in: HistoryFolder.url, began: began) : nil
  }

  /// Whether results are needed at all.
  private var isNeeded: Bool { origin != nil }

  /// What results have to have, which takes time.
  var contents: StoryJob.Contents {
    var contents = StoryJob.Contents()
    contents.text = isNeeded
    contents.fingerprint = isNeeded
    contents.course = !options.destinations.isEmpty
    contents.shown = options.destinations.contains { $0.format == .html || $0.format == .json }
    return contents
  }

  /// Takes a scenario, in the order of the stories.
  mutating func take(_ scenario: ScenarioReport) {
    guard isNeeded else { return }
    var scenario = scenario
    // Others are recorded for other reasons.
    if scenario.verdict != .failed { scenario.trace = "" }
    scenarios.append(scenario)
  }

  /// Takes a file that could not be run.
  mutating func take(_ file: Plan.BrokenFile) {
    if isNeeded { brokenFiles.append(RunReport.BrokenFile(file)) }
  }

  /// Keeps a message, should this process be killed.
  func keep(_ message: ArraySlice<UInt8>?) {
    if let message { journal?.add(message) }
  }

  /// Writes what was kept.
  func flush() { journal?.flush() }

  /// Ends a run of which nothing is kept.
  func abandon() { journal?.remove() }

  /// Keeps the run and writes its reports.
  ///
  /// - Parameters:
  ///   - isPartial: Whether only some of the stories were chosen, or have run.
  ///   - seconds: How long the run took.
  /// - Returns: What has changed; `nil` where nothing is to be told.
  func finish(isPartial: Bool, seconds: Double) throws -> RememberedRun? {
    guard let origin else { return nil }
    let run = RunReport(
      began: began, seconds: seconds, origin: origin.origin(), isPartial: isPartial ? true : nil,
      scenarios: scenarios, brokenFiles: brokenFiles.sorted { $0.path < $1.path })
    let remembered = Self.remember(
      run, keeps: usesHistory, against: options.baseline)
    journal?.remove()
    try options.write(remembered)
    return remembered
  }

  /// Compares a run with earlier ones and keeps it; without a history it stays alone.
  static func remember(
    _ run: RunReport, keeps: Bool, against baseline: Baseline
  ) -> RememberedRun {
    guard keeps, let history = App.history else {
      return RememberedRun(
        comparison: RunComparison(of: run, with: nil), trend: [RunHeading(run)])
    }
    keepKilledRuns(in: history)
    return history.remember(run, in: HistoryFolder.url, against: baseline)
  }

  /// Keeps the runs whose commands were killed, as far as they came.
  static func keepKilledRuns(in history: any RunHistory.Type) {
    for journal in RunJournal.left(in: HistoryFolder.url) {
      if let run = journal.run { _ = history.remember(run, in: HistoryFolder.url) }
      journal.remove()
    }
  }
}

/// Asks where a run comes from in a process of its own: to ask git takes threads, and a supervisor
/// has none.
struct OriginProcess {
  private let process: ChildProcess
  private let command: String

  init(runBy command: String) throws {
    self.command = command
    process = try ChildProcess { writer in
      try writer.write(RunReport.Origin(runBy: command))
    }
  }

  /// The origin; without what only git knows where its process has died.
  func origin() -> RunReport.Origin {
    var reader = MessageReader(from: process.messages)
    var found: RunReport.Origin?
    do {
      while try reader.read({ message in
        found = try BinaryDecoder().decode(RunReport.Origin.self, from: message)
      }) {}
    } catch {
      Console.error.report(.warning, "git could not be asked: \(error)")
    }
    process.release()
    return found
      ?? RunReport.Origin(command: command, host: ProcessInfo.processInfo.hostName)
  }
}

extension RememberedRun {
  /// What the terminal shows of it: what changed since the earlier run, if anything did, and what
  /// went wrong in the history.
  func show(on console: Console) {
    for problem in problems { Console.error.report(.warning, "\(problem)") }
    let hasNews =
      !comparison.newlyBrokenFiles.isEmpty
      || comparison.entries.contains { $0.changes != [.same] }
    guard comparison.earlier != nil, hasNews else { return }
    console.write(
      "\n" + ComparisonText(style: TextStyle(isColored: console.isColored)).text(for: comparison))
  }
}
