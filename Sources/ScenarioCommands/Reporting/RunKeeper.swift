import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunner

/// Collects what became of a run, keeps it in the history and writes its reports.
struct RunKeeper<App: ScenariosApp> {
  private let options: ReportOptions
  private let usesHistory: Bool
  private let began = Date()
  /// Under way from the beginning, so that nobody waits for it at the end.
  private let origin: OriginInquiry?
  private var records: [ScenarioRecord] = []
  private var brokenFiles: [RunRecord.BrokenFile] = []

  /// - Parameter usesHistory: Whether the run is compared with earlier ones and kept.
  init(options: ReportOptions, usesHistory: Bool) {
    self.options = options
    self.usesHistory = usesHistory && App.history != nil
    let isNeeded = self.usesHistory || !options.destinations.isEmpty
    origin = isNeeded ? OriginInquiry(runBy: "scenarios run") : nil
  }

  /// Whether results are needed at all.
  private var isNeeded: Bool { origin != nil }

  /// Whether what the app shows after each step has to be kept, which takes time.
  var needsShown: Bool {
    options.destinations.contains { $0.format == .html || $0.format == .json }
  }

  /// Takes a result, in the order of the stories.
  mutating func take(_ result: ScenarioResult, source: SourceFile?) {
    guard isNeeded else { return }
    records.append(
      ScenarioRecord(
        result, source: source, keepsTrace: result.verdict == .failed,
        keepsCourse: result.verdict != .passed || !options.destinations.isEmpty))
  }

  /// Takes a file that could not be run.
  mutating func take(_ file: Plan.BrokenFile) {
    if isNeeded { brokenFiles.append(RunRecord.BrokenFile(file)) }
  }

  /// Keeps the run and writes its reports.
  ///
  /// - Parameters:
  ///   - isPartial: Whether only some of the stories were chosen.
  ///   - seconds: How long the run took.
  /// - Returns: What has changed; `nil` where nothing is to be told.
  func finish(isPartial: Bool, seconds: Double) throws -> RememberedRun? {
    guard let origin else { return nil }
    let run = RunRecord(
      began: began, seconds: seconds, origin: origin.origin(), isPartial: isPartial ? true : nil,
      scenarios: records,
      brokenFiles: brokenFiles)
    let remembered = Self.remember(
      run, keeps: usesHistory, against: options.baseline)
    try options.write(remembered)
    return remembered
  }

  /// Compares a run with earlier ones and keeps it; without a history it stays alone.
  static func remember(
    _ run: RunRecord, keeps: Bool, against baseline: Baseline
  ) -> RememberedRun {
    guard keeps, let history = App.history else {
      return RememberedRun(
        comparison: RunComparison(of: run, with: nil), trend: [RunHeading(run)])
    }
    return history.remember(run, in: HistoryFolder.url, against: baseline)
  }
}

extension RememberedRun {
  /// What the terminal shows of it: what changed since the earlier run, if anything did, and what
  /// went wrong in the history.
  func show(on console: Console) {
    for problem in problems { Console.error.write("warning: \(problem)\n") }
    let hasNews =
      !comparison.newlyBrokenFiles.isEmpty
      || comparison.entries.contains { $0.changes != [.same] }
    guard comparison.earlier != nil, hasNews else { return }
    console.write(
      "\n" + ComparisonText(style: TextStyle(isColored: console.isColored)).text(for: comparison))
  }
}
