/// The state that the readers of a story's parts share.
struct ReaderContext {
  /// The language of the story.
  let language: StoryLanguage

  /// The diagnostics of the file.
  let log: StoryLog
}

/// The diagnostics of a file, and the number of scenarios and steps read so far.
final class StoryLog {
  /// A problem of which a file may have many, and which one diagnostic explains.
  enum Repeated { case tooManySteps, capitalKeys, foreignKeys }

  let source: SourceFile

  /// The diagnostics, in the order in which they were found.
  var found: DiagnosticList

  /// The number of scenarios and steps so far, which examples and phrases could otherwise multiply
  /// without limit.
  var count = 0

  /// The keys without a value that were reported, because phrases and examples repeat them.
  var keysWithoutValue: Set<SourceRange> = []

  private var reported: Set<Repeated> = []

  /// Whether the file contains a `<`, with which placeholders begin.
  private(set) lazy var hasAngleBracket = source.bytes.contains(.ascii("<"))

  init(of source: SourceFile) { (self.source, found) = (source, DiagnosticList(for: source)) }

  /// Returns whether a problem is the first of its kind.
  func isFirst(_ problem: Repeated) -> Bool { reported.insert(problem).inserted }
}
