import ScenarioKit
import ScenarioLanguage

/// A variation of a scenario's run: which of its steps begin when, and what they give to the app.
package struct RunVariation: Codable, Sendable, Hashable {
  /// A step with the story time at which it begins.
  package struct Start: Codable, Sendable, Hashable {
    /// The index of the planned step.
    package let step: Int
    /// The line of the scenario of the file that has the step; `nil` for the one that is varied.
    package let scenario: Int?
    package let nanoseconds: Int64

    package init(step: Int, of scenario: Int? = nil, nanoseconds: Int64) {
      (self.step, self.scenario, self.nanoseconds) = (step, scenario, nanoseconds)
    }
  }

  /// Other data of a sentence.
  package struct Given: Codable, Sendable, Hashable {
    package let step: Int
    /// The line of the scenario that has the step, as in ``Start``.
    package let scenario: Int?
    package let sentence: Int
    /// The notation of the data.
    package let data: String

    package init(step: Int, of scenario: Int? = nil, sentence: Int, data: String) {
      (self.step, self.scenario, self.sentence, self.data) = (step, scenario, sentence, data)
    }
  }

  /// The steps, in order; others do not run.
  let steps: [Start]
  /// The story time that passes after the last step.
  let rest: Duration
  let given: [Given]

  package init(_ steps: [Start], rest: Duration, given: [Given]) {
    (self.steps, self.rest, self.given) = (steps, rest, given)
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

  package init(path: String, titles: [String], line: Int, _ variations: [RunVariation]) {
    (self.path, self.titles, self.line, self.variations) = (path, titles, line, variations)
  }

  /// Returns the variations of the scenario among those of its file; none if it is not there.
  package func planned(among scenarios: [PlannedScenario]) -> [PlannedScenario] {
    let scenario = scenarios.first {
      $0.id.titles == titles && $0.location.range.start.line == line
    }
    guard let scenario else { return [] }
    // Many variations give the same.
    var known: [RunVariation.Given: Result<PlannedSentence, any Error>] = [:]
    let all = Dictionary(
      scenarios.map { ($0.location.range.start.line, $0) }, uniquingKeysWith: { first, _ in first })
    return variations.map { scenario.varied($0, among: all, &known) }
  }
}

extension PlannedScenario {
  /// Returns the scenario as it runs in a variation; it is skipped if its data is wrong.
  fileprivate func varied(
    _ variation: RunVariation, among scenarios: [Int: PlannedScenario],
    _ known: inout [RunVariation.Given: Result<PlannedSentence, any Error>]
  ) -> PlannedScenario {
    var varied = self
    (varied.steps, varied.isVaried) = ([], true)
    var now: Int64 = 0
    for start in variation.steps {
      if start.nanoseconds > now { varied.steps += pause(.nanoseconds(start.nanoseconds - now)) }
      now = max(now, start.nanoseconds)
      let step = (start.scenario.flatMap { scenarios[$0] } ?? self).steps[start.step]
      var sentences = step.sentences
      for given in variation.given
      where given.step == start.step && given.scenario == start.scenario {
        let sentence = sentences[given.sentence]
        let other = known[given] ?? Result { try sentence.with(given.data, in: folder) }
        known[given] = other
        switch other {
        case .success(let sentence): sentences[given.sentence] = sentence
        case .failure(let error): varied.skip = "\(error)"
        }
      }
      varied.steps.append(step.with(sentences))
    }
    varied.steps += pause(variation.rest)
    return varied
  }

  /// Returns a step that lets some time pass, whose purpose is no act.
  private func pause(_ time: Duration) -> [PlannedStep] {
    vocabulary.definitions.filter { $0.role == .pause }.suffix(1).map { definition in
      let sentence = PlannedSentence(
        text: "", location: location, definition: definition,
        arguments: .init(values: [time]), expectation: nil)
      let step = Step(keyword: "", purpose: .check, sentences: [], range: location.range)
      return PlannedStep(step, sentences: [sentence], undefined: [])
    }
  }
}

extension PlannedSentence {
  /// Returns the sentence with other data.
  fileprivate func with(_ data: String, in folder: StoryFolder) throws -> PlannedSentence {
    var arguments = arguments
    arguments.data = try (arguments.data as? any ServerData)?.with(data, in: folder)
    return PlannedSentence(
      text: text, location: location, definition: definition, arguments: arguments,
      expectation: expectation, mayContradict: mayContradict, phrases: phrases)
  }
}
