import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// A variation of a scenario's run: which of its steps begin when, and what they give to the app.
package struct RunVariation: Codable, Sendable, Hashable {
  /// A step with the story time at which it begins.
  package struct Start: Codable, Sendable, Hashable {
    /// The index of the planned step.
    package let step: Int
    package let nanoseconds: Int64

    package init(step: Int, nanoseconds: Int64) {
      (self.step, self.nanoseconds) = (step, nanoseconds)
    }
  }

  /// Other data of a sentence.
  package enum Given: Codable, Sendable, Hashable {
    /// Answers of the server in a notation, for a sentence of a step.
    case answers(step: Int, sentence: Int, String)
    /// The notation in place of a value of the file, for each sentence that has it.
    case value(SourceRange, String)
  }

  /// The steps, in order; others do not run. `nil` if the scenario runs as it is written.
  let steps: [Start]?
  /// The story time that passes after the last step.
  let rest: Duration
  let given: [Given]

  package init(_ steps: [Start]? = nil, rest: Duration = .zero, given: [Given] = []) {
    (self.steps, self.rest, self.given) = (steps, rest, given)
  }

  /// Creates the variation in which only some steps run, by their indices.
  package init(keeping steps: some Sequence<Int>) {
    self.init(steps.map { Start(step: $0, nanoseconds: 0) })
  }
}

/// Scenarios of a file with variations of their runs.
package struct VariedScenarios: Codable, Sendable {
  /// Runs scenarios, and returns the reports of each variation, one after the other; none where a
  /// file can't be run.
  ///
  /// Those of variations have the values that the app shows. The texts take the place of files.
  package typealias Runs = (
    _ scenarios: [VariedScenarios], _ texts: [String: String]
  ) throws -> [[ScenarioReport]]

  /// The path of the file in the scenarios folder.
  package let path: String
  /// The titles of the only scenario; `nil` for all of the file.
  let titles: [String]?
  /// The line of the only scenario or of its example.
  let line: Int
  /// The variations; empty if the scenarios run as they are.
  package let variations: [RunVariation]

  package init(
    path: String, titles: [String]? = nil, line: Int = 0, _ variations: [RunVariation] = []
  ) { (self.path, self.titles, self.line, self.variations) = (path, titles, line, variations) }

  /// The number of reports of a variation's only scenario; `nil` if all of the file have some.
  package var reportCount: Int? { titles.map { _ in max(1, variations.count) } }

  /// Returns for each variation its scenarios among those of the file.
  package func planned(among scenarios: [PlannedScenario]) -> [PlannedScenario] {
    var chosen = scenarios.filter {
      titles == nil || $0.id.titles == titles && $0.location.range.start.line == line
    }
    guard !variations.isEmpty else { return chosen }
    for index in chosen.indices {
      chosen[index].isVaried = true
      // What fails in a step that scenarios around the only one have is no matter of them.
      if titles != nil { chosen[index].ownAllSteps() }
    }
    var known = GivenSentences()
    return variations.flatMap { run in chosen.map { $0.varied(run, &known) } }
  }
}

/// Sentences with other data, which many variations give.
private struct GivenSentences {
  private struct Key: Hashable {
    let sentence: ObjectIdentifier
    let given: RunVariation.Given
  }

  private var known: [Key: Result<PlannedSentence, any Error>] = [:]

  /// Returns a sentence of a step with other data; `nil` if that is for another one.
  mutating func sentence(
    _ index: Int, ofStep step: Int, in scenario: PlannedScenario, _ given: RunVariation.Given
  ) throws -> PlannedSentence? {
    let sentence = scenario.steps[step].sentences[index]
    let key = Key(sentence: ObjectIdentifier(sentence), given: given)
    if let known = known[key] { return try known.get() }
    let definition: StepDefinition?
    let data: Node
    switch given {
    case .answers(step, index, let notation):
      definition = scenario.vocabulary.definitions.first {
        $0.expression == ServerAnswers.expression
      }
      data = Self.node(notation)
    case .value(let range, let notation):
      guard let own = scenario.steps[step].data(ofSentence: index), own.range.contains(range)
      else { return nil }
      var value = Self.node(notation)
      value.range = range
      (data, definition) = (own.with(value, inPlaceOf: range) ?? value, nil)
    case .answers: return nil
    }
    let other = Result {
      try sentence.with(data, of: definition ?? sentence.definition, in: scenario.folder)
    }
    known[key] = other
    return try other.get()
  }

  private static func node(_ notation: String) -> Node {
    SourceFile(path: "", text: notation).documents?.first
      ?? Node(.scalar(notation, .plain), range: SourceRange(start: .start, end: .start))
  }
}

extension PlannedScenario {
  /// Returns the scenario as it runs in a variation without other data.
  func varied(_ variation: RunVariation) -> PlannedScenario {
    var known = GivenSentences()
    return varied(variation, &known)
  }

  /// Returns the scenario as it runs in a variation; it is skipped if its data is wrong.
  fileprivate func varied(
    _ variation: RunVariation, _ known: inout GivenSentences
  ) -> PlannedScenario {
    var varied = self
    varied.steps = []
    var now: Int64 = 0
    for start in variation.steps ?? steps.indices.map({ .init(step: $0, nanoseconds: 0) }) {
      if start.nanoseconds > now { varied.steps += pause(.nanoseconds(start.nanoseconds - now)) }
      now = max(now, start.nanoseconds)
      var step = steps[start.step]
      for given in variation.given {
        for index in step.sentences.indices {
          do {
            try known.sentence(index, ofStep: start.step, in: self, given)
              .map { step.replaceSentence(at: index, with: $0) }
          } catch { varied.skip = "\(error)" }
        }
      }
      varied.steps.append(step)
    }
    if variation.rest > .zero { varied.steps += pause(variation.rest) }
    return varied
  }

  fileprivate mutating func ownAllSteps() {
    for index in steps.indices { steps[index].owner = nil }
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
  fileprivate func with(
    _ data: Node, of definition: StepDefinition, in folder: StoryFolder
  ) throws -> PlannedSentence {
    guard case .decoded(_, let decode) = definition.dataUse else { return self }
    var arguments = arguments
    arguments.data = try decode(data, folder, (arguments.values, location.range)).data
    return PlannedSentence(
      text: text, location: location, definition: definition, arguments: arguments,
      expectation: expectation, mayContradict: mayContradict, phrases: phrases)
  }
}
