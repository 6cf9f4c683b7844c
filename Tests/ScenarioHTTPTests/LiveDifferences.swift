import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

extension ScenarioReport {
  /// Returns what happened or was shown in only one of two runs, line by line; empty if the runs were
  /// the same.
  ///
  /// Times don't count, because they differ in real time.
  func differences(from simulated: ScenarioReport) -> String {
    eventLines.difference(from: simulated.eventLines).map { change in
      switch change {
      case .insert(_, let line, _): "live: \(line)"
      case .remove(_, let line, _): "in the simulation: \(line)"
      }
    }.joined(separator: "\n")
  }

  private var eventLines: [String] {
    let steps = steps.flatMap { step in
      ["\(step.outcome): \(step.text)"] + step.shown.map { "\($0.name): \($0.value.value)" }
    }
    let failures = failures.map { failure in
      let differences = failure.differences.map {
        "\($0.path): \($0.expected ?? "nothing"), \($0.actual.map { "\($0.value)" } ?? "missing")"
      }
      // The rest of the message says how long the check has waited.
      let message = failure.message.prefix { $0 != "," }
      return "line \(failure.line): \(message) \(differences)"
    }
    return ["\(verdict)"] + steps + failures + notes.map(\.message)
  }
}
