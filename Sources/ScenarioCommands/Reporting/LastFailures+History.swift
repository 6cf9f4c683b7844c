import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

extension LastFailures {
  /// Returns what did not pass in the last run of a folder's stories, of which later runs of some
  /// stories are a part.
  ///
  /// The history is read in a separate process, because a supervisor must not have threads.
  static func inHistory(of folder: String) throws -> LastFailures {
    let place = HistoryFolder.url(ofStoriesIn: folder)
    func error(_ reason: String) -> Diagnostic {
      Diagnostic(
        "\(reason), so it is not known what failed",
        hints: ["Run all scenarios once without --failed and --no-history."])
    }
    guard try RunHistory.exists(in: place) else { throw error("there is no history of \(folder)") }
    let process = try ChildProcess { writer in
      let branch = RunReport.Origin(runBy: "scenarios run", attempt: 1).branch
      RunKeeper.keepKilledRuns(in: place, branch: branch)
      let history = try RunHistory(in: place)
      defer { history.notices.report() }
      // A file that can't be used may be about a failure.
      guard let run = history.run(.last, branch: branch), history.notices.isEmpty else { return }
      try writer.write(LastFailures(of: run, among: (try? ScenariosFolder(folder).paths()) ?? []))
    }
    guard let failures = try process.value(LastFailures.self) else {
      throw error("the history in \(place.relativePath) is incomplete")
    }
    return failures
  }

  /// - Parameter paths: The paths of all stories. If one with a failure has gone, those that the
  ///   run lacks count, too, because they may be that one.
  private init(of run: RunReport, among paths: [String]) {
    let failed = run.scenarios.filter { $0.remainsBroken || $0.exemption == .undefinedAllowed }
    let broken = run.brokenFiles.map(\.path)
    let known = Set(run.scenarios.map(\.path) + broken)
    let isComplete = Set(failed.map(\.path) + broken).isSubset(of: paths)
    self.init(
      scenarios: failed.map { PlannedScenario.ID(path: $0.path, titles: $0.titles) },
      files: broken + (isComplete ? [] : paths.filter { !known.contains($0) }))
  }
}
