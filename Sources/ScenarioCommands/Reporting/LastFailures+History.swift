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
    guard RunHistory.exists(in: place) else {
      throw Diagnostic(
        "there is no history of \(folder), so it is not known what failed",
        hints: ["Run all scenarios once without --failed and --no-history."])
    }
    let process = try ChildProcess { writer in
      RunKeeper.keepKilledRuns(in: place)
      let branch = RunReport.Origin(runBy: "scenarios run", attempt: 1).branch
      let run = try RunHistory(in: place).run(.last, branch: branch)
      try writer.write(LastFailures(of: run))
    }
    guard let failures = try process.value(LastFailures.self) else {
      throw Diagnostic("the history in \(place.relativePath) can't be read")
    }
    return failures
  }

  private init(of run: RunReport?) {
    let failed = run?.scenarios.filter { $0.isBroken || $0.exemption == .undefinedAllowed } ?? []
    self.init(
      scenarios: failed.map { PlannedScenario.ID(path: $0.path, titles: $0.titles) },
      files: run?.brokenFiles.map(\.path) ?? [])
  }
}
