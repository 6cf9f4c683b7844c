import DisplayText
import ScenarioKit
import StepExpressions

/// What a step definition is for, for editors.
package enum StepText {
  /// Returns the sentence, its data, its parameters and other wordings as Markdown.
  package static func markdown(
    for signature: StepSignature, in vocabulary: VocabularyData, uses: Int? = nil
  ) -> String {
    let entries = vocabulary.sentences.entries.filter { $0.signature == signature }
    guard let main = entries.first else { return "" }
    let (heading, explanation) = VocabularyGuide.purpose(of: signature.role)
    var lines = [
      MarkdownText.code(main.expression.readable + (signature.takesData ? ": …" : "")), "",
      "*\(heading)*: \(explanation)", "",
    ]
    lines += SentenceNotes.legend(for: [main.expression]).map { "- \(MarkdownGuide.plain($0))" }
    lines += DataLine.lines(for: vocabulary.step(of: main).data).map { line in
      "- \(line.key.map(MarkdownText.code) ?? "data"): \(MarkdownGuide.plain(line.kind))"
        + (line.isRequired && line.key != nil ? ", required" : "")
    }
    if case .mapping(let fields, _)? = vocabulary.step(of: main).shown {
      lines.append("- shows: \(fields.map { MarkdownText.code($0.name) }.joined(separator: ", "))")
    }
    lines += entries.dropFirst().map { "- also: \(MarkdownText.code($0.expression.readable))" }
    if let uses { lines.append("- used \(counted(uses, "time"))") }
    lines.append("- \(signature.origin)")
    return lines.joined(separator: "\n")
  }

  /// Returns a description of a shape of data, such as `a whole number`.
  package static func kind(of shape: DataShape) -> String { DataLine.kind(of: shape) }
}
