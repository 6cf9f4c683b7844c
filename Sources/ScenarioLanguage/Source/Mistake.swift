/// Something in a story that its author has to put right, told in words that need no Swift.
///
/// Mistakes are values, not thrown one by one: a file is read to its end and all of them come back.
public struct Mistake: Error, Sendable, Hashable, Codable {
  /// How much a mistake matters.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The file can't be run as it stands.
    case error
    /// The file runs, but probably not as its author meant.
    case warning
    /// The file runs, and may well be meant like that.
    case note
  }

  /// Swift code that would make a mistake go away.
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

  /// Which kind of mistake it is, for programs.
  public var rule: Rule

  /// The file, the place in it, and that line's text.
  public var place: Place

  /// What is wrong: one sentence that begins in lower case and has no full stop.
  public var message: String

  /// What to do about it, a line each, such as `Did you mean: scenarios`.
  public var remedies: [String]

  /// What a developer could do about it; `nil` where nobody needs one.
  public var proposal: Proposal?

  /// Creates a mistake.
  public init(
    _ message: String, at place: Place, severity: Severity = .error, rule: Rule = .invalidStory,
    remedies: [String] = [], proposal: Proposal? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.proposal = proposal
    self.place = place
    self.message = message
    self.remedies = remedies
  }
}
