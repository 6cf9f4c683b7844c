import Foundation
import ScenarioEngine

/// A run that was compared with an earlier one and kept, as far as that was possible.
public struct RememberedRun: Sendable {
  /// How many runs a trend has.
  public static let trendLength = 50

  /// The run compared with the earlier one; with none, where the history can't be read.
  public var comparison: RunComparison

  /// The last whole runs of the branch with this one, the oldest first; this one alone where the
  /// history can't be read.
  public var trend: [RunHeading]

  /// What went wrong: warnings, which change nothing about the run.
  public var problems: [HistoryProblem]

  /// Puts what is known of a run together.
  public init(
    comparison: RunComparison, trend: [RunHeading], problems: [HistoryProblem] = []
  ) {
    self.comparison = comparison
    self.trend = trend
    self.problems = problems
  }

  /// The run, with the identities of its scenarios and since when they are broken.
  public var run: RunReport { comparison.run }
}

extension RunHistory {
  /// Compares a run with an earlier one and keeps it.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - folder: The history's folder, such as `.scenarios`.
  ///   - baseline: With which run to compare.
  public static func remember(
    _ run: RunReport, in folder: URL, against baseline: Baseline = .last
  ) -> RememberedRun {
    var remembered = RememberedRun(
      comparison: RunComparison(of: run, with: nil), trend: [RunHeading(run)], problems: [])
    do throws(HistoryProblem) {
      let history = try Self(in: folder)
      if let notice = history.notice { remembered.problems.append(notice) }
      let branch = run.origin.branch
      var verdicts: [String: Set<Verdict>] = [:]
      if let commit = run.origin.commit, run.origin.isModified == false {
        verdicts = try history.verdicts(onCommit: commit)
      }
      let last = try history.run(.last, branch: branch, besides: run.id)
      let kept = RunComparison(of: run, with: last, verdicts: verdicts)
      remembered.comparison = kept
      if case .named(let name) = baseline {
        // The identities are those of the history's last run: comparing with another branch must
        // not give other ones.
        let earlier = try history.run(baseline, branch: branch, besides: run.id)
        remembered.comparison = RunComparison(of: kept.run, with: earlier, verdicts: verdicts)
        if earlier == nil {
          remembered.problems.append(
            HistoryProblem(
              "there is no run of \"\(name)\" to compare with: no branch is called so, and no "
                + "commit begins so, in the runs that were kept"))
        }
      }
      try history.record(kept.run)
      let runs = try history.runs(
        limit: RememberedRun.trendLength, onlyWhole: true, branch: branch)
      remembered.trend = runs.reversed()
      if run.isPartial == true { remembered.trend.append(RunHeading(run)) }
    } catch {
      remembered.problems.append(error)
    }
    return remembered
  }
}
