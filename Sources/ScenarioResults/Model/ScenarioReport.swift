import Foundation
import ScenarioEngine
import ScenarioKit

/// What became of a scenario in a run.
public struct ScenarioReport: Codable, Sendable, Hashable {
  /// The file's path, as people see it.
  public var path: String

  /// The titles of the story, of the scenarios around it, and its own.
  public var titles: [String]

  /// The line at which it stands, from 1.
  public var line: Int

  /// The last line that it takes, those of the scenarios nested in it included.
  public var lastLine: Int

  /// The module that it ran against.
  public var module: String

  /// Its tags and those around it, without `@`.
  public var tags: [String]

  /// What its author wrote: its lines of the file, without those of scenarios nested in it.
  public var text: String

  /// The verdict.
  public var verdict: Verdict

  /// Why it was skipped, the known issue, or the title of what blocks it; `nil` for others.
  public var reason: String?

  /// Its steps with those of the scenarios around it, in order.
  public var steps: [Step]

  /// What does not hold.
  public var failures: [Failure]

  /// What is worth knowing nevertheless.
  public var notes: [Note]

  /// What happened between the app and its surroundings, in order.
  public var events: [Event]

  /// How much story time passed, in nanoseconds.
  public var storyNanoseconds: Int64

  /// How much real time it took, in seconds.
  public var seconds: Double

  /// A fingerprint of the trace: two runs in which the same happened have the same.
  public var traceHash: String

  /// Everything that happened, a line each; empty unless it was recorded.
  public var trace: String

  /// What the app printed, up to 64 KB; `nil` where it printed nothing.
  public var output: String?

  /// Whether a known issue of the scenario around it blocks it, so that it does not count as
  /// broken; `nil` where it is not blocked, and in results of earlier versions.
  public var isBlockedByKnownIssue: Bool?

  /// All attempts at it, in order; `nil` in a record that was not merged from several.
  public var attempts: [Attempt]?

  /// Which scenario it is, whatever it is called and wherever it stands.
  ///
  /// A comparison gives it, and it stays when a title is changed or a file moved. `nil` where
  /// nothing was compared.
  public var identity: String?

  /// Since when it is broken; `nil` where it isn't, or nothing was compared.
  public var brokenSince: Moment?

  /// What it is called: `story › scenario › nested`.
  public var name: String { titles.joined(separator: " › ") }

  /// Which scenario of all files this is: its path and its titles.
  public var key: String { "\(path) › \(name)" }

  /// A run that something began with.
  public struct Moment: Codable, Sendable, Hashable {
    /// When the run began.
    public var date: Date

    /// The commit that was checked out; `nil` outside of a repository.
    public var commit: String?

    /// Creates a moment.
    public init(date: Date, commit: String? = nil) {
      self.date = date
      self.commit = commit
    }
  }

  /// One step.
  public struct Step: Codable, Sendable, Hashable {
    /// The step as its author wrote it, in one line.
    public var text: String

    /// The title of the scenario around that wrote it; `nil` for its own and the background's.
    public var owner: String?

    /// `passed`, `failed` or `notRun`.
    public var outcome: String

    /// The line at which it stands, from 1.
    public var line: Int

    /// When it ended, in nanoseconds of story time.
    public var nanoseconds: Int64

    /// What the app showed then, where that was recorded and is not what it showed before.
    public var shown: [Shown]

    /// What it is for: `prepare`, `act` or `check`; `nil` in records of earlier versions.
    public var purpose: String?
  }

  /// A value that the app shows.
  public struct Shown: Codable, Sendable, Hashable {
    /// The observation's sentence, such as `the screen shows`.
    public var name: String

    /// The value.
    public var value: KeptValue
  }

  /// Something that does not hold.
  public struct Failure: Codable, Sendable, Hashable {
    /// The file's path.
    public var path: String

    /// The line, from 1.
    public var line: Int

    /// The column, from 1.
    public var column: Int

    /// The line's text.
    public var lineText: String

    /// What is the case.
    public var message: String

    /// More about it, a line each, indented by two spaces.
    ///
    /// In results of version 1, the differences are laid out here.
    public var details: [String]

    /// Where observed values differ from expected ones; `nil` where nothing differs, and in results
    /// of version 1.
    public var differences: [Difference]?

    /// Whether `scenarios accept` can change the story so that it holds; `nil` if not.
    public var canBeAccepted: Bool?

    /// When, in nanoseconds of story time.
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

  /// Something worth knowing.
  public struct Note: Codable, Sendable, Hashable {
    /// The line, from 1.
    public var line: Int

    /// The column, from 1; `nil` in results of version 1.
    public var column: Int?

    /// What it is.
    public var message: String

    /// Creates a note.
    public init(line: Int, column: Int?, message: String) {
      self.line = line
      self.column = column
      self.message = message
    }
  }

  /// Something that happened between the app and its surroundings.
  public struct Event: Codable, Sendable, Hashable {
    /// What kind of thing happened.
    public enum Kind: String, Codable, Sendable, Hashable {
      /// A step was taken; the text is the step.
      case step
      /// The app sent a request.
      case request
      /// The server answered a request, or failed it.
      case answer
      /// The app called a double, such as its view.
      case call
    }

    /// The kind.
    public var kind: Kind

    /// When, in nanoseconds of story time.
    public var nanoseconds: Int64

    /// Who was called: the double's name, such as `view`; empty where it has none.
    public var participant: String

    /// The number of the request that is sent or answered, from 1; `nil` for other events.
    ///
    /// Results of version 1 have it in the text instead.
    public var request: Int?

    /// What happened, in words.
    public var text: String

    init(
      kind: Kind, nanoseconds: Int64, participant: String = "", request: Int? = nil, text: String
    ) {
      self.kind = kind
      self.nanoseconds = nanoseconds
      self.participant = participant
      self.request = request
      self.text = text
    }
  }
}
