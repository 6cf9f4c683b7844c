import Foundation
import ScenarioLanguage
import ScenarioReports
import StoryTestSupport
import TestSupport
import Testing

@Suite("The files of reports")
struct ReportFileTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func problem(_ destinations: [(ReportFormat, String?)]) -> String? {
    do throws(Diagnostic) {
      try ReportFile.check(
        destinations.map { ReportDestination(format: $0.0, path: $0.1.map { path($0) }) })
      return nil
    } catch {
      return error.text.replacing(folder.path + "/", with: "")
    }
  }

  @Test(arguments: ReportFormat.allCases)
  func `a report replaces an earlier report in its format and an empty file`(
    format: ReportFormat
  ) throws {
    try temporary.write("", to: "report")
    #expect(problem([(format, "report")]) == nil)
    let report = try format.text(for: RichRecord.run())
    try ReportFile(format, path: path("report")).write { try $0(report) }
    #expect(try temporary.text(of: "report") == report)
    #expect(problem([(format, "report")]) == nil)
  }

  @Test func `a report is written and emptied behind a symbolic link, which stays`() throws {
    try temporary.write("", to: "report")
    try temporary.link("link", to: path("report"))
    let file = ReportFile(.markdown, path: path("link"))
    try file.write { try $0("## ✔ 1\n") }
    #expect(try temporary.text(of: "report") == "## ✔ 1\n")
    try file.empty()
    #expect(try temporary.text(of: "report") == "")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == path("report"))
    try ReportFile(.markdown, path: path("absent")).empty()
    #expect(!FileManager.default.fileExists(atPath: path("absent")))
  }

  @Test(arguments: ReportFormat.allCases)
  func `a report replaces no other file`(format: ReportFormat) throws {
    try temporary.write("# Notes\n", to: "notes")
    #expect(
      problem([(format, "notes")]) == """
        "notes" exists and is no \(format.rawValue) report, so it is not replaced
          Choose another file name, or delete the file.
        """)
  }

  @Test func `a report can't have the name of a story or a folder`() throws {
    #expect(
      problem([(.html, "Scenarios/a.YAML")]) == """
        a report can't be written to "Scenarios/a.YAML": story files end in .yaml or .yml
          Choose another file name.
        """)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "out"), withIntermediateDirectories: true)
    #expect(problem([(.markdown, "out")]) == "a report can't be written to \"out\": it is a folder")
  }

  @Test func `two reports can't have one file`() throws {
    try temporary.link("link", to: path("report"))
    try temporary.write("", to: "report")
    for other in ["report", "./report", "out/../report", "link"] {
      #expect(
        problem([(.markdown, "report"), (.junit, other)]) == """
          the reports markdown and junit can't both be written to "\(other)"
            Write each report to a file of its own.
          """)
    }
    #expect(problem([(.markdown, nil), (.junit, nil)])?.contains("standard output") == true)
    #expect(problem([(.markdown, "a"), (.junit, "b"), (.json, nil)]) == nil)
  }

  @Test func `a report is written into a pipe, which stays a pipe`() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(problem([(.markdown, "pipe")]) == nil)
    let file = ReportFile(.markdown, path: path("pipe"))
    #expect(
      throws: Diagnostic("the report \"\(path("pipe"))\" can't be written: nothing reads the pipe")
    ) {
      try file.write { try $0("## ✔ 1\n") }
    }
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try file.write { try $0("## ✔ 1\n") }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "## ✔ 1\n")
    var status = stat()
    #expect(stat(path("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func `a report to a full device fails`() {
    #expect(throws: Diagnostic.self) {
      try ReportFile(.markdown, path: "/dev/full").write { try $0("##") }
    }
  }
}
