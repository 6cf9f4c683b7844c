import ScenarioEngine
import ScenarioLanguage

extension RunReport.BrokenFile {
  /// The diagnostics, with the errors, which are the reason why the file can't be run, before the
  /// others.
  package var errorsFirst: [RunReport.Diagnostic] {
    diagnostics.filter(\.isError) + diagnostics.filter { !$0.isError }
  }

  /// Creates the report of a file that can't be run.
  public init(_ file: Plan.BrokenFile) {
    path = file.id
    diagnostics = file.diagnostics.map { diagnostic in
      RunReport.Diagnostic(
        line: diagnostic.start.line, column: diagnostic.start.column,
        lineText: diagnostic.location?.lineText ?? "", severity: diagnostic.severity.rawValue,
        message: diagnostic.message, hints: diagnostic.hints)
    }
  }
}

extension RunReport.Diagnostic {
  /// Whether the problem prevents the file from being run.
  package var isError: Bool { severity == Diagnostic.Severity.error.rawValue }
}
