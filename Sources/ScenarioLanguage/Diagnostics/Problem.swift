/// A problem with a part of a story, as the reader of that part reports it.
struct Problem: Error, Sendable, Hashable {
  var message: Message
  /// The range of what is wrong; `nil` for the whole part.
  var range: SourceRange?
  var hints: [Message] = []
}
