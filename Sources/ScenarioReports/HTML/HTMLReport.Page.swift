import CResources
import ScenarioLanguage

extension HTMLReport {
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
    let heading = (counts + [Message](verbatim: (run.problems ?? []).map(\.message)))
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
