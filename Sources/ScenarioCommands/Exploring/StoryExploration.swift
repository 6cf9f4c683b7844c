import Foundation
import ScenarioAuthoring
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// An exploration of stories in worker processes.
struct StoryExploration<App: ScenariosApp> {
  let folder: ScenariosFolder
  var jobs: Int?
  var limits = WorkerLimits()
  var texts: [String: String] = [:]

  /// Explores the scenarios that a selection has in some files.
  ///
  /// - Parameters:
  ///   - isPartial: Whether the folder has other scenarios.
  ///   - isOver: Whether no more scenarios are to be varied.
  ///   - planned: A closure that is called with each of the files, or part of one.
  /// - Throws: A diagnostic if nothing is selected, or an error that makes a run impossible.
  func outcome(
    of paths: [String], _ selection: Selection, isPartial: Bool,
    until isOver: @escaping () -> Bool, planned: (FileSummary) -> Void
  ) throws -> Exploration.Outcome {
    let chosen = try reports(of: paths, selection, planned: planned)
    let known = Set(chosen.map(\.key))
    let console = Console.error
    var progress = ProgressLine(isTerminal: console.isTerminal)
    defer { console.writeUnchanged(progress.clear()) }
    var exploration = Exploration(of: folder, texts: texts, isOver: isOver) { varied, texts in
      let reports = try StoryRun.reports(
        on: varied, texts, in: folder, of: App.self, jobs: jobs, limits: limits,
        contents: .course)
      for _ in reports.joined() { console.writeUnchanged(progress.advance(failed: false)) }
      return reports
    }
    // What any story shows is right.
    let others =
      isPartial
      ? try reports(of: folder.find([]).paths, Selection()).filter { !known.contains($0.key) } : []
    let findings = try exploration.findings(in: chosen, knowing: others)
    return Exploration.Outcome(findings, exploration.counts)
  }

  /// Runs stories, and returns the reports with all that variations are made and judged by.
  private func reports(
    of paths: [String], _ selection: Selection, planned: (FileSummary) -> Void = { _ in }
  ) throws -> [ScenarioReport] {
    var run = StoryRun(of: paths, in: folder, selection: selection, workers: jobs)
    (run.texts, run.job.limits) = (texts, limits)
    run.job.contents = [.details, .shownValues, .sentences]
    var results = try run.results(of: App.self, planned: planned)
    try results.checkFound(by: selection)
    return results.rest()
  }
}
