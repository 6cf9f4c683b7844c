/// An error that reports that a check does not hold.
public struct CheckFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The actual state, as one sentence that begins in lower case and has no full stop.
  public var message: String

  /// Additional information, one line per element.
  public var details: [String]

  /// The differences between the observed value and the expected one.
  public var differences: [Difference]

  /// The excess of a counted number over the expected one; `nil` if the check counts nothing, or
  /// expects none.
  package var excess: Int?

  /// Returns the excess of a number, which under `never within` must not have passed the expected
  /// one; to expect none there means that there is always one.
  package static func excess(of number: Int, over expected: Int) -> Int? {
    expected > 0 ? number - expected : nil
  }

  /// Creates a failure from a message and additional lines.
  public init(_ message: String, details: [String] = [], differences: [Difference] = []) {
    (self.message, self.details, self.differences) = (message, details, differences)
  }

  /// Returns whether two failures say the same.
  public static func == (one: Self, other: Self) -> Bool {
    one.message == other.message && one.details == other.details
      && one.differences == other.differences
  }

  /// Hashes the message and the details.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(details)
  }

  /// The message, followed by the details on lines of their own.
  public var description: String { ([message] + details).joined(separator: "\n") }
}
