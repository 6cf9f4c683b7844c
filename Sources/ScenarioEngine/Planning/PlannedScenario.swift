import Foundation
import ScenarioKit
import ScenarioLanguage

/// A scenario whose every sentence is understood: ready to run.
public struct PlannedScenario: Sendable, Identifiable {
  /// Says which scenario of all files this is, and keeps saying it when other parts of the files
  /// change.
  public struct ID: Sendable, Hashable, CustomStringConvertible, Encodable {
    /// The file's path as it is shown.
    public var path: String

    /// The titles of the story, the scenarios around it, and the scenario itself.
    public var titles: [String]

    /// The path and the titles.
    public var description: String { "\(path) › \(titles.joined(separator: " › "))" }
  }

  /// Its identity.
  public let id: ID

  /// What people call it: `story › scenario › nested`.
  public var name: String { id.titles.joined(separator: " › ") }

  /// Where its title stands, or the example that makes it.
  public let place: Place

  /// What it takes of the file, with the scenarios nested in it.
  public let range: SourceRange

  /// What the story that it belongs to takes of the file.
  let storyRange: SourceRange

  /// The last line of the file that is its own: before the first scenario nested in it.
  public let ownLastLine: Int

  /// Where the examples stand that fill its placeholders: its own last, those of the scenarios
  /// around it before.
  public let exampleRanges: [SourceRange]

  /// The name of its module.
  public let module: String

  /// Its own tags, and those of the story and of the scenarios around it.
  public let tags: [String]

  /// Why it is not to be run, if so.
  public let skip: String?

  /// The known issue that makes it fail, if there is one.
  public let knownIssue: String?

  /// The known issues of the scenarios around it, by their titles: one that blocks it is expected
  /// to.
  public let knownIssuesAround: [String: String]

  /// Whether scenarios are nested in it.
  public let hasNested: Bool

  let clock: Date?
  let locale: Locale
  let timeZone: TimeZone
  let vocabulary: Vocabulary
  package var steps: [PlannedStep]
  /// The checks that hold at every moment.
  package let always: [PlannedStep]

  /// Whether a sentence stands in the scenario itself, not in the background or a scenario around.
  func wrote(_ sentence: PlannedSentence) -> Bool {
    let place = sentence.place.range
    return range.start <= place.start && place.end <= range.end
  }
}

/// A step whose sentences are understood.
///
/// All that many scenarios and every moment of their runs have in common is kept once.
package struct PlannedStep: Sendable {
  private final class Content: Sendable {
    let source: Step
    let sentences: [PlannedSentence]
    let timeline: PlannedTimeline?

    init(source: Step, sentences: [PlannedSentence], timeline: PlannedTimeline?) {
      self.source = source
      self.sentences = sentences
      self.timeline = timeline
    }
  }

  /// Which scenario wrote it: the title of one around the scenario that runs; `nil` where it is its
  /// own or the background's.
  var owner: String?

  private let content: Content

  package var purpose: Step.Purpose { content.source.purpose }
  var timing: Timing? { content.source.timing }
  package var sentences: [PlannedSentence] { content.sentences }

  /// The timeline that the step is, which has the same sentences.
  package var timeline: PlannedTimeline? { content.timeline }

  /// The step as its author wrote it, in one line: its time word or keyword, its sentences, and
  /// their data.
  ///
  /// It is put together whenever someone asks, which for most steps nobody does.
  var text: String {
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

  /// Whether it compares something, alone or among other things.
  package var checks: Bool { sentences.contains { $0.definition.role.isCheck } }

  init(
    _ step: Step, owner: String?, sentences: [PlannedSentence], timeline: PlannedTimeline? = nil
  ) {
    self.owner = owner
    content = Content(source: step, sentences: sentences, timeline: timeline)
  }
}

/// A sentence, the step that it means, and its arguments.
package final class PlannedSentence: Sendable {
  package let text: String
  package let place: Place
  package let definition: StepDefinition
  package let arguments: StepDefinition.Arguments
  package let expectation: ExpectedValue?
  /// The phrases that the sentence comes from, and where they were said; the outermost first.
  package let phrases: [(text: String, place: Place)]

  init(
    text: String, place: Place, definition: StepDefinition, arguments: StepDefinition.Arguments,
    expectation: ExpectedValue?, phrases: [(text: String, place: Place)] = []
  ) {
    self.text = text
    self.place = place
    self.definition = definition
    self.arguments = arguments
    self.expectation = expectation
    self.phrases = phrases
  }

  /// How much story time it lets pass; `nil` where it does something else.
  var pause: Duration? {
    definition.role == .pause ? arguments.values.first as? Duration : nil
  }
}
