import ScenarioLanguage

/// A page of one file, in a language: the report, or that of `scenarios studio`.
package struct HTMLPage {
  let language: StoryLanguage

  /// The texts in the language, by those in English; none for English.
  let texts: [String: String]

  package init(language: StoryLanguage, texts: [String: String]) {
    (self.language, self.texts) = (language, texts)
  }

  /// Returns a text of the page in its language, escaped.
  package func said(_ text: String) -> String { XMLText.escaped(texts[text] ?? text) }

  /// Returns the beginning of the page, with the texts that its scripts read.
  ///
  /// - Parameters:
  ///   - title: The title, in the language.
  ///   - head: Other elements of the head.
  package func opening(title: String, head: String = "", styles: String) throws -> String {
    """
    <!DOCTYPE html>
    <html lang="\(language.code)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    \(head)<link rel="icon" href="data:,">
    <title>\(XMLText.escaped(title))</title>
    <style>
    \(styles)</style>
    </head>
    <body>
    \(texts.isEmpty ? "" : try Self.element("words", HTMLReport.json(texts)))
    """
  }

  /// Returns an element with data for the page's scripts.
  static func element(_ id: String, _ json: String) -> String {
    opening(ofElement: id) + json + endingOfElement
  }

  /// Returns the beginning of such an element.
  static func opening(ofElement id: String) -> String {
    "<script type=\"application/json\" id=\"\(XMLText.escaped(id))\">"
  }

  /// The end of such an element.
  static let endingOfElement = "</script>\n"

  /// Returns the script, and the end of the page.
  ///
  /// - Parameter nonce: The nonce by which a policy of the page permits its script; `nil` for none.
  package static func ending(_ script: String, nonce: String? = nil) -> String {
    """
    <script\(nonce.map { " nonce=\"\($0)\"" } ?? "")>
    "use strict";
    (() => {
    \(script)})();
    </script>
    </body>
    </html>

    """
  }
}
