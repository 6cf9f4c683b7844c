/// Something wrong in a file or in a call, in words that need no Swift, with hints.
///
/// Reading a file returns all of its diagnostics, except that of several errors in its YAML only the
/// first is returned. Other work throws the diagnostic that ends it.
public struct Diagnostic: Error, Sendable, Hashable, Codable, CustomStringConvertible {
  /// How much a diagnostic matters.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The file can't be run as it stands.
    case error
    /// The file runs, but probably not as its author meant.
    case warning
    /// The file runs, and may well be meant like that.
    case note
  }

  /// Swift code that would resolve a diagnostic.
  public struct Proposal: Sendable, Hashable, Codable {
    /// The code, as a developer can paste it.
    public var code: String

    /// Whether it is what is missing as far as can be told; where a remedy is, people don't see it.
    public var isLikely: Bool

    /// Creates a proposal.
    public init(code: String, isLikely: Bool) {
      self.code = code
      self.isLikely = isLikely
    }
  }

  /// How much it matters.
  public var severity: Severity

  /// The kind of diagnostic, for programs.
  public var rule: Rule

  /// The file, the range in it, and the text of its first line; `nil` if no file is wrong.
  public var place: Place?

  /// What is wrong: one sentence that begins in lower case and has no full stop.
  public var message: String

  /// What to do about it, a line each, such as `Did you mean: scenarios`.
  public var remedies: [String]

  /// What a developer could do about it; `nil` where nobody needs one.
  public var proposal: Proposal?

  /// The start of its range; that of the file if no file is wrong.
  package var start: Position { place?.range.start ?? .start }

  /// The message and the hints, a line each, without severity and location.
  package var text: String { ([message] + remedies).joined(separator: "\n  ") }

  /// The text for people, without colours.
  public var description: String { DiagnosticFormatter().format(self) }

  /// Creates a diagnostic.
  public init(
    _ message: String, at place: Place? = nil, severity: Severity = .error,
    rule: Rule = .invalidStory,
    remedies: [String] = [], proposal: Proposal? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.proposal = proposal
    self.place = place
    self.message = message
    self.remedies = remedies
  }

  /// Creates a diagnostic from a text of which the lines after the first are hints.
  package init(lines text: String, at place: Place? = nil, rule: Rule = .invalidStory) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.init(lines[0], at: place, rule: rule, remedies: Array(lines.dropFirst()))
  }
}
