/// A guide to vocabularies as one HTML page that needs nothing else: no network, no other file.
public struct HTMLGuide: Sendable {
  private let guide: VocabularyGuide

  /// Takes a guide.
  public init(_ guide: VocabularyGuide) { self.guide = guide }

  /// The page.
  public var text: String {
    let links = guide.modules.enumerated().map { number, module in
      "<a href=\"#module-\(number + 1)\">\(Self.escaped(module.name))</a>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>What stories can say</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>What stories can say</h1>
      <p><q>…</q> stands for a text in quotes, <var>number</var> and its like for what you fill in. \
      Of <code>(s)</code> and <code>was/were</code> write what reads well.</p>
      <nav>\(links.joined(separator: " "))</nav>
      <input id="filter" type="search" placeholder="Filter sentences" \
      aria-label="Filter sentences" autocomplete="off" hidden>
      <p id="nothing" role="status" hidden>No sentence has these words.</p>
      </header>
      <main>
      \(guide.modules.enumerated().map { self.html(for: $1, number: $0 + 1) }.joined(separator: "\n"))
      </main>
      <script>
      \(Self.script)
      </script>
      </body>
      </html>

      """
  }

  private func html(for module: VocabularyGuide.Module, number: Int) -> String {
    var html = "<section class=\"module\" id=\"module-\(number)\">\n"
    html += "<h2>Module \(Self.escaped(module.name))</h2>\n"
    for section in module.sections {
      html += "<section class=\"purpose\">\n<h3>\(section.heading)</h3>\n"
      html += "<p class=\"explanation\">\(Self.escaped(section.explanation))</p>\n"
      html += section.sentences.map { self.html(for: $0) }.joined()
      html += "</section>\n"
    }
    return html + "</section>"
  }

  private func html(for sentence: VocabularyGuide.Sentence) -> String {
    var html = "<article>\n<h4>\(Self.html(sentence.words))\(sentence.takesData ? ": …" : "")</h4>"
    html += "<span class=\"\(sentence.useCount == 0 ? "use never" : "use")\">"
    html += "\(sentence.usage)</span>\n"
    if let example = sentence.example, let place = sentence.examplePlace {
      let words = sentence.exampleIsRow ? "<small>in a timeline</small> " : ""
      html += "<p class=\"example\">\(words)<code>\(Self.escaped(example))</code> "
      html += "<small>\(Self.escaped(place))</small></p>\n"
    }
    html += Self.html(sentence.data)
    if !sentence.otherWords.isEmpty {
      let others = sentence.otherWords.map { "<li>\(Self.html($0))</li>" }
      html += "<p class=\"also\">also</p>\n<ul>\(others.joined())</ul>\n"
    }
    return html + "<p class=\"origin\">\(Self.escaped(sentence.origin))</p>\n</article>\n"
  }

  private static func html(_ lines: [DataLine]) -> String {
    guard !lines.isEmpty else { return "" }
    let items = lines.map { line in
      let kind = escaped(line.kind)
      guard let key = line.key else { return "<dt>data</dt><dd>\(kind)</dd>" }
      return "<dt><code>\(escaped(key))</code></dt>"
        + "<dd>\(kind)\(line.isRequired ? ", required" : "")</dd>"
    }
    return "<dl>\(items.joined())</dl>\n"
  }

  private static func html(_ words: PlainWords) -> String {
    words.pieces.map { piece in
      switch piece {
      case .words(let words): escaped(words)
      case .blank(let name): name.hasPrefix("\"") ? "<q>…</q>" : "<var>\(escaped(name))</var>"
      }
    }.joined()
  }

  /// A text in which nothing is markup, also within an attribute.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
