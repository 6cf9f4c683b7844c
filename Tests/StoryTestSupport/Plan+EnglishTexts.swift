import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

extension Plan {
  /// Returns the messages, hints and notes that a language lacks, wholly or in part, after a run of
  /// the scenarios.
  package func textsInEnglish(in language: StoryLanguage) -> Set<String> {
    let diagnostics = brokenFiles.flatMap(\.diagnostics) + undefinedSteps + warnings
    var texts = diagnostics.flatMap { [$0.problem] + $0.advice }
    Runner().run(Selection().select(from: scenarios)) { _, result in
      texts += result.notes.map(\.text)
      texts += result.failures.flatMap { $0.messages + $0.differences.compactMap(\.explanation) }
    }
    // The lines of an example in a hint are indented, and requests are numbered.
    let untranslated = texts.filter { message in
      let (text, translation) = (message.english, language.text(of: message))
      guard text.first?.isNumber != true, !text.hasPrefix(" ") else { return false }
      return translation == text || !Self.words(of: translation).isDisjoint(with: Self.clauseWords)
    }
    return Set(untranslated.map(\.english))
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
