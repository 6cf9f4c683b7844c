import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

extension RunHistory {
  /// Compares a run with an earlier one and records it.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - folder: The history's folder, such as `.scenarios`.
  ///   - baseline: The run to compare with.
  ///   - selection: The selection that has run to its end; `nil` if that is not known.
  package static func compareAndRecord(
    _ run: RunReport, in folder: URL, against baseline: Baseline = .last,
    of selection: Selection? = nil
  ) -> ComparedRun {
    let hasStories = FileManager.default.isFolder(atPath: run.scope?.folder ?? "") == true
    var titles: [String: Set<[String]>] = [:]
    // Without the stories, and in a file with errors, a scenario may still exist.
    func exists(_ scenario: ScenarioReport) -> Bool {
      if hasStories, !FileManager.default.fileExists(atPath: scenario.path) { return false }
      let found = titles[scenario.path] ?? StoryFile(path: scenario.path).titles
      titles[scenario.path] = found
      return found.isEmpty || found.contains(scenario.titles)
    }
    var verdicts: [String: Set<Verdict>] = [:]
    func compare(_ run: RunReport, with earlier: RunReport?) -> RunComparison {
      RunComparison(of: run, with: earlier, verdicts: verdicts, exists: exists) {
        guard let selection, selection.failures == nil || $0.remainsBroken else { return false }
        return selection.wouldChoose(name: $0.name, tags: $0.tags, in: $0.path)
      }
    }
    var comparison: RunComparison?
    var trend = [RunHeading(run)]
    var problems: [HistoryError] = []
    do throws(HistoryError) {
      let history = try Self(in: folder)
      defer { problems = history.notices + problems }
      let branch = run.origin.branch
      if let commit = run.origin.commit, run.origin.isModified == false {
        verdicts = history.verdicts(onCommit: commit, isRealTime: run.isRealTime)
      }
      let last = history.run(.last, branch: branch, before: run.began)
      let kept = compare(run, with: last)
      comparison = kept
      if case .named(let name) = baseline {
        // Identities always come from the history's last run, so that a comparison with another
        // branch does not change them.
        let earlier = history.run(baseline, branch: branch, before: run.began)
        comparison = compare(kept.run, with: earlier)
        if earlier == nil {
          problems.append(
            HistoryError(
              "there is no run of \"\(name)\" to compare with: the history has no branch of this name and no "
                + "commit that begins with it"))
        }
      }
      try history.record(kept.run, verdicts: verdicts)
      trend = history.trend(of: branch, before: run.began).reversed() + trend
    } catch { problems.append(error) }
    return ComparedRun(
      comparison: comparison ?? RunComparison(of: run, with: nil), trend: trend, problems: problems)
  }
}
