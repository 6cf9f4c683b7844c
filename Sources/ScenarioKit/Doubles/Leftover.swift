import ScenarioLanguage

/// A part of a story that the app made no use of, such as an answer that no request got.
public struct Leftover: Sendable {
  /// The observation: one sentence that begins in lower case and has no full stop.
  public var message: String { text.english }

  /// The observation, by which it is translated.
  package let text: Message

  /// The range of the step's data, which conforms to ``LocatedData``.
  public var data: SourceRange

  /// The range of the part of the data that was not used; `nil` for all of it.
  public var part: SourceRange?

  /// Creates a leftover.
  ///
  /// Disfavored, so that the texts which are written in a call of this package are messages.
  @_disfavoredOverload
  public init(_ message: String, data: SourceRange, part: SourceRange? = nil) {
    self.init(Message(verbatim: message), data: data, part: part)
  }

  /// Creates a leftover whose message has translations.
  package init(_ message: Message, data: SourceRange, part: SourceRange? = nil) {
    (text, self.data, self.part) = (message, data, part)
  }
}
