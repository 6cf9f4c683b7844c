import StepExpressions

/// A guide to vocabularies as one HTML page that loads nothing from elsewhere.
public struct HTMLGuide: Sendable {
  private let guide: VocabularyGuide

  /// Creates an HTML page from a guide.
  public init(_ guide: VocabularyGuide) { self.guide = guide }

  /// The HTML text of the page.
  public var text: String {
    let links = guide.modules.enumerated().map { index, module in
      "<a href=\"#module-\(index + 1)\">\(Self.escaped(module.name))</a>"
    }
    let modules = guide.modules.enumerated().map { Self.html(for: $1, number: $0 + 1) }
    // Escaped text contains no "<", so it can't be confused with a placeholder of the page.
    return String(decoding: PackageResources.guide_html, as: UTF8.self)
      .replacing("<!--links-->", with: links.joined(separator: " "))
      .replacing("<!--modules-->", with: modules.joined(separator: "\n"))
  }

  private static func html(for module: VocabularyGuide.Module, number: Int) -> String {
    let sections = module.sections.map { section in
      """
      <section class="purpose">
      <h3>\(section.heading)</h3>
      <p class="explanation">\(escaped(section.explanation))</p>
      \(section.sentences.map { html(for: $0) }.joined())</section>

      """
    }
    return """
      <section class="module" id="module-\(number)">
      <h2>Module \(escaped(module.name))</h2>
      \(sections.joined())</section>
      """
  }

  private static func html(for sentence: VocabularyGuide.Sentence) -> String {
    var html = """
      <article>
      <h4>\(Self.html(sentence.words))\(sentence.step.signature.takesData ? ": …" : "")</h4>\
      <span class="\(sentence.uses.isEmpty ? "use never" : "use")">\(sentence.usage)</span>

      """
    if let example = sentence.example {
      let words = example.isRow ? "<small>in a timeline</small> " : ""
      html += "<p class=\"example\">\(words)<code>\(escaped(example.notation))</code> "
      html += "<small>\(escaped(example.location))</small></p>\n"
    }
    let data = sentence.data.map { line in
      guard let key = line.key else { return "<dt>data</dt><dd>\(escaped(line.kind))</dd>" }
      return "<dt><code>\(escaped(key))</code></dt>"
        + "<dd>\(escaped(line.kind))\(line.isRequired ? ", required" : "")</dd>"
    }
    if !data.isEmpty { html += "<dl>\(data.joined())</dl>\n" }
    let others = sentence.otherWords.map { "<li>\(Self.html($0))</li>" }
    if !others.isEmpty { html += "<p class=\"also\">also</p>\n<ul>\(others.joined())</ul>\n" }
    return html
      + "<p class=\"origin\">\(escaped("\(sentence.step.signature.origin)"))</p>\n</article>\n"
  }

  private static func html(_ sentence: StepExpression) -> String {
    sentence.readable(escape: escaped) {
      $0.hasPrefix("\"") ? "<q>…</q>" : "<var>\(escaped($0))</var>"
    }
  }

  /// Returns a text with its markup escaped, also for use in an attribute.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
