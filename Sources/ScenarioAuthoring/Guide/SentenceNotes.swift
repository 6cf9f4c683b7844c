import ScenarioKit
import ScenarioLanguage

/// The notation of sentences.
package enum SentenceNotes {
  /// Returns explanations of the parameters and marks in some sentences, one line each.
  package static func legend(
    for expressions: [StepExpression], in language: StoryLanguage = .english
  ) -> [String] {
    let parts = expressions.flatMap(\.parts)
    var types: Set<String> = []
    var lines: [String] = []
    for case .parameter(let type) in parts where types.insert(type.name).inserted {
      lines.append("{\(type.name)} stands for \(type.explanation)")
    }
    lines.sort()
    if parts.contains(where: { if case .optional = $0 { true } else { false } }) {
      lines.append("Text in parentheses may be left out: time(s) stands for \"time\" or \"times\".")
    }
    if parts.contains(where: { if case .alternatives = $0 { true } else { false } }) {
      lines.append("Of words with a slash between them, write one: was/were.")
    }
    return lines.map(language.translation)
  }
}
