/// An output format for the report of a run.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// JUnit XML, for Jenkins, GitLab and others; see ``JUnitReport``.
  case junit
  /// Cucumber Messages, for Cucumber's formatters.
  case messages
  /// GitHub Actions annotations, to be printed; see ``GitHubAnnotations``.
  case github
  /// A Markdown summary, for the page of a job; see ``MarkdownSummary``.
  case markdown
  /// JSON lines, for merging and comparing runs; see ``ResultsFile``.
  case json
  /// An HTML page for browsers; see ``HTMLReport``.
  case html

  /// Returns whether the beginning of a text is that of a report in this format.
  func begins(_ text: String) -> Bool {
    switch self {
    case .junit: text.hasPrefix("<?xml") && text.contains("<testsuite")
    case .messages: text.hasPrefix(#"{"meta":"#)
    case .github: text.hasPrefix("::")
    case .markdown: text.hasPrefix("## ✔ ") || text.hasPrefix("## ✘ ")
    case .json: text.hasPrefix(#"{"run":"#)
    case .html: text.hasPrefix("<!DOCTYPE html>") && text.contains(HTMLReport.generator)
    }
  }

  /// Writes the report of a run in pieces, so that a long one need not be in memory.
  ///
  /// It contains no comparison with earlier runs; for that, see ``HTMLReport``.
  ///
  /// - Throws: An error of the JSON encoder, and the errors of `write`.
  package func write(_ run: RunReport, to write: (String) throws -> Void) throws {
    switch self {
    case .junit: try write(JUnitReport(run).text)
    case .messages: try CucumberReport.write(run, to: write)
    case .github: try write(GitHubAnnotations(run).text)
    case .markdown: try write(MarkdownSummary(run).text)
    case .json: try ResultsFile.write(run, to: write)
    case .html: try HTMLReport(run: run).write(to: write)
    }
  }
}

/// A report requested on the command line, as `FORMAT=FILE`.
package struct ReportDestination: Sendable, Hashable {
  /// The format of the report.
  package var format: ReportFormat

  /// The path of the file; `nil` for standard output.
  package var path: String?

  /// Creates a destination; the path defaults to standard output.
  package init(format: ReportFormat, path: String? = nil) {
    (self.format, self.path) = (format, path)
  }

  /// Parses `FORMAT=FILE`; `FORMAT` alone, `FORMAT=-` and `FORMAT=/dev/stdout` are standard output.
  ///
  /// - Throws: ``ReportDestinationError`` if the format is unknown or the file name is missing.
  package init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat(rawValue: parts[0].lowercased()) else {
      throw ReportDestinationError(
        description: "unknown report format \"\(parts[0])\"\n  Available formats: "
          + "\(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")); "
          + "for example, \"junit=build/junit.xml\".")
    }
    self.format = format
    guard parts.count > 1 else { return }
    guard !parts[1].isEmpty else {
      throw ReportDestinationError(
        description: "missing file name after \"\(text)\"\n  Write \"\(text)FILE\", or "
          + "\"\(format.rawValue)\" alone for standard output.")
    }
    path = ["-", "/dev/stdout", "/dev/fd/1"].contains(parts[1]) ? nil : String(parts[1])
  }
}

/// An error in the text of a report destination.
package struct ReportDestinationError: Error, Hashable, CustomStringConvertible {
  /// The problem and its remedy.
  package var description: String
}
