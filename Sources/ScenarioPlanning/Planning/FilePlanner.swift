import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage
import StepExpressions

/// Plans one file: finds the step definitions of its sentences, or reports errors in them.
struct FilePlanner {
  let file: StoryFile
  let folder: StoryFolder
  private let log = Activity.log
  private let vocabularies: [Vocabulary]
  private(set) var diagnostics: [Diagnostic]
  /// The ranges reported so far, because a sentence repeated by examples or phrases is reported
  /// once.
  private var reported: Set<SourceRange> = []
  private var planned: [PlannedScenario] = []
  /// The keys that observed values can have, by their step definitions.
  private var shownKeys: [ObjectIdentifier: KnownKeys] = [:]
  /// The sentences that no step definition matches.
  private var undefined = UndefinedSentences()
  /// Those of the step being planned.
  private var undefinedInStep: [UndefinedSentences.Use] = []
  /// The line of the examples' row that the planned steps have their values from.
  private var row: Int?
  /// Whether data of the file can contradict other data.
  private(set) var mayContradict = false
  /// The phrases of the story being planned.
  private(set) var phrases: [Text] = []
  /// The language of the story being planned.
  private(set) var language = StoryLanguage.english

  init(source: StorySource, vocabularies: [Vocabulary]) {
    file = source.file
    folder = source.folder
    self.vocabularies = vocabularies
    diagnostics = source.file.diagnostics
  }

  mutating func plan() -> [PlannedScenario] {
    for story in file.stories {
      guard let vocabulary = vocabulary(for: story) else { continue }
      phrases = story.phrases
      row = nil
      language = StoryLanguage(code: story.language) ?? .english
      let background = steps(story.background, of: vocabulary, owner: nil)
      let always = steps(story.always, of: vocabulary, owner: nil)
      reportPauses(in: always)
      reportContradictions(in: background, after: [])
      let around = Inherited(
        story: story, vocabulary: vocabulary, titles: [story.title.string],
        tags: story.tags.map(\.string),
        locale: Locale(identifier: story.locale ?? "en_US"), timeZone: story.timeZone ?? .gmt,
        steps: background, always: always, skip: nil)
      for scenario in story.scenarios { plan(scenario, in: around) }
    }
    diagnostics.sort { $0.start < $1.start }
    guard !undefined.diagnostics.isEmpty else { return planned }
    return planned.map { scenario in
      var scenario = scenario
      scenario.undefined = undefined.steps(of: scenario)
      return scenario
    }
  }

  /// The errors about sentences that no step definition matches, in the order of the file.
  var undefinedSteps: [Diagnostic] { undefined.diagnostics.sorted { $0.start < $1.start } }

  /// Adds a sentence that no step definition matches to the step being planned.
  mutating func addUndefined(_ text: String, _ diagnostic: Diagnostic) {
    undefinedInStep.append(undefined.add(text, diagnostic, row: row))
  }

  /// The properties that a scenario inherits from its story and the scenarios around it.
  private struct Inherited {
    var story: Story
    var vocabulary: Vocabulary
    var titles: [String]
    var tags: [String]
    var locale: Locale
    var timeZone: TimeZone
    var steps: [PlannedStep]
    var always: [PlannedStep]
    var skip: String?
    var knownIssues: [String: String] = [:]
    var examples: [SourceRange] = []
  }

  private mutating func plan(_ scenario: Scenario, in outer: Inherited) {
    var inner = outer
    inner.titles.append(scenario.title.string)
    inner.tags += scenario.tags.map(\.string).filter { !outer.tags.contains($0) }
    inner.skip = scenario.skip?.string ?? outer.skip
    if let example = scenario.example { inner.examples.append(example.range) }
    row = inner.examples.last?.start.line
    let own = steps(scenario.steps, of: outer.vocabulary, owner: nil)
    checkDuration(of: own, after: inner.steps)
    reportContradictions(in: own, after: inner.steps)
    if inner.skip == nil, inner.always.isEmpty { reportUnchecked(scenario, steps: own) }
    inner.steps += own
    planned.append(
      PlannedScenario(
        id: PlannedScenario.ID(path: file.source.path, titles: inner.titles),
        location: file.source.location(of: scenario.example?.range ?? scenario.title.range),
        range: scenario.range, storyRange: inner.story.range,
        ownLastLine: scenario.ownLastLine,
        exampleRanges: inner.examples,
        module: inner.vocabulary.module, tags: inner.tags, skip: inner.skip,
        knownIssue: scenario.knownIssue?.string, knownIssuesAround: outer.knownIssues,
        hasNested: !scenario.scenarios.isEmpty,
        // A known issue of a group fails as solved, so that its author removes it.
        isGroup: !scenario.scenarios.isEmpty && scenario.steps.isEmpty
          && scenario.knownIssue == nil,
        folder: folder, language: language,
        clock: inner.story.clock, locale: inner.locale, timeZone: inner.timeZone,
        vocabulary: inner.vocabulary, steps: inner.steps,
        always: inner.always))
    inner.knownIssues[scenario.title.string] = scenario.knownIssue?.string
    // For nested scenarios, these steps belong to a scenario around them.
    for index in inner.steps.indices.dropFirst(outer.steps.count) {
      inner.steps[index].owner = scenario.title.string
    }
    for nested in scenario.scenarios { plan(nested, in: inner) }
  }

