import DisplayText
import ScenarioKit

extension VocabularyGuide {
  /// The guide as Markdown, for a wiki or a repository.
  package var markdown: String {
    var text = """
      # \(said("What stories can say"))

      \(introduction)

      """
    if modules.count > 1 {
      text += "\n"
      for module in modules {
        let link = Self.anchor(of: heading(of: module))
        text += "- [\(MarkdownText.plain(module.name))](#\(link))\n"
      }
    }
    for module in modules {
      text += "\n## \(MarkdownText.plain(heading(of: module)))\n"
      for section in module.sections {
        text += "\n### \(section.heading)\n\n\(section.explanation)\n"
        for sentence in section.sentences { text += "\n" + markdown(for: sentence) }
      }
    }
    return text
  }

  /// The explanation of the marks in sentences.
  private var introduction: String {
    said(
      "\"…\" stands for a quoted text; replace [whole number] and similar names with values. "
        + "For (s) and was/were, use the form that fits the sentence."
    ).replacing(/"…"|\[[^\]]+\]|\(\p{L}+\)|\p{L}+\/\p{L}+/) { MarkdownText.code(String($0.output)) }
  }

  private func heading(of module: Module) -> String { said("Module \(module.name)") }

  private func markdown(for sentence: Sentence) -> String {
    func code(_ sentence: StepExpression, _ rest: String = "") -> String {
      MarkdownText.code(sentence.readable(in: language) + rest)
    }
    let data = sentence.step.signature.takesData ? ": …" : ""
    let usage = Self.usage(sentence.uses.count, in: language)
    var text = "- \(code(sentence.words, data)) — \(usage)\n"
    if let example = sentence.example {
      let words = said("for example") + (example.isRow ? " \(said("in a timeline")):" : "")
      let location = MarkdownText.plain(example.location)
      text += "  - \(words) \(MarkdownText.code(example.notation)) (\(location))\n"
    }
    for line in sentence.data {
      let kind = MarkdownText.plain(line.kind)
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
    let origin = said("defined at \(sentence.step.signature.origin)")
    return text + "  - \(MarkdownText.plain(origin))\n"
  }

  /// Returns the link to a heading, as GitHub and similar renderers derive it.
  private static func anchor(of heading: String) -> String {
    let characters = heading.lowercased().map { $0 == " " ? "-" : $0 }
    return String(characters.filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
  }
}
