/// Mistakes of one file as they are found.
struct DiagnosticList {
  /// How many mistakes of a file are told at most; whoever has so many doesn't read more of them.
  static let limit = 1_000

  /// What was found, in the order in which it was.
  private(set) var mistakes: [Diagnostic] = []

  /// The file in which they are.
  let source: SourceFile

  /// Of which kind the mistakes are unless told otherwise.
  private let rule: Diagnostic.Rule

  /// The line of the last mistake, whose text the next one most often shares; lines can be long.
  private var lastLine: (number: Int, text: String)?

  /// Creates an empty list.
  init(for source: SourceFile, rule: Diagnostic.Rule = .invalidStory) {
    self.source = source
    self.rule = rule
  }

  /// Adds a mistake as it is.
  mutating func add(_ mistake: Diagnostic) { mistakes.append(mistake) }

  /// Adds a mistake at a place of the file.
  mutating func report(
    _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error,
    rule: Diagnostic.Rule? = nil, remedies: [String] = []
  ) {
    guard mistakes.count < Self.limit else { return }
    let line = range.start.line
    let text = lastLine?.number == line ? lastLine?.text : nil
    let place = Place(path: source.path, range: range, lineText: text ?? source.lineText(line))
    lastLine = (line, place.lineText)
    mistakes.append(
      Diagnostic(
        message, at: place, severity: severity, rule: rule ?? self.rule, remedies: remedies))
  }
}
