import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage

/// The surroundings in which the sentences of one story are planned.
final class StoryContext: MatchingContext {
  let folder: StoryFolder
  let vocabulary: Vocabulary
  /// Those of the vocabulary, which looks them up each time.
  private let definitions: [StepDefinition]
  let log = Activity.log
  private let shownKeys = Cache<ObjectIdentifier, KnownKeys>()

  init(_ story: Story, of source: StorySource, vocabulary: Vocabulary, reporter: PlanningReporter) {
    folder = source.folder
    self.vocabulary = vocabulary
    definitions = vocabulary.definitions
    super.init(story, sentences: vocabulary.sentences, reporter: reporter)
  }

  /// Returns the phrases that a sentence comes from, outermost first.
  func phrases(of sentence: Sentence) -> [(text: String, location: Location)] {
    sentence.phrases.map { ($0.string, source.location(of: $0.range)) }
  }

  /// Returns the step definition of a sentence.
  func definition(of match: KnownSentences.Match) -> StepDefinition { definitions[match.step] }

  /// Returns the keys that the values of an observation can have, as far as their type determines
  /// them.
  func shownKeys(of definition: StepDefinition) -> KnownKeys {
    shownKeys.value(of: ObjectIdentifier(definition)) { definition.shownKeys }
  }
}

/// Plans the scenarios of one story.
struct StoryPlanner {
  let file: StoryFile
  let context: StoryContext

  /// The planned scenarios so far.
  private(set) var scenarios: [PlannedScenario] = []

  /// The properties that a scenario inherits from its story and the scenarios around it.
  private struct Inherited {
    var story: Story
    var titles: [String]
    var indices: [Int]
    var tags: [String]
    var locale: Locale
    var timeZone: TimeZone
    var steps: [PlannedStep]
    var always: [PlannedStep]
    var sharedData = SharedData()
    var skip: String?
    var knownIssues: [Int: KnownIssue] = [:]
    var examples: [SourceRange] = []
  }

  /// Plans the scenarios of the story; errors in them are reported.
  mutating func plan(_ story: Story) {
    let background = steps(story.background)
    let always = steps(story.always)
    context.reporter.checkAlways(always)
    context.reporter.checkContradictions(in: background, after: [])
    let around = Inherited(
      story: story, titles: [story.title.string], indices: [story.range.start.offset],
      tags: story.tags.map(\.string), locale: Locale(identifier: story.locale ?? "en_US"),
      timeZone: story.timeZone ?? .gmt, steps: background, always: always)
    var count = 0
    for scenario in story.scenarios { count += plan(scenario, in: around) }
    around.sharedData.add(background.located(in: { _ in true }), scenarios: count)
  }

  /// - Returns: The number of scenarios that run.
  private mutating func plan(_ scenario: Scenario, in outer: Inherited) -> Int {
    var inner = outer
    let level = inner.titles.count
    inner.titles.append(scenario.title.string)
    inner.indices.append(scenarios.count)
    inner.tags += scenario.tags.map(\.string).filter { !outer.tags.contains($0) }
    inner.skip = scenario.skip?.string ?? outer.skip
    if let example = scenario.example { inner.examples.append(example.range) }
    let own = steps(
      scenario.steps, row: inner.examples.last?.start.line, mayFail: scenario.knownIssue != nil)
    let reporter = context.reporter
    reporter.checkDuration(of: own, after: inner.steps)
    reporter.checkContradictions(in: own, after: inner.steps)
    // Some steps of a file with errors may be missing.
    if inner.skip == nil, inner.always.isEmpty, file.isRunnable {
      reporter.checkThatSomethingIsChecked(in: scenario, steps: own)
    }
    inner.steps += own
    // With examples, each may fail in another step.
    if let issue = scenario.knownIssue, inner.examples.isEmpty, file.isRunnable {
      reporter.checkFailures(
        of: issue, in: inner.steps + inner.always, among: context.sentences)
    }
    // A known issue of a group fails as solved, so that its author removes it.
    let isGroup =
      !scenario.scenarios.isEmpty && scenario.steps.isEmpty && scenario.knownIssue == nil
    scenarios.append(
      PlannedScenario(
        id: PlannedScenario.ID(path: file.source.path, titles: inner.titles),
        place: PlannedScenario.Place(path: file.source.path, indices: inner.indices),
        location: file.source.location(of: scenario.example?.range ?? scenario.title.range),
        range: scenario.range, storyRange: inner.story.range, ownLastLine: scenario.ownLastLine,
        exampleRanges: inner.examples, module: context.vocabulary.module, tags: inner.tags,
        skip: inner.skip, knownIssue: scenario.knownIssue, knownIssuesAround: outer.knownIssues,
        hasNested: !scenario.scenarios.isEmpty, isGroup: isGroup, sharedData: inner.sharedData,
        folder: context.folder, language: context.language, clock: inner.story.clock,
        locale: inner.locale, timeZone: inner.timeZone, vocabulary: context.vocabulary,
        steps: inner.steps, always: inner.always))
    inner.knownIssues[level] = scenario.knownIssue
    // For nested scenarios, these steps belong to a scenario around them.
    for index in inner.steps.indices.dropFirst(outer.steps.count) {
      inner.steps[index].owner = level
    }
    var count = isGroup || inner.skip != nil ? 0 : 1
    for nested in scenario.scenarios { count += plan(nested, in: inner) }
    let hasNested = !scenario.scenarios.isEmpty
    inner.sharedData.add(own.located(in: { hasNested || !$0.phrases.isEmpty }), scenarios: count)
    return count
  }

  /// Returns planned steps.
  ///
  /// - Parameters:
  ///   - row: The line of the examples' row that the steps have their values from.
  ///   - mayFail: Whether a known issue lets checks fail.
  private func steps(_ steps: [Step], row: Int? = nil, mayFail: Bool = false) -> [PlannedStep] {
    steps.map { step in
      let matcher = SentenceMatcher(context: context, row: row)
      if let timeline = step.timeline {
        var planner = TimelinePlanner(timeline: timeline, story: context, matcher: matcher)
        return planner.plan(step)
      }
      var planner = SentencePlanner(story: context, matcher: matcher, mayFail: mayFail)
      return planner.plan(step)
    }
  }
}

extension [PlannedStep] {
  /// Returns the ranges of the data of preparing sentences that has its range, each once.
  fileprivate func located(in isWanted: (PlannedSentence) -> Bool) -> [SourceRange] {
    // This runs several times for each story, so it makes no intermediate lists.
    var found: [SourceRange] = []
    for step in self {
      for sentence in step.sentences
      where sentence.definition.role == .preparation && isWanted(sentence) {
        guard let range = (sentence.arguments.data as? any LocatedData)?.range else { continue }
        if !found.contains(range) { found.append(range) }
      }
    }
    return found
  }
}
