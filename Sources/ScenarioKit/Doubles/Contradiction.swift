import ScenarioLanguage

/// The reason why data of a step can't hold beside that of another, or can't be produced.
public struct Contradiction: Sendable {
  /// The problem, by which it is translated.
  package let text: Message

  /// The hints, by which they are translated.
  package let advice: [Message]

  /// The problem: one sentence that begins in lower case and has no full stop.
  public var message: String { text.english }

  /// Hints on how to correct it, one line each.
  public var hints: [String] { advice.map(\.english) }

  /// Creates a contradiction.
  ///
  /// Disfavored, so that the texts which are written in a call of this package are messages.
  @_disfavoredOverload
  public init(_ message: String, hints: [String]) {
    self.init(Message(verbatim: message), hints: [Message](verbatim: hints))
  }

  /// Creates a contradiction whose problem and hints have translations.
  package init(_ message: Message, hints: [Message]) { (text, advice) = (message, hints) }
}
