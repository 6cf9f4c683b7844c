import Foundation
import ScenarioKit
import ScenarioLanguage

/// The surroundings in which the sentences of one story are planned.
final class StoryContext {
  let source: SourceFile
  let folder: StoryFolder
  let vocabulary: Vocabulary
  let language: StoryLanguage
  /// The phrases that the story defines.
  let phrases: [Text]
  let reporter: PlanningReporter
  let log = Activity.log
  private var shownKeys: [ObjectIdentifier: KnownKeys] = [:]

  init(
    _ story: Story, of source: StorySource, vocabulary: Vocabulary, reporter: PlanningReporter
  ) {
    self.source = source.file.source
    folder = source.folder
    self.vocabulary = vocabulary
    language = StoryLanguage(code: story.language) ?? .english
    phrases = story.phrases
    self.reporter = reporter
  }

  /// Returns the keys that the values of an observation can have, as far as their type tells.
  func shownKeys(of definition: StepDefinition) -> KnownKeys {
    if let keys = shownKeys[ObjectIdentifier(definition)] { return keys }
    let keys = definition.shownKeys
    shownKeys[ObjectIdentifier(definition)] = keys
    return keys
  }
}

/// Plans the scenarios of one story.
struct StoryPlanner {
  private let file: StoryFile
  private let context: StoryContext
  private var planned: [PlannedScenario] = []

  /// Returns the planned scenarios of a story; errors in them are reported.
  static func scenarios(
    of story: Story, in source: StorySource, vocabulary: Vocabulary, reporter: PlanningReporter
  ) -> [PlannedScenario] {
    let context = StoryContext(story, of: source, vocabulary: vocabulary, reporter: reporter)
    var planner = StoryPlanner(file: source.file, context: context)
    planner.plan(story)
    return planner.planned
  }

  private init(file: StoryFile, context: StoryContext) {
    self.file = file
    self.context = context
  }

  /// The properties that a scenario inherits from its story and the scenarios around it.
  private struct Inherited {
    var story: Story
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

  private mutating func plan(_ story: Story) {
    let background = steps(story.background)
    let always = steps(story.always)
    ScenarioChecks(reporter: context.reporter).checkAlways(always)
    ScenarioChecks(reporter: context.reporter).checkContradictions(in: background, after: [])
    let around = Inherited(
      story: story, titles: [story.title.string], tags: story.tags.map(\.string),
      locale: Locale(identifier: story.locale ?? "en_US"), timeZone: story.timeZone ?? .gmt,
      steps: background, always: always)
    for scenario in story.scenarios { plan(scenario, in: around) }
  }

  private mutating func plan(_ scenario: Scenario, in outer: Inherited) {
    var inner = outer
    inner.titles.append(scenario.title.string)
    inner.tags += scenario.tags.map(\.string).filter { !outer.tags.contains($0) }
    inner.skip = scenario.skip?.string ?? outer.skip
    if let example = scenario.example { inner.examples.append(example.range) }
    let own = steps(scenario.steps, row: inner.examples.last?.start.line)
    let checks = ScenarioChecks(reporter: context.reporter)
    checks.checkDuration(of: own, after: inner.steps)
    checks.checkContradictions(in: own, after: inner.steps)
    // Some steps of a file with errors may be missing.
    if inner.skip == nil, inner.always.isEmpty, file.isRunnable {
      checks.checkThatSomethingIsChecked(in: scenario, steps: own)
    }
    inner.steps += own
    planned.append(
      PlannedScenario(
        id: PlannedScenario.ID(path: file.source.path, titles: inner.titles),
        location: file.source.location(of: scenario.example?.range ?? scenario.title.range),
        range: scenario.range, storyRange: inner.story.range,
        ownLastLine: scenario.ownLastLine,
        exampleRanges: inner.examples,
        module: context.vocabulary.module, tags: inner.tags, skip: inner.skip,
        knownIssue: scenario.knownIssue?.string, knownIssuesAround: outer.knownIssues,
        hasNested: !scenario.scenarios.isEmpty,
        // A known issue of a group fails as solved, so that its author removes it.
        isGroup: !scenario.scenarios.isEmpty && scenario.steps.isEmpty
          && scenario.knownIssue == nil,
        folder: context.folder, language: context.language,
        clock: inner.story.clock, locale: inner.locale, timeZone: inner.timeZone,
        vocabulary: context.vocabulary, steps: inner.steps,
        always: inner.always))
    inner.knownIssues[scenario.title.string] = scenario.knownIssue?.string
    // For nested scenarios, these steps belong to a scenario around them.
    for index in inner.steps.indices.dropFirst(outer.steps.count) {
      inner.steps[index].owner = scenario.title.string
    }
    for nested in scenario.scenarios { plan(nested, in: inner) }
  }

  /// Returns planned steps.
  ///
  /// - Parameter row: The line of the examples' row that the steps have their values from.
  private func steps(_ steps: [Step], row: Int? = nil) -> [PlannedStep] {
    steps.map { step in
      let matcher = SentenceMatcher(story: context, row: row)
      if let timeline = step.timeline {
        var planner = TimelinePlanner(timeline, matcher: matcher)
        return planner.plan(step)
      }
      var planner = SentencePlanner(matcher: matcher)
      return planner.plan(step)
    }
  }
}
