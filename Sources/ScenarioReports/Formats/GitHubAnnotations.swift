/// A run as GitHub Actions commands, which GitHub shows next to the lines of the files.
///
/// A step of a workflow prints the commands. Failures, undefined steps and the errors in files
/// become errors, and so do problems of the whole run, without a file. Flaky scenarios become
/// warnings. Known issues, undefined steps that are allowed, and notes become notices. A scenario
/// that is blocked by one outside of the run is an error. GitHub shows ten errors, ten warnings and
/// ten notices per step, so errors on different lines come first.
package struct GitHubAnnotations: Sendable {
  private let run: RunReport

  /// Creates the annotations of a run.
  package init(_ run: RunReport) { self.run = run.withEveryFailure }

  /// The commands, one per line; empty if there is nothing to report.
  package var text: String {
    let lines = problems + part + diagnostics + failures + flaky + knownIssues + notes
    return lines.withoutRepeats().map { $0 + "\n" }.joined()
  }

  private var part: [String] {
    guard let part = run.part else { return [] }
    return [Self.command("notice", title: run.origin.command, message: "only \(part)")]
  }

  private var problems: [String] {
    (run.problems ?? []).map { problem in
      Self.command("error", title: run.origin.command, message: PlainReportText.text(of: problem))
    }
  }

  private var diagnostics: [String] {
    run.brokenFiles.flatMap { file in
      file.errorsFirst.map { diagnostic in
        Self.command(
          diagnostic.isError ? "error" : "warning", path: file.path, line: diagnostic.line,
          column: diagnostic.column,
          title: diagnostic.isError ? "This file can't be run" : "Warning",
          message: ([diagnostic.message] + diagnostic.hints).joined(separator: "\n"))
      }
    }
  }

  private var failures: [String] {
    run.scenarios.filter(\.fails).flatMap { scenario in
      scenario.failures.isEmpty
        ? [Self.command("error", at: scenario, message: "failed")]
        : scenario.failures.map { failure in
          Self.command(
            "error", path: failure.path, line: failure.line, column: failure.column,
            title: scenario.name,
            message: ([PlainReportText.message(of: failure)] + failure.evidence)
              .joined(separator: "\n"))
        }
    }
  }

  private var flaky: [String] {
    run.scenarios.filter(\.isFlaky).map { scenario in
      Self.command(
        "warning", at: scenario, message: "flaky: \(PlainReportText.attempts(at: scenario) ?? "")")
    }
  }

  private var knownIssues: [String] {
    run.scenarios.filter {
      $0.verdict == .knownIssue || $0.verdict == .undefined && !$0.fails
    }.map { scenario in
      Self.command(
        "notice", at: scenario,
        message: ([PlainReportText.unfinished(scenario) ?? ""]
          + scenario.failures.map(PlainReportText.text)).joined(separator: "\n"))
    }
  }

  private var notes: [String] {
    run.scenarios.flatMap { result in
      result.notes.map { Self.command("notice", at: result, line: $0.line, message: $0.message) }
    }
  }

  private static func command(
    _ name: String, at scenario: ScenarioReport, line: Int? = nil, message: String
  ) -> String {
    command(
      name, path: scenario.path, line: line ?? scenario.line, title: scenario.name,
      message: message)
  }

  /// Returns the command for a line of a file, or for a whole run.
  ///
  /// - Parameter name: `error`, `warning` or `notice`.
  package static func command(
    _ name: String, path: String? = nil, line: Int? = nil, column: Int? = nil, title: String,
    message: String
  ) -> String {
    // GitHub requires a path that is relative to the root of the repository.
    let path = path.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    let properties: [String?] = [
      path.map { "file=\(escaped($0, isProperty: true))" }, line.map { "line=\($0)" },
      column.map { "col=\($0)" }, "title=\(escaped(title, isProperty: true))",
    ]
    return "::\(name) \(properties.compactMap(\.self).joined(separator: ","))::\(escaped(message))"
  }

  /// Returns a text with `%` and line breaks encoded; in properties `:` and `,` too.
  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    let codes: [Unicode.Scalar: String] = ["%": "%25", "\n": "%0A", ":": "%3A", ",": "%2C"]
    return text.showingControls().replacingScalars {
      isProperty || $0 != ":" && $0 != "," ? codes[$0] : nil
    }
  }
}
