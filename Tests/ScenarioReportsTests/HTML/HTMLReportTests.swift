import Foundation
import ScenarioKit
import ScenarioLanguage
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("The HTML report")
struct HTMLReportTests {
  private func data(_ id: String, in html: String) throws -> [String: Any] {
    let start = try #require(html.range(of: "<script type=\"application/json\" id=\"\(id)\">"))
    let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
    let json = Data(html[start.upperBound..<end.lowerBound].utf8)
    return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  /// Returns the texts in the scripts of a page, with numbers for their blanks.
  private func texts(in folder: String) throws -> Set<String> {
    var texts: Set<String> = []
    for script in try scripts(in: folder) {
      for match in script.matches(of: /said`([^`]*)`/) where !match.output.1.contains("${3}") {
        var number = 0
        texts.insert(
          String(match.output.1).replacing(/\$\{[^}]*\}/) { _ in
            number += 1
            return "{\(number)}"
          })
      }
    }
    return texts
  }

  private func scripts(in folder: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/\(folder)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "js" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func `the page has the whole address of a request without an answer`() throws {
    let address = "https://a.example/?q=" + String(repeating: "x,", count: 2_048) + "whole"
    let events = [nil, "https://a.example/"].map { stub in
      var event = ScenarioReport.Event(
        kind: .request, nanoseconds: 0, request: 1, text: "GET \(address)")
      event.traffic = .request(method: "GET", url: address, stub: stub)
      return event
    }
    let run = SampleRecords.run([SampleRecords.scenario("A lamp", "x", events: events)])
    let page = try HTMLReport(run: run).data()
    // The texts are short.
    #expect(page.ranges(of: "x,x,whole").count == 1)
    #expect(page.ranges(of: #""traffic""#).count == 1)
  }

  @Test(arguments: ["de", "es", "fr", "ru"])
  func `every text of the page has its line in the language files`(code: String) throws {
    // Those that are made of words, and those outside of the scripts.
    let others: Set = [
      "Tag", "Module", "Change", "broken", "still broken", "flaky", "fixed", "new", "removed",
      "Skip to the list of scenarios", "{1} scenarios", "1 scenario", "{1} steps", "1 step",
      "{1} lines", "1 line", "{1} checks", "1 check",
      "{1} more failures", "1 more failure", "Everything else on this page needs JavaScript.",
    ]
    let language = try #require(StoryLanguage.named(code))
    let texts = try texts(in: "ScenarioReports/HTML/Page").union(others)
    #expect(texts.symmetricDifference(language.pageTexts.keys) == [])
    let studio: Set = [
      "Skip to the story", "The app after the step", "This page needs JavaScript.", "{1} errors",
      "1 error", "{1} variations", "1 variation", "not written yet",
      // Keywords, which the language has for stories.
      "story", "module", "scenarios", "scenario", "skip", "given", "when", "then", "eventually",
    ]
    let all = try self.texts(in: "ScenarioCommands/Studio/Page").union(studio).union(texts)
    #expect(all.symmetricDifference(language.studioTexts.keys) == [])
  }

  @Test func `the scripts of the studio show no text that can't be translated`() throws {
    let names: Set = [
      "Scenarios Studio", " · Scenarios Studio", "New scenario", "ArrowDown", "ArrowUp", "Enter",
      "Escape", "Tab", "Ctrl", "Alt+", "Alt+ArrowUp", "Alt+ArrowDown", "Alt+ArrowLeft",
      "Alt+ArrowRight",
      "Space", "S", "Z", "Content-Type", "Studio-Token", "POST", "text list", "never within",
      "text number list other",
    ]
    for script in try scripts(in: "ScenarioCommands/Studio/Page") {
      let code = script.replacing(/(?m)^ *(\/\/|\/?\*).*$/, with: "")
      for match in code.matches(of: /(said)?`([^`]*)`|"([^"\n]*)"/) where match.output.1 == nil {
        // Words that begin in upper case or follow each other, unlike keys and selectors.
        let text = (match.output.2 ?? match.output.3 ?? "").replacing(/\$\{[^}]*\}/, with: "")
        guard text.contains(/^\p{Lu}|^[^.#]*\p{L} \p{L}|\p{L} $/) else { continue }
        #expect(names.contains(String(text)), "\(match.output.0)")
      }
    }
  }

  @Test func `the page is in the language of its stories, else in the terminal's`() throws {
    func language(_ texts: StoryText..., terminal: String = "fr") throws -> String {
      let scenarios = texts.enumerated().map {
        SampleRecords.scenario("A lamp", "\($0)", line: $0, text: $1)
      }
      var page = HTMLReport(run: SampleRecords.run(scenarios))
      page.terminalLanguage = try #require(StoryLanguage.named(terminal))
      return page.language.code
    }
    let codes = try [
      language("- сценарий: а", "  - сценарий: б\n    тогда: в"),
      language("- сценарий: а", "- escenario: b"), language("- scenario: a"),
      language("- Szenario: a", terminal: "en"), language(terminal: "es"),
    ]
    #expect(codes == ["ru", "fr", "fr", "de", "es"])
  }

  @Test func `the HTML report loads no external resources`() throws {
    let html = try HTMLReport(run: SampleRecords.run([SampleRecords.scenario("A lamp", "x")])).html
    #expect(html.contains("default-src 'none'"))
    for outside in ["<script src", "@import", "url(\"", "url(h", "<iframe"] {
      #expect(!html.contains(outside), "\(outside)")
    }
    let links = html.matches(of: /<link [^>]*href="([^"]*)"/).map { String($0.1) }
    #expect(links == ["data:,"])
  }

