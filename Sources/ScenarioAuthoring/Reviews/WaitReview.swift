import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A review of checks that may wait, with `eventually` or `within`.
///
/// Such a check may hold at once, before the answer that it should wait for.
package enum WaitReview {
  /// Returns a note for each check that waited in no run, although a request had no answer yet.
  ///
  /// - Parameter reports: The report of each scenario, followed by those of its trials.
  package static func diagnostics(
    for scenarios: [PlannedScenario], ranAs reports: [ScenarioReport]
  ) -> [Diagnostic] {
    let runs = reports.map { ("\($0.line) \($0.key)", $0.earlySteps) }
    let early = Dictionary(runs) { first, _ in first }
    var waits: [Location: (timing: Timing, isEarly: Bool)] = [:]
    for scenario in scenarios {
      guard let early = early["\(scenario.location.range.start.line) \(scenario.id)"],
        // There, no answer is due.
        !scenario.steps.flatMap(\.sentences).contains(where: {
          ($0.arguments.data as? any ServerData)?.neverAnswers == true
        })
      else { continue }
      for (index, step) in scenario.steps.enumerated() {
        guard let timing = step.timing, [.eventually, .within].contains(timing.kind),
          let location = step.sentences.first?.location
        else { continue }
        waits[location] = (timing, (waits[location]?.isEarly ?? true) && early.contains(index))
      }
    }
    return waits.filter { $0.value.isEarly }.map { location, wait in
      Diagnostic(
        "this already holds before the app gets an answer that is due", at: location,
        severity: .note, rule: .earlyCheck,
        hints: [
          "Omit \"\(wait.timing.text)\" if this is intended, or check what the answer changes."
        ])
    }.sortedByLocation()
  }
}

extension ScenarioReport {
  /// The indices of the steps that passed in no time while a request had no answer.
  fileprivate var earlySteps: Set<Int> {
    let steps = steps
    var (index, sent, answered, early) = (-1, Set<Int>(), Set<Int>(), Set<Int>())
    for event in events {
      switch (event.kind, event.request) {
      case (.request, let request?): sent.insert(request)
      case (.answer, let request?): answered.insert(request)
      case (.step, _):
        index += 1
        if !sent.isSubset(of: answered), index < steps.count, steps[index].outcome == .passed,
          steps[index].nanoseconds == event.nanoseconds
        {
          early.insert(index)
        }
      default: break
      }
    }
    return early
  }
}
