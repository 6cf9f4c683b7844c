import Foundation
import ScenarioEngine
import ScenarioKit

/// The results of a scenario in a run.
public struct ScenarioReport: Codable, Sendable, Hashable {
  /// The file's path as shown to users.
  public var path: String

  /// The titles of the story, the enclosing scenarios and the scenario itself.
  public var titles: [String]

  /// The line of the scenario's title or, with examples, of its example, from 1.
  public var line: Int

  /// The line at which ``text`` begins; `nil` if it is ``line``.
  public var firstLine: Int?

  /// The last line of the scenario, including nested scenarios.
  public var lastLine: Int

  /// The module against which the scenario ran.
  public var module: String

  /// The tags of the scenario and of the enclosing ones, without `@`.
  public var tags: [String]

  /// The person who acts in the scenario, such as `reader`; `nil` if nobody does.
  public var person: String?

  /// The author's text: the scenario's lines of the file, without those of nested scenarios.
  public var text: String

  /// The verdict.
  public var verdict: Verdict

  /// The reason for skipping, the known issue, or the title of the blocking scenario.
  ///
  /// `nil` for other verdicts.
  public var reason: String?

  /// The steps, including those of enclosing scenarios, in order.
  public var steps: [Step]

  /// The failures of the scenario.
  public var failures: [Failure]

  /// The notes, which do not affect the verdict.
  public var notes: [Note]

  /// The interactions between the app and its surroundings, in order.
  public var events: [Event]

  /// The elapsed story time, in nanoseconds.
  public var storyNanoseconds: Int64

  /// The elapsed real time, in seconds.
  public var seconds: Double

  /// The fingerprint of the trace; two runs with the same trace have the same fingerprint.
  public var traceHash: String

  /// The trace, with a line for each entry; empty unless it was recorded.
  public var trace: String

  /// The app's printed output, up to 64 KB; `nil` if there is none.
  public var output: String?

  /// Whether the scenario is blocked by a known issue and therefore does not count as broken.
  ///
  /// The known issue is one of an enclosing scenario. `nil` if the scenario is not blocked, and in
  /// results of earlier versions.
  public var isBlockedByKnownIssue: Bool?

  /// Whether the scenario has undefined steps that are allowed, so that it does not count as broken.
  ///
  /// `nil` if it has none, or if they are not allowed.
  public var isUndefinedAllowed: Bool?

  /// All attempts at the scenario, in order; `nil` in a report that was not merged from several.
  public var attempts: [Attempt]?

  /// The identity of the scenario, which is independent of its title and file.
  ///
  /// A comparison assigns it. It stays the same when a title is changed or a file is moved. `nil`
  /// if nothing was compared.
  public var identity: String?

  /// The run since which the scenario is broken; `nil` if it isn't, or nothing was compared.
  public var brokenSince: Moment?

  /// The full name: `story › scenario › nested`.
  public var name: String { titles.joined(separator: " › ") }

  /// The path and the titles, which identify the scenario among all files.
  public var key: String { "\(path) › \(name)" }

  /// The run in which something began.
  public struct Moment: Codable, Sendable, Hashable {
    /// The time at which the run began.
    public var date: Date

    /// The commit that was checked out; `nil` outside of a repository.
    public var commit: String?

    /// Creates a moment.
    public init(date: Date, commit: String? = nil) {
      self.date = date
      self.commit = commit
    }
  }

  /// A step and its outcome.
  public struct Step: Codable, Sendable, Hashable {
    /// The step as its author wrote it, on one line.
    public var text: String

    /// The title of the enclosing scenario that has the step.
    ///
    /// `nil` for the scenario's own steps and those of the background.
    public var owner: String?

    /// `passed`, `failed`, `undefined` or `notRun`.
    public var outcome: String

    /// The line of the step, from 1.
    public var line: Int

    /// The story time at which the step ended, in nanoseconds.
    public var nanoseconds: Int64

    /// The values that the app showed after the step and that changed since the previous one, if
    /// recorded.
    public var shown: [Shown]

    /// The purpose: `prepare`, `act` or `check`; `nil` in reports of earlier versions.
    public var purpose: String?
  }

  /// A value that the app shows.
  public struct Shown: Codable, Sendable, Hashable {
    /// The sentence for the value, such as `the screen shows`.
    public var name: String

    /// The value.
    public var value: CodableValue
  }

  /// A failure of a scenario.
  public struct Failure: Codable, Sendable, Hashable {
    /// The file's path.
    public var path: String

    /// The line, from 1.
    public var line: Int

    /// The column, from 1.
    public var column: Int

    /// The line's text.
    public var lineText: String

    /// The description of the failure.
    public var message: String

    /// Additional details, one for each line, indented by two spaces.
    ///
    /// In results of version 1, they include the differences.
    public var details: [String]

    /// The differences between actual and expected values.
    ///
    /// `nil` if there are none, and in results of version 1.
    public var differences: [Difference]?

    /// The whole value that the check looked at, shortened, one line each.
    ///
    /// `nil` if the differences show all of it, and for failures that are not about values.
    public var observed: [String]?

    /// A step definition in Swift for an undefined step; `nil` for all other failures.
    public var proposal: String?

    /// Whether `scenarios accept` can update the story so that it passes; `nil` if not.
    public var canBeAccepted: Bool?

    /// The story time of the failure, in nanoseconds.
    public var nanoseconds: Int64

    /// Creates a failure.
    public init(
      path: String, line: Int, column: Int, lineText: String, message: String, details: [String],
      differences: [Difference]? = nil, canBeAccepted: Bool? = nil, nanoseconds: Int64
    ) {
      self.path = path
      self.line = line
      self.column = column
      self.lineText = lineText
      self.message = message
      self.details = details
      self.differences = differences
      self.canBeAccepted = canBeAccepted
      self.nanoseconds = nanoseconds
    }
  }

  /// A note on a scenario, which does not affect the verdict.
  public struct Note: Codable, Sendable, Hashable {
    /// The line, from 1.
    public var line: Int

    /// The column, from 1; `nil` in results of version 1.
    public var column: Int?

    /// The text of the note.
    public var message: String

    /// Creates a note.
    public init(line: Int, column: Int?, message: String) {
      self.line = line
      self.column = column
      self.message = message
    }
  }

  /// An interaction between the app and its surroundings.
  public struct Event: Codable, Sendable, Hashable {
    /// A kind of event.
    public enum Kind: String, Codable, Sendable, Hashable {
      /// A step began; the text is the step.
      case step
      /// An act of a timeline; the text is its sentence.
      case act
      /// The app showed another value during a timeline.
      case shown
      /// The app sent a request.
      case request
      /// The server answered a request or made it fail.
      case answer
      /// The app called a test double, such as its view.
      case call
    }

    /// The kind.
    public var kind: Kind

    /// The story time of the event, in nanoseconds.
    public var nanoseconds: Int64

    /// The name of the called double, such as `view`; empty if it has none.
    public var participant: String

    /// The number of the request that is sent or answered, from 1; `nil` for other events.
    ///
    /// In results of version 1, the number is part of the text.
    public var request: Int?

    /// The description of the event.
    public var text: String

    /// The value that the app showed; `nil` for events of another kind.
    public var shown: Shown?

    init(
      kind: Kind, nanoseconds: Int64, participant: String = "", request: Int? = nil, text: String,
      shown: Shown? = nil
    ) {
      self.kind = kind
      self.nanoseconds = nanoseconds
      self.participant = participant
      self.request = request
      self.text = text
      self.shown = shown
    }
  }
}