  @Test(arguments: ["</script><b>", "<!-- <script>", "]]>", "\u{2028}", "\"&amp;\\", "Ивáн 🦊"])
  func `the HTML report keeps special characters in its data`(text: String) throws {
    let scenario = SampleRecords.scenario(
      text, text, verdict: .failed, text: StoryText(text), failures: [SampleRecords.failure(text)])
    let report = HTMLReport(run: SampleRecords.run([scenario]))
    let html = try report.html
    let index = try data("run", in: html)
    let entry = try #require((index["scenarios"] as? [[String: Any]])?.first)
    #expect(entry["text"] as? Int == 0)
    let identity = try #require(HTMLReport.identities(of: [scenario]).first)
    let details = try data("details-\(identity)", in: html)
    let failure = try #require((details["failures"] as? [[String: Any]])?.first)
    let titles = try #require(entry["titles"] as? [String])
    let texts = try #require(index["texts"] as? [String]) + [failure["message"] as? String ?? ""]
    #expect(titles + texts == [text, text, text, text])
  }

  @Test func `the HTML report names a crash in words, and folds the rest`() {
    var failure = SampleRecords.failure("the app crashed: SIGABRT", details: ["in time"])
    #expect(HTMLReport.ShownFailure(failure).message == failure.message)
    #expect(HTMLReport.ShownFailure(failure).folded == nil)
    failure.crash = ["the app crashed", " in \("Facts.load (Facts.swift:3)")"]
    let story = SourceFile(path: "story.yaml", text: "Geschichte: Notizen\n")
    failure.location = story.location(of: SourceRange(start: .start, end: .start))
    let shown = HTMLReport.ShownFailure(failure)
    #expect(shown.message == "die App ist abgestürzt, in Facts.load (Facts.swift:3)")
    #expect(shown.folded == ["the app crashed: SIGABRT", "  in time"])
    #expect(shown.lines.isEmpty)
    failure.messages = ["the app used more than \("1 GB, and 2") of memory"]
    failure.crash = [failure.messages[0], " in \("Facts.load")"]
    #expect(
      HTMLReport.ShownFailure(failure).message
        == "die App hat mehr als 1 GB, and 2 Speicher gebraucht, in Facts.load")
  }

  @Test func `markup in a title cannot escape the HTML report's data`() throws {
    let scenario = SampleRecords.scenario("</script><script>alert(1)</script>", "<!--<script>")
    let html = try HTMLReport(run: SampleRecords.run([scenario])).html
    #expect(!html.contains(/<script>alert|<!--/))
  }

  @Test func `a scenario's address in the HTML report survives edits elsewhere`() {
    let scenarios = [
      SampleRecords.scenario("A lamp", "It is switched on"),
      SampleRecords.scenario("A lamp", "It is switched on", "Twice!"),
      SampleRecords.scenario("Лампа", "Её включают"),
      SampleRecords.scenario("A lamp", "…"),
      SampleRecords.scenario("A lamp", "…"),
    ]
    let identities = HTMLReport.identities(of: scenarios)
    #expect(
      identities == [
        "it-is-switched-on-907eeaf0", "twice-a7475a28", "её-включают-2c3cb70e", "scenario-4926c22f",
        "scenario-4926c22f-2",
      ])
    #expect(
      HTMLReport.identities(of: Array(scenarios.dropFirst())) == Array(identities.dropFirst()))
    var moved = scenarios[0]
    moved.line = 40
    #expect(HTMLReport.identities(of: [moved]) == [identities[0]])
  }

  @Test func `a renamed scenario keeps the last word of its address`() throws {
    func run(_ title: String) -> RunReport {
      SampleRecords.run([
        SampleRecords.scenario(
          "A lamp", title, text: "- scenario: \(title)\n  then: the lamp is lit")
      ])
    }
    let (earlier, now) = (run("It is switched on"), run("It is turned on"))
    let comparison = RunComparison(of: now, with: RunComparison(of: earlier, with: nil).run)
    #expect(HTMLReport.identities(of: comparison.run.scenarios) == ["it-is-turned-on-907eeaf0"])
  }

  @Test func `the HTML report lists removed scenarios`() throws {
    let earlier = SampleRecords.run([
      SampleRecords.scenario("A lamp", "It is switched on"),
      SampleRecords.scenario("A torch", "It burns", text: "- scenario: y"),
    ])
    let now = SampleRecords.run([SampleRecords.scenario("A lamp", "It is switched on")])
    let report = HTMLReport(
      ComparedRun(comparison: RunComparison(of: now, with: earlier), trend: []))
    #expect(try data("run", in: report.html)["removed"] as? [String] == ["A torch › It burns"])
  }

  @Test func `the HTML report lists failures without JavaScript`() throws {
    let run = SampleRecords.run([
      SampleRecords.scenario("A lamp", "It shines"),
      SampleRecords.scenario(
        "A lamp", "It <glows>", verdict: .failed, failures: [SampleRecords.failure("it is dark")]),
    ])
    let html = try HTMLReport(run: run).html
    #expect(html.contains("<title>Scenarios: 1 failed</title>"))
    #expect(
      html.contains(
        """
        <noscript>
        <h1>2 scenarios, 1 failed</h1>
        <ol><li>A lamp › It &lt;glows&gt; <small>Scenarios/lamp.yaml:5</small><br>it is dark</li></ol>
        """))
  }

  @Test func `the title and what needs no JavaScript are in the language of the page`() throws {
    let failures = ["there are no steps in this list", "it is dark", "it is cold"]
    var run = SampleRecords.run([
      SampleRecords.scenario(
        "Eine Lampe", "Sie brennt", verdict: .failed, text: "- Szenario: Sie brennt",
        failures: failures.map { SampleRecords.failure($0) })
    ])
    run.problems = [.interrupted(notRun: 1, isPlanned: true)]
    let problem = "abgebrochen; nicht ausgeführte Szenarien: 1"
    let html = try HTMLReport(run: run).html
    #expect(html.contains("<title>Szenarien: \(problem), fehlgeschlagen: 1</title>"))
    #expect(
      html.contains(
        """
        <noscript>
        <h1>Szenarien: 1, fehlgeschlagen: 1, \(problem)</h1>
        <ol><li>Eine Lampe › Sie brennt <small>Scenarios/lamp.yaml:5</small><br>\
        in dieser Liste stehen keine Schritte (und 2 weitere Fehler)</li></ol>
        <p>Alles Weitere auf dieser Seite braucht JavaScript.</p>
        """))
    #expect(ReportFormat.html.begins(String(html.prefix(2048))))
  }

  @Test func `the HTML report's title shows the outcome of the run`() throws {
    var run = SampleRecords.run([])
    #expect(try HTMLReport(run: run).html.contains("<title>Scenarios: no failures</title>"))
    run.brokenFiles = [BrokenFile(path: "Scenarios/a.yaml", diagnostics: [])]
    #expect(try HTMLReport(run: run).html.contains("<title>Scenarios: 1 file with errors</title>"))
  }

  @Test func `the HTML report's trend contains the last 50 runs`() throws {
    let run = SampleRecords.run([
      SampleRecords.scenario("A lamp", "x"),
      SampleRecords.scenario("A lamp", "y", verdict: .failed),
      SampleRecords.scenario("A lamp", "z", verdict: .skipped),
    ])
    var report = HTMLReport(run: run)
    report.trend = (0..<60).map {
      HTMLReport.TrendPoint(began: .distantPast, passed: $0, failed: 0, other: 0)
    }
    let points = try #require(try data("run", in: report.html)["trend"] as? [[String: Any]])
    #expect(points.compactMap { $0["passed"] as? Int } == Array(11..<60) + [1])
    let last = try #require(points.last)
    #expect(["passed", "failed", "other"].map { last[$0] as? Int } == [1, 1, 1])
  }
}
