/// A list that collects the diagnostics of a file.
struct DiagnosticList {
  /// The maximum number of diagnostics per file, which keeps the output readable.
  static let limit = 1_000

  /// The diagnostics, in the order in which they were found.
  private(set) var diagnostics: [Diagnostic] = []

  let source: SourceFile

  /// The default rule.
  private let rule: Diagnostic.Rule

  /// The line of the last diagnostic, because lines can be long and consecutive diagnostics often
  /// share one.
  private var lastLine: (number: Int, text: String)?

  /// Creates an empty list.
  init(for source: SourceFile, rule: Diagnostic.Rule = .invalidStory) {
    self.source = source
    self.rule = rule
  }

  /// Adds a diagnostic unchanged.
  mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Adds a diagnostic at a range of the file.
  mutating func report(
    _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error,
    rule: Diagnostic.Rule? = nil, hints: [String] = []
  ) {
    guard diagnostics.count < Self.limit else { return }
    let line = range.start.line
    let text = lastLine?.number == line ? lastLine?.text : nil
    let location = Location(
      path: source.path, range: range, lineText: text ?? source.lineText(line))
    lastLine = (line, location.lineText)
    diagnostics.append(
      Diagnostic(
        message, at: location, severity: severity, rule: rule ?? self.rule, hints: hints))
  }
}
