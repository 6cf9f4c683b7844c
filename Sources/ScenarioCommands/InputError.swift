import ScenarioLanguage

/// Ends a command with the exit status for wrong input, after its diagnostics were reported.
struct InputError: Error {
  private let diagnostics: [Diagnostic]

  /// Throws an error that reports diagnostics, unless there are none.
  static func check(_ diagnostics: [Diagnostic]) throws(InputError) {
    guard diagnostics.isEmpty else { throw InputError(diagnostics: diagnostics) }
  }

  /// The diagnostics of any error that a command throws.
  static func diagnostics(of error: any Error) -> [Diagnostic] {
    switch error {
    case let error as InputError: error.diagnostics
    case let diagnostic as Diagnostic: [diagnostic]
    default: [Diagnostic(lines: "\(error)")]
    }
  }
}

extension Console {
  /// Writes an error that ends a command.
  func report(_ error: any Error) { report(InputError.diagnostics(of: error)) }

  /// Writes diagnostics, each on lines of its own.
  func report(_ diagnostics: [Diagnostic]) {
    let formatter = DiagnosticFormatter(isColored: isColored)
    write(diagnostics.map { formatter.format($0) + "\n" }.joined())
  }

  /// Writes a warning or a note that no file causes.
  func report(_ severity: Diagnostic.Severity, _ message: String) {
    report([Diagnostic(message, severity: severity)])
  }
}
