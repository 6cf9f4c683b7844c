import ScenarioEngine
import ScenarioLanguage

extension RunReport.BrokenFile {
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
