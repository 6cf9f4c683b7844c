import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

extension Plan {
  /// Returns the messages, hints and notes that a language lacks, wholly or in part, after a run of
  /// the scenarios.
  package func textsInEnglish(in language: StoryLanguage) -> Set<String> {
    let diagnostics = brokenFiles.flatMap(\.diagnostics) + undefinedSteps + warnings
    var texts = diagnostics.flatMap { [$0.message] + $0.hints }
    Runner().run(Selection().select(from: scenarios)) { _, result in
      texts += result.notes.map(\.message)
      texts += result.failures.flatMap { failure in
        [failure.message] + failure.details + failure.differences.compactMap(\.note)
      }
    }
    return Set(
      texts.filter { text in
        let translation = language.translation(of: text)
        // A translated message can have an author's text, which is in the language of the steps.
        return !Self.words(of: translation).isDisjoint(
          with: translation == text ? Self.messageWords : Self.clauseWords)
      })
  }

  /// Returns the words outside of quotes, examples and addresses.
  private static func words(of text: String) -> Set<String> {
    let rest = text.replacing(/„[^“]*“|"[^"]*"|'[^']*'|\{[^}]*\}|\[[^\]]*\]|\S*[\/!]\S*/, with: "")
    return Set(rest.split { !$0.isLetter && $0 != "'" }.map { $0.lowercased() })
  }

  private static let clauseWords: Set<String> = [
    "but", "this", "it", "needs", "isn't", "can't", "doesn't", "expected", "which",
  ]

  private static let messageWords: Set<String> = clauseWords.union([
    "the", "these", "there", "is", "are", "has", "have", "and", "or", "not", "no", "with",
    "without", "write", "put", "begin", "takes", "of", "to", "more", "example", "missing",
    "unknown",
  ])
}
