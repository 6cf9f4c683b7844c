import DisplayText
import ScenarioKit
import ScenarioLanguage

/// A variation of a scenario's run: which of its steps begin when, and what the server answers.
package struct RunVariation: Codable, Sendable, Hashable {
  /// A step with the story time at which it begins.
  package struct Start: Codable, Sendable, Hashable {
    /// The index of the planned step.
    let step: Int
    let nanoseconds: Int64

    package init(step: Int, nanoseconds: Int64) {
      (self.step, self.nanoseconds) = (step, nanoseconds)
    }
  }

  /// The steps, in order; others do not run.
  let steps: [Start]
  /// The story time that passes after the last step.
  let rest: Duration
  let answers: [AnswerVariation.Change]

  package init(_ steps: [Start], rest: Duration, answers: [AnswerVariation.Change]) {
    (self.steps, self.rest, self.answers) = (steps, rest, answers)
  }
}

/// A scenario of a file with variations of its run.
package struct VariedScenario: Codable, Sendable {
  /// The path of the file in the scenarios folder.
  package let path: String
  let titles: [String]
  /// The line of the scenario or of its example.
  let line: Int
  package let variations: [RunVariation]

  package init(
    path: String, titles: [String], line: Int, _ variations: [RunVariation]
  ) {
    (self.path, self.titles, self.line, self.variations) = (path, titles, line, variations)
  }

  /// Returns the variations of the scenario among those of its file; none if it is not there.
  package func planned(among scenarios: [PlannedScenario]) -> [PlannedScenario] {
    let scenario = scenarios.first {
      $0.id.titles == titles && $0.location.range.start.line == line
    }
    return scenario.map { variations.map($0.varied) } ?? []
  }
}

extension PlannedScenario {
  /// Returns the scenario as it runs in a variation.
  fileprivate func varied(_ variation: RunVariation) -> PlannedScenario {
    var varied = self
    varied.steps = []
    varied.variation = variation
    var now: Int64 = 0
    for start in variation.steps {
      if start.nanoseconds > now { varied.steps += pause(start.nanoseconds - now) }
      now = max(now, start.nanoseconds)
      var step = steps[start.step]
      step.owner = nil
      varied.steps.append(step)
    }
    varied.steps += pause(variation.rest.wholeNanoseconds)
    return varied
  }

  /// Returns a step that lets some time pass, whose purpose is no act.
  private func pause(_ nanoseconds: Int64) -> [PlannedStep] {
    guard let definition = vocabulary.definitions.last(where: { $0.role == .pause }) else {
      return []
    }
    let time = Duration.nanoseconds(nanoseconds)
    let text = "\(DurationText.format(time)) pass"
    return [
      PlannedStep(
        Step(
          keyword: "", purpose: .check, sentences: [Sentence(text, range: location.range)],
          range: location.range),
        sentences: [
          PlannedSentence(
            text: text, location: location, definition: definition,
            arguments: .init(values: [time]), expectation: nil)
        ], undefined: [])
    ]
  }
}
