extension HTMLReport {
  /// Creates the page of a run that was compared with an earlier one.
  package init(_ compared: ComparedRun) {
    let comparison = compared.comparison
    let text = ComparisonText(style: TextStyle(isColored: false))
    var changes: [String: Change] = [:]
    for entry in comparison.entries {
      guard let scenario = entry.scenario, let change = text.change(of: entry) else { continue }
      changes[scenario.key] = Change(
        kind: change.word, words: change.details.isEmpty ? nil : change.details)
    }
    self.init(
      run: comparison.run, comparedWith: comparison.earlier.map { MomentText().text(of: $0) },
      changes: changes,
      removed: comparison.entries.compactMap { $0.scenario == nil ? $0.earlier?.name : nil },
      trend: compared.trend.dropLast().map(TrendPoint.init))
  }
}

extension HTMLReport.TrendPoint {
  /// Creates a point with the counts of a run's heading.
  package init(_ heading: RunHeading) {
    let summary = heading.summary
    self.init(
      began: heading.began, commit: heading.origin.commit, passed: summary[.passed],
      failed: summary[.failed] + summary[.undefined] + summary.brokenFiles + summary.problems.count,
      other: summary[.blocked] + summary[.skipped] + summary[.knownIssue])
  }
}
