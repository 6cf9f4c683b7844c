import Foundation
import Testing

@testable import ScenarioReports

@Suite("A report for other tools")
struct ReportFormatTests {
  private static let files: [(ReportFormat, String)] = [
    (.junit, "junit.xml"), (.messages, "messages.ndjson"), (.github, "github.txt"),
    (.markdown, "summary.md"), (.tap, "report.tap"), (.json, "results.ndjson"),
  ]

  @Test(arguments: files)
  func `is exactly this text`(format: ReportFormat, file: String) throws {
    #expect(try format.text(for: RichRecord.run()) == expected("rich-\(file)"))
  }

  @Test(arguments: files)
  func `tells of all attempts`(format: ReportFormat, file: String) throws {
    #expect(try format.text(for: RichRecord.merged()) == expected("attempts-\(file)"))
  }

  @Test(arguments: files)
  func `is there for a run of nothing`(format: ReportFormat, file: String) throws {
    let nothing = RichRecord.run([], brokenFiles: [])
    #expect(try format.text(for: nothing) == expected("nothing-\(file)"))
  }

  @Test func `has a test for each format`() {
    #expect(Set(Self.files.map(\.0) + [.html]) == Set(ReportFormat.allCases))
  }

  @Test func `is a page where that is asked for`() throws {
    let run = RichRecord.run()
    #expect(try ReportFormat.html.text(for: run) == HTMLReport(run: run).html)
  }
}

@Suite("Where a report goes")
struct ReportDestinationTests {
  @Test(
    arguments: [
      ("junit=build/junit.xml", .junit, "build/junit.xml"), ("JSON=a=b", .json, "a=b"),
      ("github", .github, nil), ("tap=-", .tap, nil),
      ("messages=ü n.ndjson", .messages, "ü n.ndjson"),
    ] as [(String, ReportFormat, String?)])
  func `is a format and a file`(text: String, format: ReportFormat, path: String?) throws {
    #expect(
      try ReportDestination(parsing: text) == ReportDestination(format: format, path: path))
  }

  @Test(
    arguments: [
      (
        "junitt=x.xml",
        """
        there is no format "junitt"
          The formats are junit, messages, github, markdown, tap, json, html; write one as \
        "junit=build/junit.xml".
        """
      ),
      (
        "",
        """
        there is no format ""
          The formats are junit, messages, github, markdown, tap, json, html; write one as \
        "junit=build/junit.xml".
        """
      ),
      (
        "tap=",
        """
        a file is missing behind "tap="
          Write "tap=FILE", or "tap" alone for standard output.
        """
      ),
    ])
  func `says what is wrong`(text: String, message: String) {
    #expect(throws: ReportDestinationError(description: message)) {
      try ReportDestination(parsing: text)
    }
  }
}
