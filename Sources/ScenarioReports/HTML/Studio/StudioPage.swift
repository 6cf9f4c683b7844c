/// The page of `scenarios studio`: it draws results as a report does, and edits stories.
package enum StudioPage {
  /// The HTML text.
  ///
  /// It contains no data; its script asks the server.
  package static var html: String {
    let styles = [
      PackageResources.page_css, PackageResources.scenario_css, PackageResources.drawings_css,
      PackageResources.studio_css,
    ]
    let scripts = [
      PackageResources.elements_js, PackageResources.words_js, PackageResources.storyboard_js,
      PackageResources.scenario_js, PackageResources.server_js, PackageResources.editor_js,
      PackageResources.list_js, PackageResources.story_js, PackageResources.steps_js,
      PackageResources.adding_js, PackageResources.ahead_js, PackageResources.checks_js,
      PackageResources.examples_js, PackageResources.vocabulary_js, PackageResources.saving_js,
      PackageResources.begin_js,
    ]
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>Scenarios Studio</title>
      <style>
      \(joined(styles))</style>
      </head>
      <body>
      <a class="skip" href="#story">Skip to the story</a>
      <nav id="stories" aria-label="Stories"></nav>
      <main id="story" tabindex="-1"></main>
      <aside id="state" aria-label="The app after the step"></aside>
      <p id="status" role="status"></p>
      <noscript>This page needs JavaScript.</noscript>
      <script>
      "use strict";
      (() => {
      \(joined(scripts))})();
      </script>
      </body>
      </html>

      """
  }

  private static func joined(_ parts: [[UInt8]]) -> String {
    parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}
