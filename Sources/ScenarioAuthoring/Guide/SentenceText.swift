import DisplayText
import ScenarioKit
import ScenarioLanguage

extension StepExpression {
  /// Returns the sentence in readable form: `"…"` in place of a text, `[number]` in place of a
  /// number.
  func readable(in language: StoryLanguage = .english) -> String {
    parts.text(
      optional: { "(\($0))" }, alternatives: { $0.joined(separator: "/") },
      parameter: { $0.readable(in: language) })
  }
}

extension [StepExpression.Part] {
  /// Returns the joined parts in some notation; `alternatives` receives formatted parts.
  func text(
    words: (String) -> String = { $0 }, optional: (String) -> String,
    alternatives: ([String]) -> String, parameter: (ParameterType) -> String
  ) -> String {
    map { part in
      switch part {
      case .text(let text): words(text)
      case .optional(let text): optional(text)
      case .alternatives(let choices):
        alternatives(
          choices.map {
            $0.text(
              words: words, optional: optional, alternatives: alternatives, parameter: parameter)
          })
      case .parameter(let type): parameter(type)
      }
    }.joined()
  }
}

extension ParameterType {
  /// Returns a name for people, such as `[whole number]`, or `"…"` for a text in quotes.
  func readable(in language: StoryLanguage) -> String {
    if isQuoted { return "\"…\"" }
    let words = meaning.map { language.translation(of: String($0.trimmingPrefix(#/an? /#))) }
    return "[\(words ?? name)]"
  }

  /// The meaning and an example, such as `a method, such as GET`.
  var explanation: String {
    (meaning ?? "a value of the module: \(name)") + (sample.map { ", such as \($0)" } ?? "")
  }
}

/// The purpose of a step definition, for editors.
package enum StepText {
  /// Returns the sentence, its data, its parameters and other wordings as Markdown.
  package static func markdown(
    for signature: StepSignature, in vocabulary: VocabularyData, uses: Int? = nil,
    _ language: StoryLanguage
  ) -> String {
    let said = language.translation
    let wordings = vocabulary.wordings(of: signature, in: language)
    guard let main = wordings.first,
      let step = vocabulary.steps.first(where: { $0.signature == signature })
    else { return "" }
    let (heading, explanation) = VocabularyGuide.purpose(of: signature.role, in: language)
    var lines = [
      MarkdownText.code(main.readable(in: language) + (signature.takesData ? ": …" : "")), "",
      "*\(heading)*: \(explanation)", "",
    ]
    lines += SentenceNotes.legend(for: [main], in: language).map { "- \(MarkdownText.plain($0))" }
    lines += DataLine.lines(for: step.data, in: language).map { line in
      "- \(line.key.map(MarkdownText.code) ?? said("data")): \(MarkdownText.plain(line.kind))"
        + (line.isRequired && line.key != nil ? ", " + said("required") : "")
    }
    if case .mapping(let fields, _)? = step.shown {
      let names = fields.map { MarkdownText.code($0.name) }.joined(separator: ", ")
      lines.append("- \(said("shows")): \(names)")
    }
    lines += wordings.dropFirst().map {
      "- \(said("also")): \(MarkdownText.code($0.readable(in: language)))"
    }
    if let uses { lines.append("- \(VocabularyGuide.usage(uses, in: language))") }
    lines.append("- \(signature.origin)")
    return lines.joined(separator: "\n")
  }
}
