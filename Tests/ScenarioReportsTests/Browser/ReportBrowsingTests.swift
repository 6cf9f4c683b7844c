import Foundation
import ScenarioKit
import StoryTestSupport
import TestSupport
import Testing

@testable import ScenarioReports

@Suite(
  "The HTML report in a browser",
  .enabled(if: Browser.isThere, "there is no Chromium to open pages in"))
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
    _ run: RunReport, address: String = "", _ steps: Browser.Step...
  ) async throws -> [String] {
    let visit = try await Browser.visit(HTMLReport(run: run).html, address: address, steps)
    #expect(visit.problems + visit.requests == [])
    return visit.values
  }

  @Test func `the HTML report shows failures first and filters by verdict, tag and text`()
    async throws
  {
    let values = try await visit(
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
      .evaluate(Self.rows), .evaluate("document.querySelector('[role=status]').textContent"))
    #expect(values[1].contains("the lamp is dark"))
    #expect(values[1].contains("blocks 1 scenario inside"))
    #expect(
      [0, 3, 5, 6, 7].map { values[$0] } == [
        #""1 of 4 scenarios fails""#, #"["It glows"]"#, #"["It is switched on"]"#,
        #"["It burns"]"#, #""1 of 4 scenarios""#,
      ])
  }

  @Test func `the HTML report is in the language of its stories`() async throws {
    let german = SampleRecords.run([
      SampleRecords.scenario(
        "Eine Lampe", "failed", verdict: .failed, text: "- Szenario: failed\n  dann: failed",
        failures: [SampleRecords.failure("the lamp is dark", line: 3)]),
      SampleRecords.scenario("Eine Lampe", "Sie brennt", line: 9, text: "- Szenario: Sie brennt"),
    ])
    let failure = try await visit(
      german, .evaluate("document.querySelector('.failure p').textContent"))
    #expect(failure == [#""the lamp is dark  bei +100 ms""#])
    let values = try await visit(
      german, .evaluate(Self.heading), .evaluate("document.documentElement.lang"),
      .evaluate(
        "[...document.querySelectorAll('h2, .legend button')].map(part => part.textContent)"),
      .evaluate("document.querySelector('[role=status]').textContent"), .evaluate(Self.rows),
      .evaluate("document.querySelector('.row').click()"),
      .evaluate("[...document.querySelectorAll('h1, h2, .badge')].map(part => part.textContent)"))
    #expect(
      values[0...4] == [
        #""1 von 2 Szenarien schl\u00e4gt fehl""#, #""de""#,
        #"["\u2718 1 fehlgeschlagen", "\u2714 1 bestanden", "Was fehlschl\u00e4gt", "Geschichten"]"#,
        #""2 Szenarien""#, #"["failed", "Sie brennt"]"#,
      ])
    #expect(values[6].contains(#""failed", "\u2718 fehlgeschlagen", "Das Szenario""#))
    #expect(values[6].contains("Storyboard") == false)
  }

  @Test func `a scenario's address in the HTML report shows failures at their lines`() async throws
  {
    let address = HTMLReport.identities(of: lamps.scenarios)[1]
    let values = try await visit(
      lamps, address: address, .evaluate(Self.heading),
      .evaluate("document.querySelector('.lines .failing').innerText.replace(/\\s+/g, ' ')"),
      .evaluate("document.title"), .evaluate("document.querySelector('.crumbs a').click()"),
      .evaluate(Self.heading), .evaluate("document.activeElement.textContent"))
    #expect(values[1].contains("the lamp is lit the lamp is dark at +100 ms expected lit"))
    // The heading of the target gets the focus.
    #expect(
      [0, 2, 4, 5].map { values[$0] } == [
        #""It glows""#, #""It glows \u00b7 failed""#, #""It is switched on""#,
        #""It is switched on""#,
      ])
  }

  @Test func `the HTML report can be navigated by keyboard`() async throws {
    let values = try await visit(
      lamps, .press("j"), .press("j"), .press("j"), .press("k"),
      .evaluate("document.activeElement.title"), .press("Enter"), .evaluate(Self.heading),
      .press("Escape"), .evaluate(Self.heading), .evaluate("document.activeElement.title"))
    #expect(
      values == [#""It glows""#, #""It glows""#, #""1 of 4 scenarios fails""#, #""It glows""#])
  }

  @Test func `the HTML report shows an example filled in, and other examples folded`() async throws
  {
    let text = """
      - scenario: It glows
        then: the lamp shows "<n>"
        examples:
          columns: [n]
          rows:
            # From dark to bright.
            - [1]
            - [2]
            - [three]
            - [4]
      """
    var scenario = SampleRecords.scenario(
      "A lamp", "It glows (n: three)", line: 18, text: StoryText(text),
      steps: [SampleRecords.step("then the lamp shows \"three\"", showing: .absent, line: 11)])
    scenario.firstLine = 10
    var nested = SampleRecords.scenario(
      "A lamp", "It glows (n: three)", "It still shows <n>", line: 21,
      text: "- scenario: It still shows <n>\n  then: the lamp shows \"<n>\" and <m>")
    nested.firstLine = nil
    let run = SampleRecords.run([scenario, nested])
    var failed = scenario
    failed.verdict = .failed
    failed.failures = [
      Failure(
        path: failed.path, line: 11, column: 3, lineText: "  then: the lamp shows \"<n>\"",
        message: "the lamp is dark", details: [], nanoseconds: 0)
    ]
    let card = try await visit(
      SampleRecords.run([failed]), .evaluate("document.querySelector('.breakage').textContent"))
    #expect(card[0].contains("the lamp shows \\\"three\\\""))
    let inner = try await visit(
      run, address: HTMLReport.identities(of: run.scenarios)[1],
      .evaluate("document.querySelector('.lines').innerText.replace(/\\s+/g, ' ')"))
    #expect(inner[0].contains("the lamp shows \\\"three\\\" and <m>"))
    let values = try await visit(
      run, address: HTMLReport.identities(of: run.scenarios)[0],
      .evaluate("document.querySelector('.example-values').innerText.replace(/\\s+/g, ' ')"),
      .evaluate("document.querySelector('.filled').title"),
      .evaluate("document.querySelectorAll('.earlier').length"),
      .evaluate(
        "[...document.querySelector('.lines').children].map(line => line.innerText.replace(/\\s+/g, ' '))"
      ),
      .evaluate("document.querySelector('.folded details').open = true"),
      .evaluate("document.querySelector('.folded ol').innerText.replace(/\\s+/g, ' ')"),
      .evaluate("document.querySelector('.lines .example').value"),
      .evaluate("document.querySelector('.meta code').textContent"))
    #expect(
      values == [
        #""n three""#, #""<n>""#, "0",
        #"["10- scenario: It glows", "11\u2714 then: the lamp shows \"three\"", "12 examples:", "#
          + #""13 columns: [n]", "14 rows:", "15 # From dark to bright.", "#
          + #""2 lines of other examples", "18 - [three]", "19 - [4]"]"#, "true",
        #""16 - [1] 17 - [2]""#, "18", #""Scenarios/lamp.yaml:18""#,
      ])
  }

  @Test func `the HTML report lists the titles of scenarios that only group others`() async throws {
    let run = SampleRecords.run([
      SampleRecords.scenario("A lamp", "On", "Bright", "It glows"),
      SampleRecords.scenario("A lamp", "On", "Bright", "It shines"),
      SampleRecords.scenario("A lamp", "On", "Dim"),
    ])
    let values = try await visit(
      run, .evaluate("[...document.querySelectorAll('.rows li')].map(row => row.innerText.trim())"))
    #expect(
      values == [
        #"["A lamp\nScenarios/lamp.yaml", "On", "Bright", "\u2714\nIt glows", "#
          + #""\u2714\nIt shines", "\u2714\nDim"]"#
      ])
  }

  @Test func `the sequence has a verdict after the events that it judges`() async throws {
    var scenario = SampleRecords.scenario(
      "A shop", "It opens",
      steps: [
        SampleRecords.step("when the clerk opens the shop", showing: .absent),
        SampleRecords.step(
          "within 1 s the shop is open", showing: .absent, outcome: .failed, purpose: .check,
          nanoseconds: 300_000_000),
        SampleRecords.step("when the clerk closes the shop", showing: .absent),
      ],
      events: [
        .init(kind: .step, nanoseconds: 0, text: "when the clerk opens the shop"),
        .init(kind: .request, nanoseconds: 0, request: 1, text: "GET /key"),
        .init(kind: .step, nanoseconds: 0, text: "within 1 s the shop is open"),
        .init(kind: .answer, nanoseconds: 200_000_000, request: 1, text: "200"),
        .init(kind: .step, nanoseconds: 300_000_000, text: "when the clerk closes the shop"),
      ])
    scenario.person = "clerk"
    let values = try await visit(
      SampleRecords.run([scenario]), address: HTMLReport.identities(of: [scenario])[0],
      .evaluate("[...document.querySelectorAll('.sequence .head')].map(head => head.textContent)"),
      .evaluate(
        "[...document.querySelectorAll('.sequence li')].map(event => event.textContent).join(' | ')"
      ))
    #expect(
      values == [
        #"["clerk", "app", "server"]"#,
        #""+0 s clerk \u2192 app: when the clerk opens the shop | app \u2192 server: #1 GET /key | "#
          + #"+200 ms server \u2192 app: #1 200 | +300 ms check: \u2718 within 1 s the shop is open | "#
          + #"clerk \u2192 app: when the clerk closes the shop""#,
      ])
  }

  @Test func `no text of the sequence reaches the next life line`() async throws {
    let long =
      "the reader adds the link \"https://news.example/a/very/long/address/of/a/feed\" at once"
    var scenario = SampleRecords.scenario(
      "A shop", "It opens", steps: [SampleRecords.step("when \(long)", showing: .absent)],
      events: [
        .init(kind: .step, nanoseconds: 0, text: "when \(long)"),
        .init(kind: .call, nanoseconds: 0, participant: "links", text: "save: \(long)"),
        .init(kind: .request, nanoseconds: 0, request: 1, text: "GET https://a.example/\(long)"),
        .init(kind: .answer, nanoseconds: 0, request: 1, text: "200, \(long)"),
        .init(
          kind: .shown, nanoseconds: 0, text: "the screen shows: \(long)",
          shown: ShownValue(name: "the screen shows", value: .text(long))),
      ])
    scenario.person = "clerk"
    let values = try await visit(
      SampleRecords.run([scenario]), address: HTMLReport.identities(of: [scenario])[0],
      .evaluate("document.querySelectorAll('.sequence .life').length"),
      .evaluate(
        """
        [...document.querySelectorAll('.sequence .what')].filter(what => {
          const range = document.createRange();
          range.selectNodeContents(what);
          const { left, right } = range.getBoundingClientRect();
          return [...document.querySelectorAll('.sequence .life')].some(life =>
            life.getBoundingClientRect().x > left + 1 && life.getBoundingClientRect().x < right - 1);
        }).map(what => what.textContent)
        """))
    #expect(values == ["4", "[]"])
  }

  @Test func `undefined and blocked scenarios have different colours in the HTML report`()
    async throws
  {
    let run = SampleRecords.run([
      SampleRecords.scenario("A lamp", "It glows", verdict: .undefined),
      SampleRecords.scenario("A lamp", "It glows", "It shines", verdict: .blocked),
    ])
    let colours =
      "new Set([...document.querySelectorAll('.row .mark')]"
      + ".map(mark => getComputedStyle(mark).color)).size"
    #expect(
      try await visit(
        run, .evaluate(colours), .resize(width: 1280, isDark: true), .evaluate(colours))
        == ["2", "2"])
  }

  @Test func `the storyboard draws each moment of a timeline`() async throws {
    func shown(_ state: String) -> ShownValue {
      ShownValue(name: "the screen shows", value: .mapping([.init("title", .text(state))]))
    }
    let scenario = SampleRecords.scenario(
      "A form", "It is sent",
      steps: [
        SampleRecords.step(
          "timeline of 3 × 1 s", showing: .mapping([.init("title", .text("Sent"))]),
          purpose: .check, nanoseconds: 3_000_000_000)
      ],
      events: [
        .init(kind: .step, nanoseconds: 0, text: "timeline of 3 × 1 s"),
        .init(kind: .shown, nanoseconds: 0, text: "the screen shows: …", shown: shown("Empty")),
        .init(kind: .act, nanoseconds: 1_000_000_000, text: "the reader types: a"),
        .init(
          kind: .shown, nanoseconds: 1_000_000_000, text: "the screen shows: …",
          shown: shown("Typed")),
        .init(kind: .act, nanoseconds: 2_000_000_000, text: "the reader sends it"),
        .init(
          kind: .shown, nanoseconds: 2_500_000_000, text: "the screen shows: …",
          shown: shown("Sent")),
      ])
    let values = try await visit(
      SampleRecords.run([scenario]), address: HTMLReport.identities(of: [scenario])[0],
      .evaluate(
        "[...document.querySelectorAll('.storyboard li')].map(part => part.innerText.split('\\n').filter(line => line).join(' | '))"
      ),
      .evaluate("[...document.querySelectorAll('.sequence .act')].length"),
      .evaluate("[...document.querySelectorAll('.sequence .shown')].length"))
    #expect(
      values == [
        #"["Empty | +0 s", "Typed | +1 s | the reader types: a", "#
          + #""Sent | +2.5 s | the reader sends it | timeline of 3 \u00d7 1 s"]"#, "2", "3",
      ])
  }

  @Test func `only what is on the screen is inside its frame`() async throws {
    var step = SampleRecords.step(
      "when it opens", showing: .mapping([.init("title", .text("News"))]))
    step.shown += [
      ShownValue(name: "the screen showed", value: .list([.text("empty"), .text("full")])),
      ShownValue(name: "the requests were", value: .list([.text("GET /")])),
    ]
    let scenario = SampleRecords.scenario("News", "They load", steps: [step])
    let values = try await visit(
      SampleRecords.run([scenario]), address: HTMLReport.identities(of: [scenario])[0],
      .evaluate("document.querySelector('.screen').innerText"),
      .evaluate("document.querySelector('.beside').innerText.replace(/\\s+/g, ' ')"))
    #expect(values == [#""News""#, #""screen showed empty full requests were GET /""#])
  }

  @Test func `the label of this run stands beside its bar in the trend`() async throws {
    var report = HTMLReport(run: lamps)
    report.trend = [.init(began: .distantPast, passed: 4, failed: 0, other: 0)]
    let visit = try await Browser.visit(
      report.html,
      [
        .evaluate(
          """
          const bar = [...document.querySelectorAll('.trend g')].at(-1).getBoundingClientRect();
          const label = document.querySelector('.trend text.to').getBoundingClientRect();
          [label.left - bar.right < 20, label.left >= bar.right]
          """)
      ])
    #expect(visit.values == ["[true, true]"])
  }

  /// The elements of the page that are cut off or reach out of the window.
  private static let cutOff = """
    [...document.querySelectorAll("main *")].filter(part => {
      if (!part.checkVisibility() || part.closest(".hidden, svg")) return false;
      const style = getComputedStyle(part), box = part.getBoundingClientRect();
      return box.right > innerWidth + 1 || box.left < -1
        || style.overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1
        || style.overflowY === "hidden" && part.scrollHeight > part.clientHeight + 1;
    }).map(part => `${part.tagName}.${part.className}: ${part.textContent.slice(0, 40)}`)
    """

  /// The texts whose contrast to their background is below 4.5 : 1, by the formula of WCAG 2.
  private static let faint = """
    (() => {
      const rgba = color => {
        const parts = color.match(/[\\d.]+/g).map(Number);
        const scale = color.startsWith("color(") ? 255 : 1;
        return [...parts.slice(0, 3).map(part => part * scale), parts[3] ?? 1];
      };
      const over = (top, under) => [...top.slice(0, 3).map((value, index) =>
        value * top[3] + under[index] * (1 - top[3])), 1];
      const behind = part => part
        ? over(rgba(getComputedStyle(part).backgroundColor), behind(part.parentElement))
        : [255, 255, 255, 1];
      const light = color => {
        const [r, g, b] = color.map(value => value / 255).map(part =>
          part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
      };
      const opacity = part => part
        ? Number(getComputedStyle(part).opacity) * opacity(part.parentElement) : 1;
      const hasText = part => [...part.childNodes].some(node =>
        node.nodeType === 3 && node.textContent.trim());
      return [...document.querySelectorAll("body *")].filter(part => part.checkVisibility()
        && hasText(part) && !part.closest("noscript, script, style, .skip")).flatMap(part => {
        const style = getComputedStyle(part), back = behind(part);
        const paint = rgba(part.closest("svg") ? style.fill : style.color);
        paint[3] *= opacity(part);
        const [one, two] = [light(over(paint, back)), light(back)].sort((a, b) => b - a);
        const ratio = (one + .05) / (two + .05);
        const text = part.textContent.slice(0, 30);
        return ratio < 4.5
          ? [`${ratio.toFixed(2)} ${part.tagName}.${part.getAttribute("class")}: ${text}`] : [];
      });
    })()
    """

  @Test func `at 390 pixels nothing is cut off, and every text has contrast`() async throws {
    let run = try await SampleRuns.run(changes: SampleRuns.regressions)
    let identities = HTMLReport.identities(of: run.scenarios)
    let failed = zip(identities, run.scenarios).filter { $1.verdict == .failed }.map(\.0)
    var steps: [Browser.Step] = [
      .resize(width: 390), .evaluate(Self.cutOff), .evaluate(Self.faint),
    ]
    for identity in failed {
      steps += [
        .evaluate("location.hash = '\(identity)'"),
        .evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })"),
        .evaluate(Self.cutOff), .evaluate(Self.faint),
      ]
    }
    steps.append(.resize(width: 1280, isDark: true))
    for identity in failed {
      steps += [.evaluate("location.hash = '\(identity)'"), .evaluate(Self.faint)]
    }
    let visit = try await Browser.visit(HTMLReport(run: run).html, steps)
    #expect(failed.count == SampleRuns.regressions.count)
    #expect(visit.problems == [])
    let findings = visit.values.filter { $0.hasPrefix("[") }
    #expect(findings == Array(repeating: "[]", count: 2 + 3 * failed.count))
  }

  @Test func `the HTML report explains an unknown scenario address`() async throws {
    let values = try await visit(
      lamps, address: "gone-%00%ff", .evaluate("document.querySelector('.reason').textContent"))
    #expect(
      values == [
        "\"This run has no scenario with that address; it may have been renamed or moved.\""
      ])
  }

  @Test func `a blocked scenario links to the one around it, not to another one with its title`()
    async throws
  {
    let run = SampleRecords.run([
      SampleRecords.scenario("A lamp", "It glows"),
      SampleRecords.scenario(
        "A torch", "It glows", line: 12, verdict: .failed,
        failures: [SampleRecords.failure("the torch is dark", line: 13)]),
      SampleRecords.scenario(
        "A torch", "It glows", "It glows on", line: 15, verdict: .blocked, reason: "It glows"),
    ])
    let identities = HTMLReport.identities(of: run.scenarios)
    let values = try await visit(
      run, address: identities[2],
      .evaluate("document.querySelector('.reason a').getAttribute('href')"))
    #expect(values == ["\"#\(identities[1])\""])
  }

  @Test func `the HTML report draws the values that the screen showed`() async throws {
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
    let values = try await visit(
      SampleRecords.run([scenario]), address: HTMLReport.identities(of: [scenario])[0],
      .evaluate("document.querySelectorAll('.storyboard .screen').length"),
      .evaluate("document.querySelector('.storyboard li:first-child .busy').textContent"),
      .evaluate(
        "[...document.querySelectorAll('.storyboard li:last-child .part > *')]"
          + ".map(part => part.className.replace(' changed', '') + ': ' + part.textContent)"),
      .evaluate("document.querySelector('.storyboard').textContent.includes('{')"),
      .evaluate(
        "[...document.querySelectorAll('.screen :not(:has(*))')].filter(part => part.textContent "
          + "&& part.getBoundingClientRect().height < 5).map(part => part.textContent)"))
    #expect(
      values == [
        "2", #""loading""#,
        """
        ["state: failed", "title: News", "alert: alertNo connection", "field: itemsOneTwo", \
        "switch: is open", "buttons: Try again"]
        """, "false",
        // All parts with text are visible.
        "[]",
      ])
  }

  @Test func `the HTML report executes no script in a text`() async throws {
    let text =
      "<img src=x onerror=\"window.hacked = 1\"></script><script>window.hacked = 1</script>"
    let scenario = SampleRecords.scenario(
      text, text, verdict: .failed, tags: [text], text: StoryText(text),
      steps: [SampleRecords.step(text, showing: .mapping([.init(text, .text(text))]))],
      failures: [SampleRecords.failure(text, details: [text])],
      events: [.init(kind: .call, nanoseconds: 0, participant: text, text: text)])
    let values = try await visit(
      SampleRecords.run([scenario]), .evaluate("String(window.hacked)"), .press("j"),
      .press("Enter"), .evaluate("String(window.hacked)"), .evaluate(Self.heading))
    #expect(values.prefix(2) == [#""undefined""#, #""undefined""#])
    #expect(values[2].hasPrefix(#""<img src=x"#))
  }

  @Test func `the HTML report separates newly broken, still broken and removed scenarios`()
    async throws
  {
    let since = "since 2026-11-20 14:03 (1f3c2aa)"
    var report = HTMLReport(run: lamps)
    report.comparedWith = "2026-11-21 09:00 (main)"
    report.changes[lamps.scenarios[1].key] = .init(kind: "still broken", words: since)
    report.removed = ["A candle › It burns down"]
    var visit = try await Browser.visit(report.html, [.evaluate(Self.sections)])
    #expect(
      visit.values.first
        == #"["Since 2026-11-21 09:00 (main)", "What is still broken", "Stories"]"#)
    report.changes[lamps.scenarios[1].key] = .init(kind: "broken")
    report.trend = [.init(began: .distantPast, passed: 4, failed: 0, other: 0)]
    visit = try await Browser.visit(
      report.html,
      [
        .evaluate(Self.sections),
        .evaluate("[...document.querySelectorAll('.changes li')].map(row => row.textContent)"),
        .evaluate("document.querySelector('.trend svg').getAttribute('aria-label')"),
      ])
    #expect(
      visit.values == [
        #"["Since 2026-11-21 09:00 (main)", "What broke", "Trend", "Stories"]"#,
        #"["1 brokenIt glows", "1 removedA candle \u203a It burns down"]"#,
        #""Something failed in 1 of the last 2 runs.""#,
      ])
    #expect(visit.problems == [])
  }

  private static let sections =
    "[...document.querySelectorAll('main h2')].map(title => title.textContent)"

  @Test func `an address with a former title opens the renamed scenario`() async throws {
    let address = HTMLReport.identities(of: lamps.scenarios)[1]
    let former = "it-shone" + address.dropFirst("it-glows".count)
    #expect(try await visit(lamps, address: former, .evaluate(Self.heading)) == [#""It glows""#])
  }

  @Test func `the HTML report shows every attempt of a scenario`() async throws {
    var first = SampleRecords.run([
      SampleRecords.scenario(
        "A lamp", "x", verdict: .failed, failures: [SampleRecords.failure("dark")])
    ])
    var second = SampleRecords.run([SampleRecords.scenario("A lamp", "x")])
    (first.origin.attempt, second.origin.attempt) = (1, 2)
    let run = try #require(RunReport.merging([first, second]))
    let values = try await visit(
      run, address: HTMLReport.identities(of: run.scenarios)[0],
      .evaluate(
        "[...document.querySelectorAll('.attempts li')].map(row => row.innerText.replace(/[\\d-]+ [\\d:]+/, 'T').replace(/\\s+/g, ' '))"
      ))
    #expect(
      values == [#"["\u2718 attempt 1 on build-7, T dark", "\u2714 attempt 2 on build-7, T"]"#])
  }

  @Test func `the browser helper reports console errors, exceptions and requests`() async throws {
    // The other tests rely on this to detect problems.
    let visit = try await Browser.visit(
      """
      <script>
        console.error("said"); new Image().src = "http://127.0.0.1:9/asked";
        setTimeout(() => { throw new Error("thrown") }, 0);
      </script>
      """, [.evaluate("new Promise(done => setTimeout(done, 50))")])
    #expect(visit.problems.contains("said"))
    #expect(visit.problems.contains { $0.contains("thrown") })
    #expect(visit.requests == ["http://127.0.0.1:9/asked"])
  }

  @Test func `the HTML report shows every scenario of this package without errors`() async throws {
    let run = try await SampleRuns.run(changes: SampleRuns.regressions)
    #expect(run.scenarios.count { $0.verdict == .failed } == SampleRuns.regressions.count)
    let values = try await visit(
      run,
      .evaluate(
        """
        (async () => {
          let count = 0;
          // A long list is drawn in parts.
          const more = document.querySelector(".more");
          while (more && !more.hidden) more.click();
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
