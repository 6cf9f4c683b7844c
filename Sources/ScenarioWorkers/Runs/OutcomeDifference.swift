import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// The difference between the run of a scenario that counts and its other runs.
package enum OutcomeDifference {
  /// Alone it passes; beside others it fails, after `predecessor` or, if that is `nil`, several.
  case order(predecessor: Int?)
  /// In real time, earlier runs failed.
  case time(failedRuns: Int)

  /// Returns the note on a scenario with the difference.
  package func note(on scenario: PlannedScenario, other: (Int) -> PlannedScenario) -> Note {
    switch self {
    case .order(let predecessor):
      let others = predecessor.map { "\"\(other($0).name)\"" } ?? "others"
      return Note(
        "it passes alone but fails after \(others) in the same process: the app keeps state "
          + "between scenarios", at: scenario.location)
    case .time(let failedRuns):
      return Note(
        "in real time, \(failedRuns) of its runs failed before this one: the machine was too busy, "
          + "or the result differs from run to run", at: scenario.location)
    }
  }
}
