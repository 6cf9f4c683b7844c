import DisplayText
import ScenarioKit
import ScenarioLanguage

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
