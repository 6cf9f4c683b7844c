import ScenarioLanguage

/// A part of a story that the app made no use of, such as an answer that no request got.
public struct Leftover: Sendable {
  /// The observation: one sentence that begins in lower case and has no full stop.
  public var message: String

  /// The range of the step's data, which conforms to ``LocatedData``.
  public var data: SourceRange

  /// The range of the part of the data that was not used; `nil` for all of it.
  public var part: SourceRange?

  /// Creates a leftover.
  public init(_ message: String, data: SourceRange, part: SourceRange? = nil) {
    (self.message, self.data, self.part) = (message, data, part)
  }
}
