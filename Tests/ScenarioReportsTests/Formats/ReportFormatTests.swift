import Foundation
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("Report format cases")
struct ReportFormatCasesTests {
  private static let files: [(format: ReportFormat, name: String)] = [
    (.junit, "junit.xml"), (.messages, "messages.ndjson"), (.github, "github.txt"),
    (.markdown, "summary.md"), (.json, "results.ndjson"),
  ]

  /// The content of a report: the first part of the name of its file.
  enum Content: String, CaseIterable, Sendable {
    case rich, attempts, nothing, undefined, problems

    func run() throws -> RunReport {
      switch self {
      case .rich: RichRecord.run()
      case .attempts: try RichRecord.merged()
      case .nothing: RichRecord.run([], brokenFiles: [])
      case .undefined: RichRecord.run(RichRecord.undefined, brokenFiles: [])
      case .problems:
        RichRecord.run(
          [RichRecord.scenarios[0]],
          problems: [
            .interrupted(notRun: 12, isPlanned: true),
            RunReport.Problem(
              .strict, "2 warnings with --strict",
              details: ["a.yaml:4:15: warning: 100% & <nothing>, #1", "b.yaml:1:1: warning: `b`"]),
          ])
      }
    }
  }

  @Test(arguments: Content.allCases, files)
  func `a report has exactly the expected text in each format`(
    content: Content, file: (format: ReportFormat, name: String)
  ) throws {
    try expect(file.format.text(for: content.run()), toBeIn: "\(content)-\(file.name)")
  }

  @Test(arguments: ReportFormat.allCases)
  func `a run whose details are kept as bytes has the same report`(format: ReportFormat) throws {
    let run = try RichRecord.merged()
    var compact = run
    for index in compact.scenarios.indices {
      compact.scenarios[index].compact(after: index > 0 ? compact.scenarios[index - 1] : nil)
    }
    #expect(try format.text(for: compact) == format.text(for: run))
  }

  @Test func `every report format is tested`() {
    #expect(Set(Self.files.map(\.format) + [.html]) == Set(ReportFormat.allCases))
  }

  @Test func `the HTML format produces the HTML report`() throws {
    let run = RichRecord.run()
    #expect(try ReportFormat.html.text(for: run) == HTMLReport(run: run).html)
  }
}

@Suite("Report destinations")
struct ReportDestinationTests {
  @Test(
    arguments: [
      ("junit=build/junit.xml", .junit, "build/junit.xml"), ("JSON=a=b", .json, "a=b"),
      ("github", .github, nil), ("json=-", .json, nil), ("html=/dev/stdout", .html, nil),
      ("messages=ü n.ndjson", .messages, "ü n.ndjson"),
    ] as [(String, ReportFormat, String?)])
  func `a report destination is parsed into a format and a file`(
    text: String, format: ReportFormat, path: String?
  ) throws {
    #expect(try ReportDestination(parsing: text) == ReportDestination(format: format, path: path))
  }

  @Test(
    arguments: [
      (
        "junitt=x.xml",
        """
        unknown report format "junitt"
          Available formats: junit, messages, github, markdown, json, html; for example, \
        "junit=build/junit.xml".
        """
      ),
      (
        "",
        """
        unknown report format ""
          Available formats: junit, messages, github, markdown, json, html; for example, \
        "junit=build/junit.xml".
        """
      ),
      (
        "junit=",
        """
        missing file name after "junit="
          Write "junit=FILE", or "junit" alone for standard output.
        """
      ),
    ])
  func `an invalid report destination is rejected with a message`(text: String, message: String) {
    #expect(throws: ReportDestinationError(description: message)) {
      try ReportDestination(parsing: text)
    }
  }
}
