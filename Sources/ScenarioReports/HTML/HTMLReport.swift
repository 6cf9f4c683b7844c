import CResources
import Foundation
import ScenarioLanguage

/// A run as one self-contained HTML page, without network access or other files.
///
///     let page = try HTMLReport(run: run).html
///
/// The page shows new failures first, each scenario as its author wrote it, the screen after each
/// step, the calls between participants, the requests, and the previous runs. Each scenario has its
/// own address, such as `report.html#loading-succeeds-1f0c22a9`. An address stays the same as long
/// as the scenario's file and titles do. If the run was compared with earlier ones, an address also
/// finds a renamed or moved scenario.
package struct HTMLReport: Sendable {
  package var run: RunReport

  /// The compared run, in words such as `main at 1f0c22a`; `nil` if there is none.
  package var comparedWith: String?

  /// The changes, by the keys of the scenarios; see ``ScenarioReport/key``.
  package var changes: [String: Change] = [:]

  /// The full names of the scenarios that no longer exist.
  package var removed: [String] = []

  /// The previous runs, oldest first; the page draws the last 49 of them, and this one.
  package var trend: [TrendPoint] = []

  /// The language of the page if its stories have several, or none of their own.
  package var terminalLanguage = StoryLanguage.english

  /// The language of the page: the one that all of its stories are written in.
  var language: StoryLanguage {
    // The rows of a table share their text.
    let texts = Set(run.scenarios.map(\.text)).filter { !$0.isEmpty }
    let codes = Set(texts.map { StoryLanguage.ofScenario($0.description).code })
    return .ofPage(aboutStoriesIn: codes, terminal: terminalLanguage)
  }

  /// Creates the page of a run that was not compared.
  package init(run: RunReport) { self.run = run.withEveryFailure }

  /// A change of a scenario since the compared run.
  package struct Change: Codable, Sendable, Hashable {
    /// The kind in a word or two, such as `broken`, `still broken`, `fixed` or `new`, for
    /// filtering.
    package var kind: String

    /// Details, such as `since 3 runs, first at 1f0c22a`; `nil` if there are none.
    package var words: String?
  }

  /// The number of scenarios per verdict in a run.
  package struct TrendPoint: Codable, Sendable, Hashable {
    /// The start of the run.
    package var began: Date

    /// The full commit hash; `nil` outside a repository.
    package var commit: String?

    /// The number of scenarios that passed.
    package var passed: Int

    /// The number of scenarios that failed, of files that can't be run, and of problems of the
    /// whole run.
    package var failed: Int

    /// The number of other scenarios: blocked, skipped and known issues.
    package var other: Int
  }

  /// The HTML text of the page.
  ///
  /// - Throws: An encoding error, which does not occur for these values.
  package var html: String {
    get throws {
      var page = ""
      try write { page += $0 }
      return page
    }
  }

  /// Writes the page in pieces.
  package func write(to write: (String) throws -> Void) throws {
    let identities = Self.identities(of: run.scenarios)
    let page = HTMLPage(language: language, texts: language.pageTexts)
    try write(Self.opening(of: page, title: title(on: page)) + Self.summary(of: run, on: page))
    try write(HTMLPage.opening(ofElement: "run"))
    try writeIndex(identities, to: write)
    try write(HTMLPage.endingOfElement)
    try forEachDetails(identities) { try write(HTMLPage.element("details-\($0)", $1)) }
    try write(HTMLPage.ending(String(cString: report_script())))
  }

  /// The data of the page as JSON: the `run`, and the `details` of scenarios by their addresses.
  package func data() throws -> String {
    let identities = Self.identities(of: run.scenarios)
    var json = "{\"run\":"
    try writeIndex(identities) { json += $0 }
    var all: [String] = []
    try forEachDetails(identities) { try all.append("\(Self.json($0)):\($1)") }
    return json + ",\"details\":{\(all.joined(separator: ","))}}"
  }

  /// Calls a function with the address and the details of each scenario, as JSON.
  private func forEachDetails(
    _ identities: [String], _ body: (_ identity: String, _ json: String) throws -> Void
  ) throws {
    var examples: (text: StoryText, written: WrittenExamples?) = ("", nil)
    for (identity, scenario) in zip(identities, run.scenarios) {
      // The rows of a table follow each other and share their text.
      if scenario.firstLine != nil, scenario.text != examples.text {
        examples = (scenario.text, WrittenExamples(in: scenario.text.description))
      }
      let written = scenario.firstLine == nil ? nil : examples.written
      try body(identity, Self.json(Details(scenario, examples: written)))
    }
  }

  private func title(on page: HTMLPage) -> String {
    let (failed, broken) = (run.scenarios.count(where: \.fails), run.brokenFiles.count)
    var parts = (run.problems ?? []).map { $0.texts[0] }
    if failed > 0 { parts.append("\(failed) failed") }
    if broken > 0 { parts.append("\(Message.counted(broken, "file")) with errors") }
    if parts.isEmpty { parts.append("no failures") }
    let words = parts.map(page.language.text).joined(separator: ", ")
    return "\(page.texts["Scenarios"] ?? "Scenarios"): \(words)"
  }

  /// Creates the page of a run that was compared with an earlier one.
  package init(_ compared: ComparedRun) {
    self.init(run: compared.run)
    let text = ComparisonText(style: TextStyle(isColored: false))
    comparedWith = compared.comparison.earlier.map { MomentText().text(of: $0) }
    for entry in compared.comparison.entries {
      if let scenario = entry.scenario {
        changes[scenario.key] = text.change(of: entry).map(Change.init)
      } else if let earlier = entry.earlier {
        removed.append(earlier.name)
      }
    }
    trend = compared.trend.dropLast().map(TrendPoint.init)
  }

  /// Returns the beginning of the page.
  ///
  /// Its content security policy forbids loading resources from elsewhere.
  static func opening(of page: HTMLPage, title: String) throws -> String {
    let policy = """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      """
    return try page.opening(
      title: title, head: "\(generator)\n\(policy)\n",
      styles: String(cString: report_styles())) + """
        <a class="skip" href="#listing">\(page.said("Skip to the list of scenarios"))</a>
        <div class="columns">
        <main id="main" tabindex="-1"></main>
        <nav id="listing" aria-label="\(page.said("Scenarios"))" tabindex="-1"></nav>
        </div>

        """
  }

  /// The element by which a page is known as a report.
  static let generator = "<meta name=\"generator\" content=\"scenarios\">"

  /// Returns the content for browsers without scripts: the counts and the failures.
  ///
  /// Problems of the whole run come first.
  static func summary(of run: RunReport, on page: HTMLPage) -> String {
    let (language, failed) = (page.language, run.scenarios.filter(\.fails))
    let items = failed.map { scenario in
      let location = "\(scenario.path):\(scenario.line)"
      let headline = PlainReportText.headline(of: scenario.failures, in: language)
      let parts = [scenario.name, location, headline].map { XMLText.escaped($0.inOneLine()) }
      return "<li>\(parts[0]) <small>\(parts[1])</small><br>\(parts[2])</li>"
    }
    let counts: [Message] = [.counted(run.scenarios.count, "scenario"), "\(failed.count) failed"]
    let heading = (counts + (run.problems ?? []).map { $0.texts[0] })
      .map { XMLText.escaped(language.text(of: $0).inOneLine()) }
    return """
      <noscript>
      <h1>\(heading.joined(separator: ", "))</h1>
      <ol>\(items.joined(separator: "\n"))</ol>
      <p>\(page.said("Everything else on this page needs JavaScript."))</p>
      </noscript>

      """
  }
}

extension HTMLReport.TrendPoint {
  /// Creates a point with the counts of a run's heading.
  init(_ heading: RunHeading) {
    let summary = heading.summary
    self.init(
      began: heading.began, commit: heading.origin.commit, passed: summary[.passed],
      failed: summary[.failed] + summary[.undefined] + summary.brokenFiles + summary.problems.count,
      other: summary[.blocked] + summary[.skipped] + summary[.knownIssue])
  }
}
