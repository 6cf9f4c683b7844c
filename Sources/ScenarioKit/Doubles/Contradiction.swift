/// The reason why data of a step can't hold beside that of another, or can't be produced.
public struct Contradiction: Sendable {
  /// The problem: one sentence that begins in lower case and has no full stop.
  public var message: String

  /// Hints on how to correct it, one line each.
  public var hints: [String]

  /// Creates a contradiction.
  public init(_ message: String, hints: [String]) {
    (self.message, self.hints) = (message, hints)
  }
}
