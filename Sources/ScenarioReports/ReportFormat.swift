import ScenarioResults

/// A form that the report of a run can take for other tools.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// JUnit XML, for Jenkins, GitLab and others; see ``JUnitReport``.
  case junit
  /// Cucumber Messages, for Cucumber's formatters; see ``CucumberReport``.
  case messages
  /// Annotations of GitHub Actions, to be printed; see ``GitHubAnnotations``.
  case github
  /// A summary in Markdown, for the page of a job; see ``MarkdownSummary``.
  case markdown
  /// TAP 14, for harnesses of the Test Anything Protocol; see ``TAPReport``.
  case tap
  /// Lines of JSON, to be merged and compared; see ``ResultsFile``.
  case json
  /// A page for browsers; see ``HTMLReport``.
  case html

  /// The report of a run.
  ///
  /// What is compared with earlier runs is not in it; for that see ``HTMLReport``.
  ///
  /// - Throws: What the encoder of JSON throws.
  public func text(for run: RunReport) throws -> String {
    switch self {
    case .junit: JUnitReport(run).text
    case .messages: try CucumberReport(run).text()
    case .github: GitHubAnnotations(run).text
    case .markdown: MarkdownSummary(run).text
    case .tap: TAPReport(run).text
    case .json: try ResultsFile.text(for: run)
    case .html: try HTMLReport(run: run).html
    }
  }
}

/// A report that is asked for on the command line, as `FORMAT=FILE`.
public struct ReportDestination: Sendable, Hashable {
  /// The format.
  public var format: ReportFormat

  /// The file's path; `nil` for standard output.
  public var path: String?

  /// Creates a destination; standard output unless a path is given.
  public init(format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Reads `FORMAT=FILE`; `FORMAT` alone and `FORMAT=-` are standard output.
  ///
  /// - Throws: ``ReportDestinationError`` for another format, and where the file's name is missing.
  public init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat(rawValue: parts[0].lowercased()) else {
      throw ReportDestinationError(
        description: "there is no format \"\(parts[0])\"\n  The formats are "
          + "\(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")); "
          + "write one as \"junit=build/junit.xml\".")
    }
    self.format = format
    guard parts.count > 1 else { return }
    guard !parts[1].isEmpty else {
      throw ReportDestinationError(
        description: "a file is missing behind \"\(text)\"\n  Write \"\(text)FILE\", or "
          + "\"\(format.rawValue)\" alone for standard output.")
    }
    path = parts[1] == "-" ? nil : String(parts[1])
  }
}

/// Why a text names no report.
public struct ReportDestinationError: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String
}
