import CResources
import ScenarioLanguage
import ScenarioReports

/// The page of `scenarios studio`: it draws results as a report does, and edits stories.
enum StudioPage {
  /// Returns the HTML text.
  ///
  /// It contains no data; its script sends requests to the server.
  ///
  /// - Parameter nonce: What the page's policy lets its script run by.
  /// - Throws: An encoding error, which does not occur for these values.
  static func html(in language: StoryLanguage, nonce: String) throws -> String {
    let page = HTMLPage(language: language, texts: language.studioTexts)
    let styles = String(cString: studio_styles())
    return try page.opening(title: "Scenarios Studio", styles: styles) + """
      <a class="skip" href="#story">\(page.said("Skip to the story"))</a>
      <nav id="stories" aria-label="\(page.said("Stories"))"></nav>
      <main id="story" tabindex="-1"></main>
      <aside id="state" aria-label="\(page.said("The app after the step"))"></aside>
      <p id="status" role="status"></p>
      <noscript>\(page.said("This page needs JavaScript."))</noscript>

      """
      + HTMLPage.ending(String(cString: studio_script()), nonce: nonce)
  }
}
