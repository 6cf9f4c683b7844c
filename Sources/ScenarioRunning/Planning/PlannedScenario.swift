import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Synchronization

/// A scenario that is ready to run, or that has undefined steps.
package struct PlannedScenario: Sendable, Identifiable {
  /// The identity of a scenario among all files, which stays the same when other parts of the files
  /// change.
  package struct ID: Sendable, Hashable, CustomStringConvertible, Encodable {
    /// The displayed path of the file.
    package var path: String

    /// The titles of the story, of the scenarios around this one, and of the scenario itself.
    package var titles: [String]

    package init(path: String, titles: [String]) { (self.path, self.titles) = (path, titles) }

    /// The path and the titles.
    package var description: String { "\(path) › \(titles.joined(separator: " › "))" }
  }

  /// The place of a scenario in its file, which no other scenario has, also if it has its titles.
  package struct Place: Sendable, Hashable {
    /// The displayed path of the file.
    let path: String

    /// The offset of the story, the indices in it of the scenarios around this one, and its own.
    let indices: [Int]

    /// Returns whether the scenario here is another one or is around it.
    package func contains(_ other: Place) -> Bool {
      path == other.path && other.indices.starts(with: indices)
    }

    /// Returns the place of the scenario around this one at an index of its titles.
    package func around(at level: Int) -> Place {
      Place(path: path, indices: Array(indices.prefix(level + 1)))
    }
  }

  /// The scenario's identity.
  package let id: ID

  /// The scenario's place.
  package let place: Place

  /// The full name: `story › scenario › nested`.
  package var name: String { id.titles.joined(separator: " › ") }

  /// The location of the title, or of the example that the scenario was generated from.
  package let location: Location

  /// The scenario's range in the file, including nested scenarios.
  package let range: SourceRange

  /// The range of the scenario's story in the file.
  package let storyRange: SourceRange

  /// The last line of the scenario's own part of the file, before the first nested scenario.
  package let ownLastLine: Int

  /// The ranges of the examples that fill the placeholders, those of outer scenarios first.
  package let exampleRanges: [SourceRange]

  /// The name of the module.
  package let module: String

  /// The tags of the scenario, of its story and of the scenarios around it.
  package let tags: [String]

  /// The reason for skipping the scenario; `nil` if it runs.
  package var skip: String?

  /// The known issue that makes the scenario fail; `nil` if there is none.
  package let knownIssue: KnownIssue?

  /// The known issues of the scenarios around this one, by the indices of their titles; a scenario
  /// with a known issue is expected to block this one.
  package let knownIssuesAround: [Int: KnownIssue]

  /// The steps that no step definition matches; if there are any, the scenario can't run.
  package var undefined: [(owner: Int?, failure: Failure)] = []

  /// Whether a step of the scenario, or of the scenarios around it, has no step definition.
  package var isUndefined: Bool { !undefined.isEmpty }

  /// Whether the scenario contains nested scenarios.
  package let hasNested: Bool

  /// Whether the scenario has no steps of its own and only groups nested scenarios.
  ///
  /// A group does not run, because it would pass without having checked anything.
  package let isGroup: Bool

  /// The data that the scenarios of the story share, by its range: how many scenarios have it.
  package let sharedData: SharedData

  /// The folder in which the story looks up files.
  package let folder: StoryFolder

  /// The language of the story.
  package let language: StoryLanguage

  package let clock: Date?
  package let locale: Locale
  package let timeZone: TimeZone
  package let vocabulary: Vocabulary
  package var steps: [PlannedStep]
  /// Whether the scenario is one of many variations, whose texts are never shown.
  package var isVaried = false
  /// The note for the report of a trial.
  var note: Note?
  /// The checks that must hold at every moment.
  package let always: [PlannedStep]

  /// The person who acts most often in the scenario, such as `reader` for `the reader taps "Load"`;
  /// `nil` if only things act, such as `the screen appears`.
  ///
  /// A subject that observations begin with, such as `the screen`, is a thing.
  package var person: String? {
    let things = vocabulary.sentences.subjects(of: .observation)
    var counts: [String: Int] = [:]
    var best: String?
    for sentence in steps.flatMap(\.sentences) where sentence.definition.role == .act {
      guard let subject = StoryLanguage.subject(of: sentence.text), !things.contains(subject),
        subject != "app"
      else { continue }
      counts[subject, default: 0] += 1
      if counts[subject, default: 0] > best.map({ counts[$0, default: 0] }) ?? 0 { best = subject }
    }
    return best
  }

  /// Returns whether a sentence is in the scenario itself, not in the background or an outer
  /// scenario.
  func wrote(_ sentence: PlannedSentence) -> Bool {
    range.contains(sentence.locationInScenario.range)
  }
}

/// The data of steps that several scenarios of a story share: those of its background, of phrases,
/// and of scenarios with nested ones.
package final class SharedData: Sendable {
  private let counts = Mutex<[SourceRange: Int]>([:])

  /// Returns the number of scenarios that run with the data; `nil` if it belongs to one scenario.
  package func count(at range: SourceRange) -> Int? { counts.withLock { $0[range] } }

  func add(_ ranges: [SourceRange], scenarios: Int) {
    guard !ranges.isEmpty else { return }
    counts.withLock { counts in
      for range in ranges { counts[range, default: 0] += scenarios }
    }
  }
}

