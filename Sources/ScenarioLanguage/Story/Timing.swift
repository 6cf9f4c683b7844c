/// When a check has to hold, in story time.
///
/// The time words are `eventually`, `within`, `after`, `for` and `never within`.
package struct Timing: Sendable, Hashable {
  /// The kind of a time word.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// `eventually`: time passes until the check holds, for at most 60 s.
    case eventually
    /// `within 2 s`: time passes until the check holds, for at most the duration.
    case within
    /// `after 100 ms`: exactly the duration passes, then the check has to hold.
    case after
    /// `for 5 s`: the check holds immediately and throughout the duration.
    case throughout = "for"
    /// `never within 5 s`: the check holds neither immediately nor at any time within the duration.
    case never = "never within"

    /// The time word in English, without a duration.
    package var word: String { rawValue }

    /// The kinds whose time words take a duration.
    static let withDuration = allCases.filter { $0 != .eventually }
  }

  /// The longest time that `eventually` waits.
  package static let eventuallyLimit: Duration = .seconds(60)

  /// The kind of the time word.
  package var kind: Kind

  /// The duration in story time; never negative.
  package var duration: Duration

  /// The time word as written, such as `within 2 s`.
  package var text: String

  /// The source range of the time word.
  package var range: SourceRange
}
