import ScenarioLanguage
import ScenarioReports

/// The page of `scenarios studio`: it draws results as a report does, and edits stories.
enum StudioPage {
  /// Returns the HTML text.
  ///
  /// It contains no data; its script sends requests to the server.
  ///
  /// - Throws: An encoding error, which does not occur for these values.
  static func html(in language: StoryLanguage) throws -> String {
    let page = HTMLPage(language: language, texts: language.studioTexts)
    return try page.opening(
      title: "Scenarios Studio",
      styles: HTMLPage.ofScenarios.styles + [PackageResources.studio_css]) + """
        <a class="skip" href="#story">\(page.said("Skip to the story"))</a>
        <nav id="stories" aria-label="\(page.said("Stories"))"></nav>
        <main id="story" tabindex="-1"></main>
        <aside id="state" aria-label="\(page.said("The app after the step"))"></aside>
        <p id="status" role="status"></p>
        <noscript>\(page.said("This page needs JavaScript."))</noscript>

        """
      + HTMLPage.ending(
        HTMLPage.ofScenarios.scripts + [
          PackageResources.server_js, PackageResources.asking_js, PackageResources.editor_js,
          PackageResources.suggestions_js, PackageResources.list_js, PackageResources.story_js,
          PackageResources.running_js, PackageResources.steps_js, PackageResources.moving_js,
          PackageResources.adding_js,
          PackageResources.blanks_js, PackageResources.ahead_js, PackageResources.checks_js,
          PackageResources.examples_js, PackageResources.exploring_js,
          PackageResources.vocabulary_js, PackageResources.saving_js, PackageResources.merging_js,
          PackageResources.following_js, PackageResources.begin_js,
        ])
  }
}
