import Foundation
import ScenarioReports

/// The verdicts of scenarios in the last recorded run.
struct RecordedVerdicts {
  /// The folder of stories, as the user wrote it.
  let folder: String

  /// Returns the verdict of a scenario in the last recorded run that has it, and when that was.
  func verdict(_ path: String, _ titles: [String]) -> (verdict: String, moment: String)? {
    let place = HistoryFolder.url(ofStoriesIn: folder)
    // A history that can't be read is reported by the commands that use it.
    guard RunHistory.exists(in: place), let history = try? RunHistory(in: place),
      let scenario = (try? history.scenarios(named: titles.joined(separator: " › ")))?
        .first(where: { $0.path == path }),
      let entry = (try? history.results(of: scenario.identity, limit: 1))?.first
    else { return nil }
    return (entry.scenario.verdictWithReason, MomentText().text(of: entry.run))
  }
}
