import Foundation
import TestSupport
import Testing

@Suite(
  "A written HTML report in a browser",
  .enabled(if: Browser.isThere, "there is no Chromium to open pages in"))
struct WrittenReportTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Calls a body with the report of a run that broke a scenario since the previous run.
  private func withReport(_ body: (URL) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let (files, facts) = (FileManager.default, Self.root.appending(path: "Scenarios/facts"))
    try files.createDirectory(
      at: folder.file("Scenarios/facts/fixtures"), withIntermediateDirectories: true)
    // Only the contents: the files may belong to a group that this account is not in.
    for path in try files.subpathsOfDirectory(atPath: facts.path()) where path.contains(".") {
      try Data(contentsOf: facts.appending(path: path))
        .write(to: folder.file("Scenarios/facts/\(path)"))
    }
    #expect(try run(["run"], in: folder.url) == 0)
    let story = "Scenarios/facts/facts.yaml"
    let text = try folder.text(of: story)
    let location = try #require(text.range(of: "timeAgoText: 5 days ago"))
    try folder.write(
      text.replacingCharacters(in: location, with: "timeAgoText: 6 days ago"), to: story)
    #expect(try run(["run", "--to", "html=report.html"], in: folder.url) == 1)
    try await body(folder.file("report.html"))
  }

  private func run(_ arguments: [String], in folder: URL) throws -> Int32 {
    try FinishedProcess(of: FinishedProcess.executable(named: "scenarios"), arguments, in: folder)
      .status
  }

  private static let rows = "[...document.querySelectorAll('.row')].map(row => row.title)"
  private static let heading = "document.querySelector('main h1').textContent"

  private func texts(_ selector: String) -> Browser.Step {
    .evaluate(
      "[...document.querySelectorAll('\(selector)')]"
        + ".map(part => (part.innerText ?? part.textContent).replace(/\\s+/g, ' ').trim())")
  }

  @Test func `a written HTML report opens, filters and navigates without any request`() async throws
  {
    try await withReport { page in
      let visit = try await Browser.visit(
        page,
        [
          .evaluate(Self.heading),
          texts(".changes li"),
          .evaluate("document.querySelector('.verdicts .failed').click()"), .evaluate(Self.rows),
          .press("Escape"),
          .evaluate(
            """
            const tag = document.getElementById("choose-tag"); tag.value = "live";
            tag.dispatchEvent(new Event("change"))
            """),
          .evaluate("document.querySelector('[role=status]').textContent"), .press("Escape"),
          .press("/"), .press("t"), .press("w"), .press("i"), .press("c"), .press("e"),
          .evaluate(Self.rows), .press("Escape"),
          .evaluate("document.querySelector('.breakage h3 a').click()"),
          .evaluate(Self.heading), .evaluate("location.hash.replace(/[0-9a-f]{8}$/, 'HASH')"),
          texts(".lines .failing .failure"), texts(".storyboard .wrong"),
          texts(".sequence text.head"), texts("td.address"),
          .press("Escape"), .press("j"), .press("Enter"), .evaluate(Self.heading),
        ])
      #expect(visit.problems + visit.requests == [])
      let values = visit.values.filter { $0 != "null" && $0 != "true" }
      #expect(
        values == [
          #""1 of 66 scenarios fails""#,
          #"["6 broken Loading succeeds and 5 scenarios inside"]"#,
          #"["Loading succeeds"]"#,
          #""12 of 66 scenarios""#,
          #"["Tapping load twice sends one request"]"#,
          #""Loading succeeds""#, ##""#loading-succeeds-HASH""##,
          #"["the screen shows: not as expected, and the app has no pending work at +100 ms expected "#
            + #"timeAgoText: 6 days ago (facts.yaml:33) actual timeAgoText: 5 days ago "#
            + #"observed state: info infoText: Quick \u0438 Nimble \u2014 \u044d\u0442\u043e "#
            + #"\u0444\u0440\u0435\u0439\u043c\u0432\u043e\u0440\u043a\u0438, "#
            + #"\u0438\u0441\u043f\u043e\u043b\u044c\u0437\u0443\u0435\u043c\u044b\u0435 "#
            + #"\u0434\u043b\u044f \u0442\u0435\u0441\u0442\u0438\u0440\u043e\u0432\u0430\u043d\u0438\u044f "#
            + #"\u0432 iOS \u0440\u0430\u0437\u0440\u0430\u0431\u043e\u0442\u2026 "#
            + #"timeAgoText: 5 days ago buttons: [Show details]"]"#,
          #"["time ago text 5 days ago expected: 6 days ago"]"#,
          #"["reader", "app", "view", "server"]"#,
          #"["GET https://info-example.com/get_info"]"#,
          #""Tapping details opens the details screen""#,
        ])
    }
  }
}
