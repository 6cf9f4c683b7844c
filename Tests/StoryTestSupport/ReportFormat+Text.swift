import ScenarioReports

extension ReportFormat {
  /// Returns the report of a run.
  package func text(for run: RunReport) throws -> String {
    var text = ""
    try write(run) { text += $0 }
    return text
  }
}