  private mutating func vocabulary(for story: Story) -> Vocabulary? {
    let name = story.module.string
    if let vocabulary = vocabularies.first(where: { $0.module == name }) { return vocabulary.read }
    // A missing module has already been reported.
    guard !name.isEmpty else { return nil }
    let known = vocabularies.map(\.module)
    let nearest = NearestText.suggestions(for: name, among: known, limit: 1)
    report(
      "there is no module \"\(name)\"", at: story.module.range, rule: .unknownModule,
      hints: nearest.isEmpty
        ? ["Known modules: \(known.joined(separator: ", "))"]
        : nearest.map { didYouMean($0) })
    return nil
  }

  private mutating func steps(
    _ steps: [Step], of vocabulary: Vocabulary, owner: String?
  ) -> [PlannedStep] {
    steps.map { step in
      undefinedInStep = []
      if let timeline = step.timeline {
        let planned = plan(timeline, vocabulary: vocabulary)
        return PlannedStep(
          step, owner: owner, sentences: planned.sentences, undefined: undefinedInStep,
          timeline: planned)
      }
      let sentences = step.sentences.compactMap { plan($0, of: step, vocabulary: vocabulary) }
      return PlannedStep(step, owner: owner, sentences: sentences, undefined: undefinedInStep)
    }
  }

  // MARK: - Sentences

  private mutating func plan(
    _ sentence: Sentence, of step: Step, vocabulary: Vocabulary
  ) -> PlannedSentence? {
    log?.plans(line: sentence.range.start.line, of: file.source.path)
    reportPhrases(that: sentence, vocabulary: vocabulary)
    guard
      let (definition, match) = match(
        of: sentence, purpose: step.purpose, vocabulary: vocabulary)
    else { return nil }
    guard checkPurpose(of: definition, sentence: sentence, step: step),
      checkForSteps(in: sentence, vocabulary: vocabulary)
    else { return nil }
    var arguments = StepDefinition.Arguments(values: match.arguments.map(\.value), data: nil)
    var expectation: ExpectedValue?
    do {
      switch definition.dataUse {
      case .none:
        if let data = sentence.data, !data.isNull {
          throw DataError(
            "\"\(definition.expression)\" takes no data", at: data.range,
            hints: ["Remove the colon and the data after it."])
        }
      case .expected:
        guard let data = sentence.data else {
          throw DataError(
            "\"\(definition.expression)\" needs an expected value", at: sentence.range,
            hints: ["Write it after a colon: \(sentence.text): …"])
        }
        let expected = try ExpectedValue(data)
        let isNegated = step.timing?.kind == .never
        if isNegated || expected.rule.mayHoldByAbsence {
          reportImpossibleKeys(of: expected, for: definition, isNegated: isNegated)
          warnOfContinuedTexts(in: data, isNegated: isNegated)
        }
        warnOfEmptyMappings(in: data)
        expectation = expected
        if definition.takesExpectation { arguments.data = [expected] }
      case .decoded(let isRequired, let decode):
        if isRequired, sentence.data == nil {
          throw DataError(
            "\"\(definition.expression)\" needs data", at: sentence.range,
            hints: ["Write it after a colon: \(sentence.text): …"])
        }
        let decoded = try decode(
          sentence.data, folder,
          DataSentence(values: arguments.values, range: sentence.range))
        arguments.data = decoded.data
        if decoded.mayContradict { mayContradict = true }
      }
    } catch let diagnostic as DataError {
      report(
        diagnostic.message, at: diagnostic.range, rule: diagnostic.rule, hints: diagnostic.hints)
      return nil
    } catch {
      report("\(error)", at: sentence.data?.range ?? sentence.range)
      return nil
    }
    return PlannedSentence(
      text: sentence.text, location: file.source.location(of: sentence.range),
      definition: definition,
      arguments: arguments, expectation: expectation,
      phrases: sentence.phrases.map { ($0.string, file.source.location(of: $0.range)) })
  }

