import DisplayText

/// A guide to vocabularies as Markdown, for a wiki or a repository.
public struct MarkdownGuide: Sendable {
  private let guide: VocabularyGuide

  /// Creates Markdown text from a guide.
  public init(_ guide: VocabularyGuide) { self.guide = guide }

  /// The Markdown text.
  public var text: String {
    var text = """
      # What stories can say

      `"…"` stands for a quoted text; replace `[whole number]` and similar names with values. \
      For `(s)` and `was/were`, use the form that fits the sentence.

      """
    if guide.modules.count > 1 {
      text += "\n"
      for module in guide.modules {
        text += "- [\(Self.plain(module.name))](#\(Self.anchor(of: module.name)))\n"
      }
    }
    for module in guide.modules {
      text += "\n## Module \(Self.plain(module.name))\n"
      for section in module.sections {
        text += "\n### \(section.heading)\n\n\(section.explanation)\n"
        for sentence in section.sentences { text += "\n" + Self.text(for: sentence) }
      }
    }
    return text
  }

  private static func text(for sentence: VocabularyGuide.Sentence) -> String {
    let words = sentence.words.readable + (sentence.step.signature.takesData ? ": …" : "")
    var text = "- \(MarkdownText.code(words)) — \(sentence.usage)\n"
    if let example = sentence.example {
      let words = example.isRow ? "in a timeline: " : ""
      text +=
        "  - for example \(words)\(MarkdownText.code(example.notation)) (\(plain(example.location)))\n"
    }
    for line in sentence.data {
      if let key = line.key {
        text +=
          "    - \(MarkdownText.code(key)): \(plain(line.kind))\(line.isRequired ? ", required" : "")\n"
      } else {
        text += "  - data\(line.isRequired ? "" : ", if any"): \(plain(line.kind))\n"
      }
    }
    if !sentence.otherWords.isEmpty {
      let others = sentence.otherWords.map { MarkdownText.code($0.readable) }
      text += "  - also: \(others.joined(separator: ", "))\n"
    }
    return text + "  - defined at \(plain("\(sentence.step.signature.origin)"))\n"
  }

  /// Returns the link to a heading, as GitHub and similar renderers derive it.
  private static func anchor(of module: String) -> String {
    let characters = "module \(module)".lowercased().map { $0 == " " ? "-" : $0 }
    return String(characters.filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
  }

  /// Returns a text with its markup characters escaped.
  package static func plain(_ text: String) -> String {
    String(text.flatMap { "\\`*_[]<>#|".contains($0) ? ["\\", $0] : [$0] })
  }
}
