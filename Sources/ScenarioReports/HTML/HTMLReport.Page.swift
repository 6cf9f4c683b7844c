import DisplayText
import ScenarioLanguage
import ScenarioResults

extension HTMLReport {
  /// Returns the beginning of the page.
  ///
  /// Its content security policy forbids loading resources from elsewhere.
  static func opening(
    title: String, in language: StoryLanguage, _ texts: [String: String]
  ) -> String {
    func said(_ text: String) -> String { XMLText.escaped(texts[text] ?? text) }
    return """
      <!DOCTYPE html>
      <html lang="\(language.code)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      \(generator)
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <link rel="icon" href="data:,">
      <title>\(XMLText.escaped(title))</title>
      <style>
      \(style)</style>
      </head>
      <body>
      <a class="skip" href="#listing">\(said("Skip to the list of scenarios"))</a>
      <div class="columns">
      <main id="main" tabindex="-1"></main>
      <nav id="listing" aria-label="\(said("Scenarios"))" tabindex="-1"></nav>
      </div>

      """
  }

  /// The element by which a page is known as a report.
  static let generator = "<meta name=\"generator\" content=\"scenarios\">"

  /// Returns the content for browsers without scripts: the counts and the failures.
  ///
  /// Problems of the whole run come first.
  static func summary(of run: RunReport, in language: StoryLanguage, _ texts: [String: String])
    -> String
  {
    let failed = run.scenarios.filter(\.fails)
    let items = failed.map { scenario in
      let location = "\(scenario.path):\(scenario.line)"
      let headline = RecordText.headline(of: scenario.failures, in: language)
      let parts = [scenario.name, location, headline]
        .map { XMLText.escaped($0.inOneLine()) }
      return "<li>\(parts[0]) <small>\(parts[1])</small><br>\(parts[2])</li>"
    }
    let counts = [counted(run.scenarios.count, "scenario"), "\(failed.count) failed"]
    let heading = (counts + (run.problems ?? []).map(\.message))
      .map { XMLText.escaped(language.translation(of: $0).inOneLine()) }
    let rest = "Everything else on this page needs JavaScript."
    return """
      <noscript>
      <h1>\(heading.joined(separator: ", "))</h1>
      <ol>\(items.joined(separator: "\n"))</ol>
      <p>\(XMLText.escaped(texts[rest] ?? rest))</p>
      </noscript>

      """
  }

  /// Returns the beginning of an element with data for the page's script.
  static func opening(ofElement id: String) -> String {
    "<script type=\"application/json\" id=\"\(XMLText.escaped(id))\">"
  }

  /// The end of such an element.
  static let endingOfElement = "</script>\n"

  /// The script, and the end of the page.
  static var ending: String {
    let parts = [
      PackageResources.elements_js, PackageResources.words_js, PackageResources.data_js,
      PackageResources.listing_js, PackageResources.storyboard_js, PackageResources.sequence_js,
      PackageResources.scenario_js, PackageResources.trend_js, PackageResources.overview_js,
      PackageResources.report_js,
    ]
    return """
      <script>
      "use strict";
      (() => {
      \(parts.map(text).joined(separator: "\n"))})();
      </script>
      </body>
      </html>

      """
  }

  private static var style: String {
    [
      PackageResources.page_css, PackageResources.listing_css, PackageResources.overview_css,
      PackageResources.scenario_css, PackageResources.drawings_css, PackageResources.media_css,
    ].map(text).joined(separator: "\n")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