/// A step with its planned sentences.
///
/// The content that many scenarios and their runs share is stored once.
package struct PlannedStep: Sendable {
  private final class Content: Sendable {
    let source: Step
    let sentences: [PlannedSentence]
    let undefined: [UndefinedSentences.Use]
    let timeline: PlannedTimeline?
    let mayContradict: Bool

    init(
      source: Step, sentences: [PlannedSentence], undefined: [UndefinedSentences.Use],
      timeline: PlannedTimeline?
    ) {
      (self.source, self.sentences) = (source, sentences)
      (self.undefined, self.timeline) = (undefined, timeline)
      mayContradict = sentences.contains(where: \.mayContradict)
    }
  }

  /// The outer scenario that the step belongs to, as the index of its title; `nil` for the
  /// scenario's own steps and the background's.
  package var owner: Int?

  private var content: Content

  /// Whether data of the step can contradict data of other steps.
  var mayContradict: Bool { content.mayContradict }

  package var purpose: Step.Purpose { content.source.purpose }
  package var timing: Timing? { content.source.timing }
  package var sentences: [PlannedSentence] { content.sentences }

  /// The sentences that no step definition matches.
  package var undefined: [UndefinedSentences.Use] { content.undefined }

  /// The timeline, if the step is one; its sentences are those of the step.
  package var timeline: PlannedTimeline? { content.timeline }

  /// The step as written, in one line: its time word or keyword, its sentences, and their data.
  ///
  /// It is computed on each access, because the text of most steps is never needed.
  package var text: String {
    let source = content.source
    if let timeline = source.timeline {
      return "\(source.keyword) \(timeline.words)".clipped(to: 200)
    }
    let words = source.sentences.map { sentence in
      sentence.data.map { "\(sentence.text): \($0.notation)" } ?? sentence.text
    }
    let keyword = source.timing?.text ?? source.keyword
    let sentence = words.joined(separator: ", ")
    return (keyword.isEmpty ? sentence : "\(keyword) \(sentence)").clipped(to: 200)
  }

  /// The sentences of a preparation or an act as a story has them, each with its data in one line;
  /// empty for checks and pauses.
  var writtenSentences: [String] {
    guard purpose != .check else { return [] }
    return zip(content.source.sentences, sentences).filter { $0.1.pause == nil }.map { written, _ in
      let text = Notation.text(written.text, in: .block)
      return written.data.map { "\(text): \($0.notation)" } ?? text
    }
  }

  /// The answers that the step gives to the server; `nil` for other steps.
  var servedAnswers: ServerAnswers? { (sentences.first?.arguments.data as? any ServerData)?.served }

  /// Returns the data of a sentence as written; `nil` if it has none.
  func data(ofSentence index: Int) -> Node? {
    content.source.sentences.dropFirst(index).first?.data
  }

  mutating func replaceSentence(at index: Int, with sentence: PlannedSentence) {
    var sentences = sentences
    sentences[index] = sentence
    content = Content(
      source: content.source, sentences: sentences, undefined: undefined, timeline: timeline)
  }

  /// Whether the step contains a check.
  package var checks: Bool { sentences.contains { $0.definition.role.isCheck } }

  init(
    _ step: Step, sentences: [PlannedSentence], undefined: [UndefinedSentences.Use],
    timeline: PlannedTimeline? = nil
  ) {
    content = Content(source: step, sentences: sentences, undefined: undefined, timeline: timeline)
  }
}

/// A sentence with its step definition and arguments.
package final class PlannedSentence: Sendable {
  package let text: String
  package let location: Location
  package let definition: StepDefinition
  package let arguments: StepDefinition.Arguments
  package let expectation: ExpectedValue?
  /// The ranges of keys without which the check holds, and which the observed type may not have.
  let openKeys: Set<SourceRange>
  /// Whether the data can contradict data of other sentences.
  let mayContradict: Bool
  /// The phrases that the sentence comes from, with the locations of their uses; the outermost
  /// first.
  package let phrases: [(text: String, location: Location)]

  package init(
    text: String, location: Location, definition: StepDefinition,
    arguments: StepDefinition.Arguments, expectation: ExpectedValue?,
    openKeys: Set<SourceRange> = [], mayContradict: Bool = false,
    phrases: [(text: String, location: Location)] = []
  ) {
    (self.text, self.location, self.definition) = (text, location, definition)
    (self.arguments, self.expectation, self.openKeys) = (arguments, expectation, openKeys)
    (self.mayContradict, self.phrases) = (mayContradict, phrases)
  }

  /// The location in the scenario: that of the sentence, or of the phrase that contains it.
  var locationInScenario: Location { phrases.first?.location ?? location }

  /// The story time that the sentence lets pass; `nil` if it is not a pause.
  package var pause: Duration? {
    definition.role == .pause ? arguments.values.first as? Duration : nil
  }
}
