import Foundation

/// The results of a run, in the form in which they are stored.
///
/// All reports use this model, whether `scenarios run` or `swift test` created it. It includes all
/// texts that a report shows, so it needs neither the stories nor the app. Its JSON keys are the
/// coding keys of these types. Unknown keys are ignored, so that an older version can read the
/// output of a newer one.
public struct RunReport: Codable, Sendable, Hashable, Identifiable {
  /// The current version of the format, 3.
  ///
  /// In version 1, the details of a failure included its differences, laid out as text. Version 3
  /// added the verdict `undefined` and ``problems``; without them, a failed run would seem to have
  /// passed.
  public static let currentVersion = 3

  /// The version of the format in which the report was written.
  public var version = currentVersion

  /// The unique identifier of the run.
  public var id: UUID

  /// The time at which the run began.
  public var began: Date

  /// The real time that the run took, in seconds.
  public var seconds: Double

  /// The origin of the run.
  public var origin: Origin

  /// Whether only some of the stories were selected; `nil` for all of them.
  ///
  /// Scenarios that are missing from a run of some stories do not count as removed.
  public var isPartial: Bool?

  /// The reasons why the run fails that concern no single scenario or file; `nil` if there are
  /// none.
  public var problems: [Problem]?

  /// The selected scenarios, in the order of their files.
  public var scenarios: [ScenarioReport]

  /// The files that could not be run.
  public var brokenFiles: [BrokenFile]

  /// The command, machine and revision of a run.
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

    /// The number of the attempt at the same work, from 1.
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

  /// A file with errors.
  public struct BrokenFile: Codable, Sendable, Hashable {
    /// The path as shown to users.
    public var path: String

    /// The diagnostics of the file.
    public var diagnostics: [Diagnostic]

    private enum CodingKeys: String, CodingKey {
      case path, diagnostics = "mistakes"
    }
  }

  /// A problem in a file.
  public struct Diagnostic: Codable, Sendable, Hashable {
    /// The line, from 1.
    public var line: Int

    /// The column, from 1.
    public var column: Int

    /// The line's text.
    public var lineText: String

    /// `error` or `warning`.
    public var severity: String

    /// The description of the problem.
    public var message: String

    /// The hints for solving the problem.
    public var hints: [String]

    private enum CodingKeys: String, CodingKey {
      case line, column, lineText, severity, message, hints = "remedies"
    }
  }

  /// Creates a report.
  public init(
    id: UUID = UUID(), began: Date, seconds: Double, origin: Origin, isPartial: Bool? = nil,
    problems: [Problem]? = nil, scenarios: [ScenarioReport] = [], brokenFiles: [BrokenFile] = []
  ) {
    self.id = id
    self.began = began
    self.seconds = seconds
    self.origin = origin
    self.isPartial = isPartial
    self.problems = problems
    self.scenarios = scenarios
    self.brokenFiles = brokenFiles
  }
}
