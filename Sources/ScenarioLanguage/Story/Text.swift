/// A piece of text in a story, such as a title or a tag, with its source range.
package struct Text: Sendable, Hashable {
  /// The text itself, without quotes.
  package var string: String

  /// The source range of the text.
  package var range: SourceRange

  package init(_ string: String, range: SourceRange) { (self.string, self.range) = (string, range) }
}
