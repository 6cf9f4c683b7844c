/// A piece of text in a story, such as a title or a tag, with the place it was written at.
public struct Text: Sendable, Hashable {
  /// The text itself, without quotes around it.
  public var string: String

  /// Where it stands.
  public var range: SourceRange

  /// Creates a text.
  public init(_ string: String, range: SourceRange) {
    self.string = string
    self.range = range
  }
}
