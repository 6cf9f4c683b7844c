/// Says that a check does not hold.
public struct CheckFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is the case instead, in one sentence that begins in lower case and has no full stop.
  public var message: String

  /// More about it, a line each.
  public var details: [String]

  /// Where an observed value differs from the expected one.
  public var differences: [Difference]

  /// Creates a failure from a sentence and more lines about it.
  public init(_ message: String, details: [String] = [], differences: [Difference] = []) {
    self.message = message
    self.details = details
    self.differences = differences
  }

  /// The sentence and the lines.
  public var description: String { ([message] + details).joined(separator: "\n") }
}
