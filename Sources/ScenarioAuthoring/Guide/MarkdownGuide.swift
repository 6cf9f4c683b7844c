import DisplayText
import ScenarioKit

/// A guide to vocabularies as Markdown, for a wiki or a repository.
package struct MarkdownGuide: Sendable {
  private let guide: VocabularyGuide

  /// Creates Markdown text from a guide.
  package init(_ guide: VocabularyGuide) { self.guide = guide }

  /// The Markdown text.
  package var text: String {
    var text = """
      # \(guide.said("What stories can say"))

      \(guide.introduction { MarkdownText.code(String($0)) })

      """
    if guide.modules.count > 1 {
      text += "\n"
      for module in guide.modules {
        text += "- [\(Self.plain(module.name))](#\(Self.anchor(of: heading(of: module))))\n"
      }
    }
    for module in guide.modules {
      text += "\n## \(Self.plain(heading(of: module)))\n"
      for section in module.sections {
        text += "\n### \(section.heading)\n\n\(section.explanation)\n"
        for sentence in section.sentences { text += "\n" + self.text(for: sentence) }
      }
    }
    return text
  }

  private func heading(of module: VocabularyGuide.Module) -> String {
    guide.said("Module \(module.name)")
  }

  private func text(for sentence: VocabularyGuide.Sentence) -> String {
    func code(_ sentence: StepExpression, _ rest: String = "") -> String {
      MarkdownText.code(sentence.readable(in: guide.language) + rest)
    }
    let said = guide.said
    let data = sentence.step.signature.takesData ? ": …" : ""
    var text = "- \(code(sentence.words, data)) — \(sentence.usage)\n"
    if let example = sentence.example {
      let words = said("for example") + (example.isRow ? " \(said("in a timeline")):" : "")
      let location = Self.plain(example.location)
      text += "  - \(words) \(MarkdownText.code(example.notation)) (\(location))\n"
    }
    for line in sentence.data {
      let kind = Self.plain(line.kind)
      if let key = line.key {
        let required = line.isRequired ? ", \(said("required"))" : ""
        text += "    - \(MarkdownText.code(key)): \(kind)\(required)\n"
      } else {
        text += "  - \(said("data"))\(line.isRequired ? "" : ", \(said("if any"))"): \(kind)\n"
      }
    }
    if !sentence.otherWords.isEmpty {
      let others = sentence.otherWords.map { code($0) }
      text += "  - \(said("also")): \(others.joined(separator: ", "))\n"
    }
    return text + "  - \(Self.plain(said("defined at \(sentence.step.signature.origin)")))\n"
  }

  /// Returns the link to a heading, as GitHub and similar renderers derive it.
  private static func anchor(of heading: String) -> String {
    let characters = heading.lowercased().map { $0 == " " ? "-" : $0 }
    return String(characters.filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
  }

  /// Returns a text with its markup characters escaped.
  package static func plain(_ text: String) -> String {
    String(text.flatMap { "\\`*_[]<>#|".contains($0) ? ["\\", $0] : [$0] })
  }
}
