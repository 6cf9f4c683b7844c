import ScenarioLanguage

/// An error that reports that a check does not hold.
public struct CheckFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The message and the details, by which they are translated.
  package var messages: [Message]

  /// The actual state, as one sentence that begins in lower case and has no full stop.
  public var message: String {
    get { messages[0].english }
    set { messages[0] = Message(verbatim: newValue) }
  }

  /// Additional information, one line per element.
  public var details: [String] {
    get { messages.dropFirst().map(\.english) }
    set { messages.replaceSubrange(1..., with: [Message](verbatim: newValue)) }
  }

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
  ///
  /// Disfavored, so that the texts which are written in a call of this package are messages.
  @_disfavoredOverload
  public init(_ message: String, details: [String] = [], differences: [Difference] = []) {
    messages = [Message](verbatim: [message] + details)
    self.differences = differences
  }

  /// Creates a failure whose message and details have translations.
  package init(_ message: Message, details: [Message] = []) {
    (messages, differences) = ([message] + details, [])
  }

  /// Returns whether two failures say the same.
  public static func == (one: Self, other: Self) -> Bool {
    one.messages == other.messages && one.differences == other.differences
  }

  /// Hashes the message and the details.
  public func hash(into hasher: inout Hasher) { hasher.combine(messages) }

  /// The message, followed by the details on lines of their own.
  public var description: String { messages.map(\.english).joined(separator: "\n") }
}
