/// A list that collects the diagnostics of a file.
struct DiagnosticList {
  /// The maximum number of diagnostics per file, which keeps the output readable.
  static let limit = 1_000

  /// The diagnostics, in the order in which they were found.
  private(set) var diagnostics: [Diagnostic] = []

  let source: SourceFile

  /// The default rule.
  private let rule: Diagnostic.Rule

  /// Creates an empty list.
  init(for source: SourceFile, rule: Diagnostic.Rule = .invalidStory) {
    (self.source, self.rule) = (source, rule)
  }

  /// Adds a diagnostic unchanged.
  mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Adds a diagnostic at a range of the file.
  mutating func report(
    _ message: Message, at range: SourceRange, severity: Diagnostic.Severity = .error,
    rule: Diagnostic.Rule? = nil, hints: [Message] = []
  ) {
    guard diagnostics.count < Self.limit else { return }
    diagnostics.append(
      Diagnostic(
        message, at: source.location(of: range), severity: severity, rule: rule ?? self.rule,
        hints: hints))
  }
}
