import ScenarioEngine
import ScenarioLanguage

extension RunReport.BrokenFile {
  /// What is kept of a file that can't be run.
  public init(_ file: Plan.BrokenFile) {
    path = file.id
    mistakes = file.mistakes.map { mistake in
      RunReport.Diagnostic(
        line: mistake.start.line, column: mistake.start.column,
        lineText: mistake.place?.lineText ?? "", severity: mistake.severity.rawValue,
        message: mistake.message, remedies: mistake.remedies)
    }
  }
}
