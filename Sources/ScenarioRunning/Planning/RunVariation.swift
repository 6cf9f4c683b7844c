import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// A variation of a scenario's run: which of its steps begin when, and what they give to the app.
package struct RunVariation: Codable, Sendable, Hashable {
  /// A step of a scenario of the file.
  package struct Planned: Codable, Sendable, Hashable {
    /// The index of the planned step.
    let index: Int
    /// The line of the scenario that has it; `nil` for the one that is varied.
    let scenario: Int?

    package init(_ index: Int, of scenario: Int? = nil) {
      (self.index, self.scenario) = (index, scenario)
    }
  }

  /// Other data of a sentence.
  package enum Given: Codable, Sendable, Hashable {
    /// Answers of the server in a notation, for the sentence of a step.
    case answers(Planned, String)
    /// The notation in place of a value of the file, for each sentence that has it.
    case value(SourceRange, String)
  }

  /// The steps that run, in order; `nil` if all of them run.
  let steps: [Planned]?
  /// The story times at which these steps begin, in nanoseconds; empty if one follows the other.
  let starts: [Int64]
  /// The story time that passes after the last step.
  let rest: Duration
  let given: [Given]

  package init(
    _ steps: [Planned]? = nil, at starts: [Int64] = [], rest: Duration = .zero, given: [Given] = []
  ) { (self.steps, self.starts, self.rest, self.given) = (steps, starts, rest, given) }
}

/// Scenarios of a file with variations of their runs.
package struct VariedScenarios: Codable, Sendable, Hashable {
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
  ///
  /// - Parameter known: The sentences that other variations of the file give.
  package func planned(
    among scenarios: [PlannedScenario], _ known: GivenSentences = GivenSentences()
  ) -> [PlannedScenario] {
    let chosen = scenarios.filter {
      titles == nil || $0.id.titles == titles && $0.location.range.start.line == line
    }
    guard !variations.isEmpty else { return chosen }
    let varied = chosen.changed {
      $0.isVaried = true
      // A failure in a step of an enclosing scenario belongs to the only one that runs.
      if titles != nil { $0.steps = $0.steps.changed { $0.owner = nil } }
    }
    return variations.flatMap { run in varied.map { $0.varied(run, among: scenarios, known) } }
  }
}

/// Sentences with other data, which many variations give.
package final class GivenSentences {
  private var known: [RunVariation.Given: [ObjectIdentifier: PlannedSentence]] = [:]

  package init() {}

  /// Returns a sentence of a step with other data; `nil` if that is for another one.
  func sentence(
    _ index: Int, of step: PlannedStep, _ planned: RunVariation.Planned,
    in scenario: PlannedScenario, _ given: RunVariation.Given
  ) throws -> PlannedSentence? {
    if case .answers(let own, _) = given, own != planned { return nil }
    let sentence = step.sentences[index]
    if let known = known[given]?[ObjectIdentifier(sentence)] { return known }
    var (definition, arguments) = (sentence.definition, sentence.arguments)
    let data: Node
    switch given {
    case .answers(_, let notation):
      let definitions = scenario.vocabulary.definitions
      definition = definitions.first { $0.expression == ServerAnswers.expression } ?? definition
      data = Self.node(notation)
    case .value(let range, let notation):
      guard let own = step.data(ofSentence: index),
        own.withParts.contains(where: { $0.range == range })
      else { return nil }
      var value = Self.node(notation)
      value.range = range
      data = own.with(value, inPlaceOf: range)
    }
    guard case .decoded(_, let decode) = definition.dataUse else { return nil }
    arguments.data = try decode(
      data, scenario.folder, (arguments.values, sentence.location.range)
    ).data
    let other = PlannedSentence(
      text: sentence.text, location: sentence.location, definition: definition,
      arguments: arguments, expectation: sentence.expectation, openKeys: sentence.openKeys,
      mayContradict: sentence.mayContradict, phrases: sentence.phrases)
    known[given, default: [:]][ObjectIdentifier(sentence)] = other
    return other
  }

  private static func node(_ notation: String) -> Node {
    SourceFile(path: "", text: notation).documents?.first ?? .nothing
  }
}

extension PlannedScenario {
  /// Returns the scenario as it runs in a variation; it is skipped if its data is wrong.
  ///
  /// - Parameter scenarios: The scenarios of the file, from which steps may come.
  func varied(
    _ variation: RunVariation, among scenarios: [PlannedScenario] = [],
    _ known: GivenSentences = GivenSentences()
  ) -> PlannedScenario {
    var varied = self
    varied.steps = []
    var now: Int64 = 0
    let own = location.range.start.line
    for (position, planned) in (variation.steps ?? steps.indices.map { .init($0) }).enumerated() {
      if variation.starts.indices.contains(position), variation.starts[position] > now {
        varied.steps += pause(.nanoseconds(variation.starts[position] - now))
        now = variation.starts[position]
      }
      // Nearly all steps are its own, so that others are rarely searched.
      let line = planned.scenario ?? own
      let other = line == own ? nil : scenarios.first { $0.location.range.start.line == line }
      var step = (other ?? self).steps[planned.index]
      // The scenarios around another one are not those around this one.
      if other != nil { step.owner = nil }
      for given in variation.given {
        for index in step.sentences.indices {
          do {
            try known.sentence(index, of: step, planned, in: self, given)
              .map { step.replaceSentence(at: index, with: $0) }
          } catch { varied.skip = "\(error)" }
        }
      }
      varied.steps.append(step)
    }
    if variation.rest > .zero { varied.steps += pause(variation.rest) }
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
