import CResources
import ScenarioKit

/// A guide to vocabularies as one HTML page that loads nothing from elsewhere.
package struct HTMLGuide: Sendable {
  private let guide: VocabularyGuide

  /// Creates an HTML page from a guide.
  package init(_ guide: VocabularyGuide) { self.guide = guide }

  /// The HTML text of the page.
  package var text: String {
    let links = guide.modules.enumerated().map { index, module in
      "<a href=\"#module-\(index + 1)\">\(Self.escaped(module.name))</a>"
    }
    let modules = guide.modules.enumerated().map { html(for: $1, number: $0 + 1) }
    let introduction = guide.introduction { mark in
      switch mark.first {
      case "\"": "<q>…</q>"
      case "[": "<var>\(mark.dropFirst().dropLast())</var>"
      default: "<code>\(mark)</code>"
      }
    }
    // Escaped text contains no "<", so it can't be confused with a placeholder of the page.
    return String(cString: guide_page())
      .replacing(/«([^»]+)»/) { Self.escaped(guide.said(String($0.1))) }
      .replacing("<html lang=\"en\">", with: "<html lang=\"\(guide.language.code)\">")
      .replacing("<!--introduction-->", with: introduction)
      .replacing("<!--links-->", with: links.joined(separator: " "))
      .replacing("<!--modules-->", with: modules.joined(separator: "\n"))
  }

  private func html(for module: VocabularyGuide.Module, number: Int) -> String {
    let sections = module.sections.map { section in
      """
      <section class="purpose">
      <h3>\(section.heading)</h3>
      <p class="explanation">\(Self.escaped(section.explanation))</p>
      \(section.sentences.map { html(for: $0) }.joined())</section>

      """
    }
    return """
      <section class="module" id="module-\(number)">
      <h2>\(Self.escaped(guide.said("Module \(module.name)")))</h2>
      \(sections.joined())</section>
      """
  }

  private func html(for sentence: VocabularyGuide.Sentence) -> String {
    let escaped = Self.escaped
    var html = """
      <article>
      <h4>\(self.html(sentence.words))\(sentence.step.signature.takesData ? ": …" : "")</h4>\
      <span class="\(sentence.uses.isEmpty ? "use never" : "use")">\(sentence.usage)</span>

      """
    if let example = sentence.example {
      let words = example.isRow ? "<small>\(guide.said("in a timeline"))</small> " : ""
      html += "<p class=\"example\">\(words)<code>\(escaped(example.notation))</code> "
      html += "<small>\(escaped(example.location))</small></p>\n"
    }
    let data = sentence.data.map { line in
      guard let key = line.key else {
        return "<dt>\(guide.said("data"))</dt><dd>\(escaped(line.kind))</dd>"
      }
      let required = line.isRequired ? ", \(guide.said("required"))" : ""
      return "<dt><code>\(escaped(key))</code></dt><dd>\(escaped(line.kind))\(required)</dd>"
    }
    if !data.isEmpty { html += "<dl>\(data.joined())</dl>\n" }
    let others = sentence.otherWords.map { "<li>\(self.html($0))</li>" }
    if !others.isEmpty {
      html += "<p class=\"also\">\(guide.said("also"))</p>\n<ul>\(others.joined())</ul>\n"
    }
    return html
      + "<p class=\"origin\">\(escaped("\(sentence.step.signature.origin)"))</p>\n</article>\n"
  }

  private func html(_ sentence: StepExpression) -> String {
    sentence.readable(in: guide.language, escape: Self.escaped) {
      $0.hasPrefix("\"") ? "<q>…</q>" : "<var>\(Self.escaped($0))</var>"
    }
  }

  /// Returns a text with its markup escaped, also for use in an attribute.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