  /// Returns the keys that the values of an observation can have, as far as their type tells.
  mutating func shownKeys(of definition: StepDefinition) -> KnownKeys {
    if let keys = shownKeys[ObjectIdentifier(definition)] { return keys }
    let keys = definition.shownKeys
    shownKeys[ObjectIdentifier(definition)] = keys
    return keys
  }

  /// Returns the only step definition that matches a sentence; otherwise reports an error and
  /// returns `nil`.
  mutating func match(
    of sentence: Sentence, purpose: Step.Purpose, vocabulary: Vocabulary
  ) -> (StepDefinition, StepMatch)? {
    let matches: [SentenceCache.Match]
    do {
      matches = try vocabulary.matches(of: sentence.text)
    } catch let problem as StepArgument.Problem {
      let cause = problem.cause as? DurationText.Problem
      report(
        cause?.message ?? "\(problem)", at: sentence.range, hints: cause?.hints ?? [])
      return nil
    } catch {
      report("\(error)", at: sentence.range)
      return nil
    }
    if matches.count > 1 {
      report(
        "\(matches.count) steps match \"\(sentence.text)\"", at: sentence.range,
        rule: .ambiguousStep,
        hints: matches.map { "Could be: \(words(for: vocabulary.entries[$0.position]))" })
      return nil
    }
    guard let match = matches.first else {
      reportUnknown(sentence, purpose: purpose, vocabulary: vocabulary)
      return nil
    }
    return (vocabulary.entries[match.position].definition, match.match)
  }

  /// Reports phrases that are also steps of the module, because their meaning is ambiguous.
  private mutating func reportPhrases(that sentence: Sentence, vocabulary: Vocabulary) {
    for phrase in sentence.phrases where !reported.contains(phrase.range) {
      let steps = matches(of: phrase.string, vocabulary: vocabulary)
      guard let step = steps.first else { continue }
      report(
        "\"\(phrase.string)\" is both a phrase of this story and a step of its module",
        at: phrase.range, rule: .ambiguousStep,
        hints: [
          "The step is: \(step.definition.expression)   (\(step.definition.origin))",
          "Change the words of the phrase.",
        ])
    }
  }

  /// Reports pauses in `always`, which can only check.
  private mutating func reportPauses(in always: [PlannedStep]) {
    for sentence in always.flatMap(\.sentences) where sentence.pause != nil {
      report(
        "\"\(sentence.text)\" lets time pass, but \"always\" only checks",
        at: sentence.location.range, rule: .misplacedStep,
        hints: ["Write it as a step of a scenario."])
    }
  }

  func words(for entry: Vocabulary.Entry) -> String {
    "\(entry.expression.source)   (\(entry.definition.origin))"
  }

  /// Reports a check under `when` and an act under `then`, and returns whether there was no error.
  mutating func checkPurpose(
    of definition: StepDefinition, sentence: Sentence, step: Step
  ) -> Bool {
    let role = definition.role
    if role == .pause, step.timing == nil {
      guard step.isAtOnce else { return true }
      report(
        "\"\(sentence.text)\" lets time pass, but the acts of \"\(step.keyword)\" happen at one moment",
        at: sentence.range, rule: .misplacedStep, hints: ["Write it as a separate step."])
      return false
    }
    if step.purpose == .check {
      if role.isCheck { return true }
      let (found, hint) =
        switch role {
        case .preparation: ("prepares", "Move it under \"given\".")
        case .pause: ("lets time pass", "Write it as a separate step.")
        default: ("acts", "Move it under \"when\"; \"steps:\" can mix them.")
        }
      let word = step.timing?.text ?? step.keyword
      report(
        "\"\(sentence.text)\" \(found), but it is under \"\(word)\", where checks belong",
        at: sentence.range, rule: .misplacedStep, hints: [hint])
      return false
    }
    guard role.isCheck else { return true }
    report(
      "\"\(sentence.text)\" checks, but it is under \"\(step.keyword)\"", at: sentence.range,
      rule: .misplacedStep, hints: ["Move it under \"then\"."])
    return false
  }

  /// Removes the diagnostics of a key without a value, which has another meaning.
  mutating func dropDiagnostics(at range: SourceRange) {
    diagnostics.removeAll { $0.rule == .keyWithoutValue && $0.location?.range == range }
  }

  mutating func report(
    _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error,
    rule: Diagnostic.Rule = .wrongData, hints: [String] = [],
    proposal: Diagnostic.Proposal? = nil
  ) {
    guard reported.insert(range).inserted else { return }
    diagnostics.append(
      Diagnostic(
        message, at: file.source.location(of: range), severity: severity, rule: rule,
        hints: hints, proposal: proposal))
  }
}
