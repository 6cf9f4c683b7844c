import Foundation
import ScenarioReports

extension RunHistory {
  /// Compares a run with an earlier one and records it.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - folder: The history's folder, such as `.scenarios`.
  ///   - baseline: The run to compare with.
  package static func compareAndRecord(
    _ run: RunReport, in folder: URL, against baseline: Baseline = .last
  ) -> ComparedRun {
    var comparison: RunComparison?
    var trend = [RunHeading(run)]
    var problems: [HistoryError] = []
    do throws(HistoryError) {
      let history = try Self(in: folder)
      if let notice = history.notice { problems.append(notice) }
      let branch = run.origin.branch
      var verdicts: [String: Set<Verdict>] = [:]
      if let commit = run.origin.commit, run.origin.isModified == false {
        verdicts = try history.verdicts(onCommit: commit)
      }
      let last = try history.run(.last, branch: branch, besides: run.id)
      let kept = RunComparison(of: run, with: last, verdicts: verdicts)
      comparison = kept
      if case .named(let name) = baseline {
        // Identities always come from the history's last run, so that a comparison with another
        // branch does not change them.
        let earlier = try history.run(baseline, branch: branch, besides: run.id)
        comparison = RunComparison(of: kept.run, with: earlier, verdicts: verdicts)
        if earlier == nil {
          problems.append(
            HistoryError(
              "there is no run of \"\(name)\" to compare with: the history has no branch of this name and no "
                + "commit that begins with it"))
        }
      }
      try history.record(kept.run)
      let runs = try history.runs(
        limit: ComparedRun.trendLength, onlyWhole: true, branch: branch)
      trend = runs.reversed() + (run.isPartial == true ? trend : [])
    } catch {
      problems.append(error)
    }
    return ComparedRun(
      comparison: comparison ?? RunComparison(of: run, with: nil), trend: trend,
      problems: problems)
  }
}
