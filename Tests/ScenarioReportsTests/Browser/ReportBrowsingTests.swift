import Foundation
import ScenarioRunner
import Testing

@testable import ScenarioReports

@Suite("The report in a browser", .enabled(if: Browser.isThere, "Chromium is not there"))
struct ReportBrowsingTests {
  private let lamps = SampleRecords.run([
    SampleRecords.scenario("A lamp", "It is switched on", tags: ["smoke"]),
    SampleRecords.scenario(
      "A lamp", "It is switched on", "It glows", line: 9, verdict: .failed,
      text: "- scenario: It glows\n  then: the lamp is lit",
      failures: [SampleRecords.failure("the lamp is dark", line: 10, details: ["  expected  lit"])]),
    SampleRecords.scenario(
      "A lamp", "It is switched on", "It glows", "It glows on", line: 12, verdict: .blocked,
      reason: "It glows"),
    SampleRecords.scenario(
      "A torch", "It burns", path: "Scenarios/torch.yaml", verdict: .skipped, reason: "too hot"),
  ])

  private static let rows = "[...document.querySelectorAll('.row')].map(row => row.title)"
  private static let heading = "document.querySelector('main h1').textContent"

  private func visit(
    _ run: RunRecord, address: String = "", _ steps: Browser.Step...
  ) throws -> [String] {
    let visit = try Browser.visit(HTMLReport(run: run).html, address: address, steps)
    #expect(visit.problems == [])
    #expect(visit.requests == [])
    return visit.values
  }

  @Test func `opens with what broke, and filters by verdict, tag and words`() throws {
    let values = try visit(
      lamps, .evaluate(Self.heading),
      .evaluate("document.querySelector('.breakage').textContent"),
      .evaluate("document.querySelector('.verdicts .failed').click()"), .evaluate(Self.rows),
      .press("Escape"),
      .evaluate(
        """
        const tag = document.getElementById("choose-tag"); tag.value = "smoke";
        tag.dispatchEvent(new Event("change"))
        """), .evaluate(Self.rows), .press("Escape"),
      .press("/"), .press("t"), .press("o"), .press("r"), .press("c"), .press("h"),
      .evaluate(Self.rows), .evaluate("document.querySelector('.status').textContent"))
    #expect(values[0] == #""1 of 4 scenarios fails""#)
    #expect(values[1].contains("the lamp is dark"))
    #expect(values[1].contains("blocks 1 scenario inside"))
    #expect(values[3] == #"["It glows"]"#)
    #expect(values[5] == #"["It is switched on"]"#)
    #expect(values[6] == #"["It burns"]"#)
    #expect(values[7] == #""1 of 4 scenarios""#)
  }

  @Test func `shows a scenario at its address, with what does not hold at its line`() throws {
    let address = HTMLReport.identities(of: lamps.scenarios)[1]
    let values = try visit(
      lamps, address: address, .evaluate(Self.heading),
      .evaluate("document.querySelector('.lines .failing').innerText.replace(/\\s+/g, ' ')"),
      .evaluate("document.title"), .evaluate("document.querySelector('.crumbs a').click()"),
      .evaluate(Self.heading), .evaluate("document.activeElement.textContent"))
    #expect(values[0] == #""It glows""#)
    #expect(values[1].contains("the lamp is lit the lamp is dark at +100 ms expected lit"))
    #expect(values[2] == "\"It glows \\u00b7 failed\"")
    // Who follows a link is told where it led.
    #expect(values[4] == #""It is switched on""#)
    #expect(values[5] == #""It is switched on""#)
  }

  @Test func `is read with the keys alone`() throws {
    let values = try visit(
      lamps, .press("j"), .press("j"), .press("j"), .press("k"),
      .evaluate("document.activeElement.title"), .press("Enter"), .evaluate(Self.heading),
      .press("Escape"), .evaluate(Self.heading), .evaluate("document.activeElement.title"))
    #expect(
      values == [
        #""It glows""#, #""It glows""#, #""1 of 4 scenarios fails""#, #""It glows""#,
      ])
  }

  @Test func `tells that an address is of no scenario`() throws {
    let values = try visit(
      lamps, address: "gone-%00%ff", .evaluate("document.querySelector('.reason').textContent"))
    #expect(
      values == [
        "\"This run has no scenario with that address; it may have another title or file now.\""
      ])
  }

  @Test func `draws what the screen showed`() throws {
    let shown: Value = .mapping([
      .init("state", .text("failed")), .init("title", .text("News")),
      .init("loading", .bool(false)),
      .init("alert", .text("No connection")), .init("items", .list([.text("One"), .text("Two")])),
      .init("isOpen", .bool(true)), .init("message", .absent),
      .init("buttons", .list([.text("Try again")])),
    ])
    let scenario = SampleRecords.scenario(
      "News", "They fail",
      steps: [
        SampleRecords.step("when it opens", showing: .mapping([.init("state", .text("loading"))])),
        SampleRecords.step("when it fails", showing: shown),
      ])
    let values = try visit(
      SampleRecords.run([scenario]), address: HTMLReport.identities(of: [scenario])[0],
      .evaluate("document.querySelectorAll('.storyboard .screen').length"),
      .evaluate("document.querySelector('.storyboard li:first-child .busy').textContent"),
      .evaluate(
        "[...document.querySelectorAll('.storyboard li:last-child .part > *')]"
          + ".map(part => part.className.replace(' changed', '') + ': ' + part.textContent)"),
      .evaluate("document.querySelector('.storyboard').textContent.includes('{')"))
    #expect(values[0] == "2")
    #expect(values[1] == #""loading""#)
    #expect(
      values[2] == """
        ["state: failed", "title: News", "alert: alertNo connection", "field: itemsOneTwo", \
        "switch: is open", "buttons: Try again"]
        """)
    #expect(values[3] == "false")
  }

  @Test func `runs nothing that a text says`() throws {
    let text =
      "<img src=x onerror=\"window.hacked = 1\"></script><script>window.hacked = 1</script>"
    let scenario = SampleRecords.scenario(
      text, text, verdict: .failed, tags: [text], text: text,
      steps: [SampleRecords.step(text, showing: .mapping([.init(text, .text(text))]))],
      failures: [SampleRecords.failure(text, details: [text])],
      events: [.init(kind: .call, nanoseconds: 0, participant: text, text: text)])
    let values = try visit(
      SampleRecords.run([scenario]), .evaluate("String(window.hacked)"), .press("j"),
      .press("Enter"), .evaluate("String(window.hacked)"), .evaluate(Self.heading))
    #expect(values[0] == #""undefined""#)
    #expect(values[1] == #""undefined""#)
    #expect(values[2].hasPrefix(#""<img src=x"#))
  }

  @Test func `shows every scenario of this package without an error`() async throws {
    let run = try await SampleRuns.run(changes: SampleRuns.regressions)
    #expect(run.scenarios.count { $0.verdict == .failed } == SampleRuns.regressions.count)
    let values = try visit(
      run,
      .evaluate(
        """
        (async () => {
          let count = 0;
          for (const row of [...document.querySelectorAll(".row")]) {
            location.hash = row.getAttribute("href");
            await new Promise(done => setTimeout(done, 0));
            const text = document.querySelector("main").innerText;
            if (text.includes(row.title) && !/undefined|\\[object|NaN/.test(text)) count += 1;
          }
          return count;
        })()
        """))
    #expect(values == ["\(run.scenarios.count)"])
  }
}
