/// The state that the readers of a story's parts share.
struct StoryContext {
  /// The words of the story's language.
  let keywords: Keywords

  /// The diagnostics of the file.
  let log: StoryLog
}

/// The diagnostics of a file, and the number of scenarios and steps read so far.
final class StoryLog {
  let source: SourceFile

  /// The diagnostics, in the order in which they were found.
  var found: DiagnosticList

  /// The number of scenarios and steps so far, which examples and phrases could otherwise multiply
  /// without limit.
  var count = 0

  /// Whether there are too many of them, which is reported once.
  var isOverLimit = false

  /// The keys without a value that were reported, because phrases and examples repeat them.
  var keysWithoutValue: Set<SourceRange> = []

  /// Whether a key in capital letters was reported; one diagnostic explains them all.
  var hasCapitals = false

  /// Whether a key of another language was reported; one diagnostic explains them all.
  var hasForeignKeys = false

  /// Whether the file contains a `<`, with which placeholders begin.
  private(set) lazy var hasAngleBracket = source.contains(.ascii("<"))

  init(of source: SourceFile) {
    self.source = source
    found = DiagnosticList(for: source)
  }
}
