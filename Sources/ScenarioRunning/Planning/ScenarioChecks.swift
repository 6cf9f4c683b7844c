import ScenarioKit
import ScenarioLanguage

// Errors that are visible only in all steps of a scenario.
extension PlanningReporter {
  /// Reports data that contradicts data of earlier steps.
  func checkContradictions(in steps: [PlannedStep], after earlier: [PlannedStep]) {
    guard steps.contains(where: \.mayContradict) || earlier.contains(where: \.mayContradict) else {
      return
    }
    var known: [any StepData] = []
    func add(_ sentence: PlannedSentence) {
      // The stored data can change after acts and checks.
      if sentence.definition.role != .preparation { known.removeAll { $0 is any StoredData } }
      if let data = sentence.arguments.data as? any StepData { known.append(data) }
    }
    for sentence in earlier.flatMap(\.sentences) { add(sentence) }
    for sentence in steps.flatMap(\.sentences) {
      defer { add(sentence) }
      guard let data = sentence.arguments.data as? any StepData else { continue }
      if let contradiction = known.lazy.compactMap(data.contradiction).first {
        report(
          contradiction.text, at: sentence.location.range, hints: contradiction.advice)
      }
    }
  }

  /// Reports the step at which a scenario's story time exceeds what its clocks can count.
  func checkDuration(of steps: [PlannedStep], after earlier: [PlannedStep]) {
    var total = earlier.reduce(.zero) { $0 + $1.longestDuration }
    guard total <= DurationText.longest else { return }
    for step in steps {
      total += step.longestDuration
      guard total > DurationText.longest, let location = step.sentences.first?.location else {
        continue
      }
      report(
        "with this step the scenario lasts \(DurationText.format(total)), which is too long",
        at: location.range,
        hints: [
          "A story can take \(DurationText.format(DurationText.longest)) at most, "
            + "including the steps of the scenarios around it."
        ])
      return
    }
  }

  /// Warns about a scenario that acts but checks nothing.
  ///
  /// Scenarios with nested scenarios are exempt, because they may only prepare those. So are
  /// scenarios with an invalid sentence, which may be a check.
  func checkThatSomethingIsChecked(in scenario: Scenario, steps: [PlannedStep]) {
    guard scenario.scenarios.isEmpty, !scenario.steps.isEmpty, !steps.contains(where: \.checks),
      zip(scenario.steps, steps).allSatisfy({ $0.sentences.count == $1.sentences.count })
    else { return }
    report(
      "this scenario checks nothing", at: scenario.title.range, severity: .warning,
      rule: .checksNothing, hints: ["Below \"then\", add a check of what the app shows."])
  }

  /// Warns about failures of a known issue that are steps, but none of the scenario's.
  ///
  /// Other failures are messages, which can be any text.
  func checkFailures(of issue: KnownIssue, in steps: [PlannedStep], among all: KnownSentences) {
    // The rows of a timeline are sentences of their own.
    guard steps.allSatisfy({ $0.timeline == nil }) else { return }
    let texts = steps.flatMap(\.sentences).map { $0.text.lowercased() }
    for failure in issue.failures where !texts.contains(failure.string.lowercased()) {
      guard (try? all.matches(of: failure.string))?.isEmpty == false else { continue }
      report(
        "the scenario has no step \"\(failure.string)\"", at: failure.range, severity: .warning,
        hints: ["Write the step that fails, or the failure's message."])
    }
  }

  /// Reports pauses in `always`, which can only check.
  func checkAlways(_ steps: [PlannedStep]) {
    for sentence in steps.flatMap(\.sentences) where sentence.pause != nil {
      report(
        "\"\(sentence.text)\" lets time pass, but \"always\" only checks",
        at: sentence.location.range, rule: .misplacedStep,
        hints: ["Write it as a step of a scenario."])
    }
  }
}

extension PlannedStep {
  /// The longest story time that can pass in the step.
  fileprivate var longestDuration: Duration {
    sentences.reduce(timing?.duration ?? .zero) { $0 + ($1.pause ?? .zero) }
  }
}
