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
    // The lines of an example in a hint are indented, and requests are numbered.
    return Set(texts.filter { $0.first?.isNumber != true && !$0.hasPrefix(" ") }).filter { text in
      let translation = language.translation(of: text)
      return translation == text || !Self.words(of: translation).isDisjoint(with: Self.clauseWords)
    }
  }

  /// Returns the words outside of quotes, examples and addresses.
  private static func words(of text: String) -> Set<String> {
    let rest = text.replacing(/„[^“]*“|"[^"]*"|'[^']*'|\{[^}]*\}|\[[^\]]*\]|\S*[\/!]\S*/, with: "")
    return Set(rest.split { !$0.isLetter && $0 != "'" }.map { $0.lowercased() })
  }

  /// English words, which an author's text in a translated message does not have here.
  private static let clauseWords: Set<String> = [
    "but", "this", "it", "needs", "isn't", "can't", "doesn't", "expected", "which",
  ]
}
