import ScenarioKit
import ScenarioLanguage

/// Notes on the sentences of modules for a list in a terminal: an example from existing stories,
/// and the values that an observation had.
package struct SentenceNotes: Sendable {
  private static let longestExample = 100

  private let uses: SentenceUses
  private let observed: ObservedValues

  /// Creates notes.
  package init(uses: SentenceUses, observed: ObservedValues) {
    (self.uses, self.observed) = (uses, observed)
  }

  /// Returns the notes on a step definition, one line each.
  package func lines(on signature: StepSignature, in module: String) -> [String] {
    let use = uses.uses(of: signature, in: module).shortest(preferring: signature.expression)
    let example = use.flatMap { use -> String? in
      let text = use.notation
      guard !use.isRow, text != signature.expression else { return nil }
      let short =
        text.count > Self.longestExample ? text.prefix(Self.longestExample - 1) + "…" : text
      return "for example: \(short)   (\(use.location))"
    }
    return (example.map { [$0] } ?? []) + observed.lines(for: signature.expression, in: module)
  }

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
