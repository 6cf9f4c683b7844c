/// When a check has to hold, in story time: the time words `eventually`, `within`, `after`, `for`
/// and `never within`.
public struct Timing: Sendable, Hashable {
  /// Which time word it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// `eventually`: time passes until the check holds, 60 s at most.
    case eventually
    /// `within 2 s`: time passes until the check holds, the duration at most.
    case within
    /// `after 100 ms`: exactly the duration passes, then the check has to hold.
    case after
    /// `for 5 s`: the check holds now and keeps holding for the duration.
    case throughout
    /// `never within 5 s`: the check doesn't hold now, and at no time within the duration.
    case never
  }

  /// How long `eventually` waits for its check.
  public static let eventuallyLimit: Duration = .seconds(60)

  /// Which time word it is.
  public var kind: Kind

  /// How much story time it is about; never negative.
  public var duration: Duration

  /// The words as they were written, such as `within 2 s`.
  public var text: String

  /// Where the words stand.
  public var range: SourceRange

  /// Creates a timing.
  public init(_ kind: Kind, _ duration: Duration, text: String, range: SourceRange) {
    self.kind = kind
    self.duration = duration
    self.text = text
    self.range = range
  }
}
