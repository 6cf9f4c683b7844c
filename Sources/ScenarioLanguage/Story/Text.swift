/// A piece of text in a story, such as a title or a tag, with its source range.
public struct Text: Sendable, Hashable {
  /// The text itself, without quotes.
  public var string: String

  /// The source range of the text.
  public var range: SourceRange

  /// Creates a text.
  public init(_ string: String, range: SourceRange) { (self.string, self.range) = (string, range) }
}
