import ScenarioLanguage
import ScenarioWorkers

/// An error that ends a command with the exit status for wrong input, after reporting diagnostics.
struct InputError: Error {
  private let diagnostics: [Diagnostic]

  /// Throws an error with the diagnostics, unless there are none.
  static func check(_ diagnostics: [Diagnostic]) throws(InputError) {
    guard diagnostics.isEmpty else { throw InputError(diagnostics: diagnostics) }
  }

  /// Returns the diagnostics for any error that a command throws.
  static func diagnostics(of error: any Error) -> [Diagnostic] {
    switch error {
    case let error as InputError: error.diagnostics
    case let error as StoryRun.WrongStepDefinitions: error.diagnostics
    case let diagnostic as Diagnostic: [diagnostic]
    default: [Diagnostic(lines: "\(error)")]
    }
  }
}

extension Console {
  /// Writes an error that ends a command.
  func report(_ error: any Error) { report(InputError.diagnostics(of: error)) }

  /// Writes diagnostics, each on its own lines.
  func report(_ diagnostics: [Diagnostic]) {
    let formatter = DiagnosticFormatter(isColored: isColored)
    write(diagnostics.map { formatter.format($0) + "\n" }.joined())
  }

  /// Writes the errors of files that can't be run.
  func report(_ files: [BrokenFile]) {
    let formatter = DiagnosticFormatter(isColored: isColored)
    for file in files { write(formatter.format(file.diagnostics) + "\n\n") }
  }

  /// Writes a diagnostic that has no source location, with hints on further lines.
  func report(_ severity: Diagnostic.Severity, _ message: String) {
    var diagnostic = Diagnostic(lines: message)
    diagnostic.severity = severity
    report([diagnostic])
  }
}
