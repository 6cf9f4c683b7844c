import Foundation

/// What became of a run, in the shape in which it is kept: the one model of all reports, whether
/// `scenarios run` or `swift test` made it.
///
/// It needs neither the stories nor the app any more: it has the texts that a report shows. As JSON
/// its keys are those of these types; keys that are unknown are passed over, so that an older
/// version reads what a newer one wrote.
public struct RunReport: Codable, Sendable, Hashable, Identifiable {
  /// The version of the shape, 2.
  ///
  /// In version 1, the details of a failure had its differences laid out as text.
  public static let currentVersion = 2

  /// The version of the shape it was written in.
  public var version = currentVersion

  /// Tells it from all other runs.
  public var id: UUID

  /// When it began.
  public var began: Date

  /// How much real time it took, in seconds.
  public var seconds: Double

  /// Where it comes from.
  public var origin: Origin

  /// Whether only some of the stories were chosen; `nil` for all of them.
  ///
  /// What is missing in a run of some stories was not removed.
  public var isPartial: Bool?

  /// The scenarios that were chosen, in the order of their files.
  public var scenarios: [ScenarioReport]

  /// The files that could not be run.
  public var brokenFiles: [BrokenFile]

  /// What made a run.
  public struct Origin: Codable, Sendable, Hashable {
    /// The command: `scenarios run` or `swift test`.
    public var command: String

    /// The machine's name.
    public var host: String

    /// The commit that was checked out, in full; `nil` outside of a repository.
    public var commit: String?

    /// The branch that was checked out; `nil` for none.
    public var branch: String?

    /// Whether files differed from the commit.
    public var isModified: Bool?

    /// Which attempt at the same work it was, from 1.
    public var attempt: Int

    /// Creates an origin.
    public init(
      command: String, host: String, commit: String? = nil, branch: String? = nil,
      isModified: Bool? = nil, attempt: Int = 1
    ) {
      self.command = command
      self.host = host
      self.commit = commit
      self.branch = branch
      self.isModified = isModified
      self.attempt = attempt
    }
  }

  /// A file with mistakes.
  public struct BrokenFile: Codable, Sendable, Hashable {
    /// Its path, as people see it.
    public var path: String

    /// Everything that is wrong with it.
    public var mistakes: [Diagnostic]
  }

  /// Something that is wrong in a file.
  public struct Diagnostic: Codable, Sendable, Hashable {
    /// The line, from 1.
    public var line: Int

    /// The column, from 1.
    public var column: Int

    /// The line's text.
    public var lineText: String

    /// `error` or `warning`.
    public var severity: String

    /// What is wrong.
    public var message: String

    /// What to do about it.
    public var remedies: [String]
  }

  /// Creates a record.
  public init(
    id: UUID = UUID(), began: Date, seconds: Double, origin: Origin, isPartial: Bool? = nil,
    scenarios: [ScenarioReport] = [], brokenFiles: [BrokenFile] = []
  ) {
    self.id = id
    self.began = began
    self.seconds = seconds
    self.origin = origin
    self.isPartial = isPartial
    self.scenarios = scenarios
    self.brokenFiles = brokenFiles
  }
}
