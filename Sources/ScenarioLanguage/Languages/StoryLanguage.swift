import DisplayText

/// A language in which stories can be written, with its words for keys, keywords and time words.
///
/// English words identify the others and are valid in every story, so a language can leave words
/// untranslated.
///
/// ```swift
/// StoryLanguage.named("ru")?.word(for: "scenario")  // сценарий
/// ```
package final class StoryLanguage: Sendable {
  /// English.
  package static let english = StoryLanguage()

  /// All languages: English first, then the others ordered by code.
  package static let all = [english] + LanguageFile.all.dropFirst().map { StoryLanguage($0) }

  /// The time words in English; each except `eventually` takes a duration.
  package static let timeWords = Timing.Kind.allCases.map(\.word)

  /// The names of units of durations in all languages, such as `s`, `second` and `seconds`, longest
  /// first.
  package static let units = DurationText.ownNames.keys.sorted { ($1.count, $0) < ($0.count, $1) }

  /// The language's code, such as `ru`.
  package let code: String

  /// The file of the language; `nil` for English, whose words and messages need no translation.
  let file: LanguageFile?

  /// The translations of each English word, preferred word first.
  private let words: [String: [String]]

  /// The English word for each translation, as written and in lower case.
  private let names: [String: String]

  /// The time words read so far in this language; `nil` for a text that is not a time word.
  // Without the cache, reading a story takes 6.5 times as many instructions.
  let readTimeWords = Cache<String, TimeWord?>()

  /// Creates the language of a file; English without one.
  init(_ file: LanguageFile? = nil) {
    let words = file?.table(of: .keywords) ?? [:]
    var names: [String: String] = [:]
    for (name, others) in words {
      for word in others {
        names[word] = name
        names[word.lowercased()] = name
      }
    }
    (self.file, code) = (file, file?.code ?? "en")
    (self.words, self.names) = (words, names)
  }

  /// Returns the language with a code, such as `ru`; `nil` if there is none.
  package static func named(_ code: String) -> StoryLanguage? {
    // Loading the other languages takes time that a story in English need not spend.
    code == english.code ? .english : all.first { $0.code == code }
  }

  // MARK: - Words

  /// Returns the English word for a word as written; the word itself if the language doesn't have
  /// it.
  package func name(of written: String) -> String {
    names.isEmpty ? written : names[written] ?? written
  }

  /// Returns the preferred word for an English word, or the English word if there is no
  /// translation.
  package func word(for name: String) -> String { words[name]?.first ?? name }

  /// Returns every word for an English word: the preferred word first, the English word last.
  package func words(for name: String) -> [String] { translations(of: name) + [name] }

  /// Returns the translations of an English word; empty for English.
  func translations(of name: String) -> [String] { words[name] ?? [] }

  /// Returns the words for an English word in all languages, without duplicates.
  ///
  /// The English word comes first. Lower-case variants are included because stories may use them.
  package static func allWords(for name: String) -> [String] {
    ([name] + all.flatMap { $0.words(for: name).flatMap { [$0, $0.lowercased()] } })
      .withoutRepeats()
  }

  /// Returns the English word for a word of other languages, with the codes of the languages in
  /// alphabetical order.
  static func meanings(of word: String) -> [(language: String, name: String)] {
    all.compactMap { language in
      (language.names[word] ?? language.names[word.lowercased()])
        .map { (language: language.code, name: $0) }
    }
  }

  // MARK: - Texts

  /// Hints that list the time words, with an example of a duration.
  package var timeWordHints: [Message] {
    let words = Timing.Kind.allCases.map { timeWord($0, .seconds(2)) }
    return [
      "The time words are: \(words.joined(separator: ", "))",
      "A check without a time word has to hold immediately.",
    ]
  }

  /// The texts of a run's page, by those in English; none for English.
  package var pageTexts: [String: String] { texts(of: .page) }

  /// The texts of the studio's page, and the keywords on it, by those in English; none for English.
  package var studioTexts: [String: String] {
    guard code != Self.english.code else { return [:] }
    let keys = [
      "story", "module", "scenarios", "scenario", "skip", "given", "when", "then", "eventually",
    ]
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, word(for: $0)) })
      .merging(texts(of: .page)) { $1 }.merging(texts(of: .studio)) { $1 }
  }

  private func texts(of page: LanguageFile.Part) -> [String: String] {
    file?.table(of: page).compactMapValues(\.first) ?? [:]
  }

  /// Returns whether a text begins like a time word that does not exist: `at 9:00`, `immediately`.
  package static func imaginesTimeWord(_ text: String) -> Bool {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "," }
    guard let first = words.first else { return false }
    let two = words.prefix(2).joined(separator: " ")
    let isBeforeNumber = words.dropFirst().first?.first?.isASCIIDigit == true
    let imagined = LanguageFile.hints(for: "soon")
    return imagined.contains(String(first)) || imagined.contains(two)
      || isBeforeNumber && LanguageFile.hints(for: "at").contains(String(first))
  }

  /// Returns whether a sentence says that nothing happens, in any language.
  package static func meansNothingHappens(_ text: String) -> Bool {
    LanguageFile.hints(for: "nothing").contains(text.lowercased())
  }

  /// Returns whether a text is about a state that ends soon, such as `loading`, in any language.
  package static func isAboutWaiting(_ text: String) -> Bool {
    LanguageFile.hints(for: "loading").contains { text.lowercased().contains($0) }
  }

  // MARK: - The language of a text

  /// Returns the language of a page about stories: theirs if it is one and not English, else the
  /// terminal's.
  package static func ofPage(
    aboutStoriesIn codes: Set<String>, terminal: StoryLanguage
  ) -> StoryLanguage {
    guard codes.count == 1, let code = codes.first, code != english.code else { return terminal }
    return named(code) ?? terminal
  }

  /// Returns the language of a scenario's text, by the keyword of its title.
  package static func ofScenario(_ text: String) -> StoryLanguage {
    let title = text.prefix { $0 != "\n" }.drop { " -".contains($0) }.prefix { $0 != ":" }
    return language(whoseWordFor: "scenario", is: title.lowercased()) ?? .english
  }

  /// Returns the language that a story names in any language, or else the one suggested by its word
  /// for "story".
  ///
  /// - Parameters:
  ///   - keys: The keys of the story.
  ///   - code: Returns the text of the value of the key with an index; `nil` if it is no text.
  /// - Returns: The language, and the index of the key whose value is not the code of a language.
  static func ofStory(
    _ keys: [String], code: (Int) -> String?
  ) -> (language: StoryLanguage, unknown: Int?) {
    // Loading the other languages takes time that a story in English need not spend.
    guard !keys.allSatisfy(Keys.isEnglish) else { return (.english, nil) }
    let keys = keys.map { $0.lowercased() }
    let suggested = keys.lazy.compactMap { language(whoseWordFor: "story", is: $0) }.first
    let index = keys.firstIndex {
      $0 == "language" || language(whoseWordFor: "language", is: $0) != nil
    }
    guard let index, let code = code(index)?.trimmed, !code.isEmpty else {
      return (suggested ?? .english, nil)
    }
    if let known = named(code) { return (known, nil) }
    // The words of the intended language are accepted, so that only the wrong code is reported.
    return (Self.code(meantBy: code).flatMap(named) ?? suggested ?? .english, index)
  }

  /// Returns the language other than English that has a word, in lower case, for an English one.
  private static func language(whoseWordFor name: String, is word: String) -> StoryLanguage? {
    word == name ? nil : all.first { $0.name(of: word) == name }
  }

  /// Returns the code for the name of a language, such as `русский` or `ru-RU`; `nil` if the name
  /// is unknown.
  static func code(meantBy text: String) -> String? {
    guard let word = text.lowercased().split(whereSeparator: { !$0.isLetter }).first else {
      return nil
    }
    return LanguageFile.all.map(\.code).first { code in
      code == word || LanguageFile.hints(for: "language", in: code).contains(String(word))
    }
  }
}
