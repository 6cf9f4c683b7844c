/// A language in which stories can be written, with its words for keys, keywords and time words.
///
/// English words identify the others and are valid in every story.
///
/// ```swift
/// StoryLanguage(code: "ru")?.word(for: "scenario")  // сценарий
/// ```
package struct StoryLanguage: Sendable {
  /// English.
  package static let english = StoryLanguage(keywords: .english)

  /// All languages: English first, then the others ordered by code.
  package static let all: [StoryLanguage] =
    [english]
    + LanguageWords.languages.sorted { $0.key < $1.key }.map { StoryLanguage(keywords: $0.value) }

  /// The time words in English; each except `eventually` takes a duration.
  package static let timeWords = Timing.Kind.allCases.map(\.word)

  /// Hints that list the time words, with an example of a duration.
  package var timeWordHints: [Message] {
    let words = Timing.Kind.allCases.map { timeWord($0, .seconds(2)) }
    return [
      "The time words are: \(words.joined(separator: ", "))",
      "A check without a time word has to hold immediately.",
    ]
  }

  /// Returns a time word with its duration, such as `within 2 s`.
  package func timeWord(_ kind: Timing.Kind, _ duration: Duration) -> String {
    let word = keywords.word(for: kind.word)
    return kind == .eventually ? word : "\(word) \(keywords.format(duration))"
  }

  /// Returns whether a text begins like a time word that does not exist, such as `at 9:00`.
  package static func imaginesTimeWord(_ text: String) -> Bool { TimeWord.isImagined(in: text) }

  /// The texts of a run's page, by those in English; none for English.
  package var pageTexts: [String: String] { keywords.texts(of: .page) }

  /// The texts of the studio's page, and the keywords on it, by those in English; none for English.
  package var studioTexts: [String: String] {
    guard code != Self.english.code else { return [:] }
    let keys = [
      "story", "module", "scenarios", "scenario", "skip", "given", "when", "then", "eventually",
    ]
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, word(for: $0)) })
      .merging(keywords.texts(of: .page)) { $1 }.merging(keywords.texts(of: .studio)) { $1 }
  }

  /// Returns the language of a page about stories: theirs if it is one and not English, else the
  /// terminal's.
  package static func ofPage(
    aboutStoriesIn codes: Set<String>, terminal: StoryLanguage
  ) -> StoryLanguage {
    guard codes.count == 1, let code = codes.first, code != english.code else { return terminal }
    return StoryLanguage(code: code) ?? terminal
  }

  /// Returns the language of a scenario's text, by the keyword of its title.
  package static func ofScenario(_ text: String) -> StoryLanguage {
    let title = text.prefix { $0 != "\n" }.drop { " -".contains($0) }.prefix { $0 != ":" }
    return LanguageWords.language(whoseWordFor: "scenario", is: title.lowercased())
      .map { StoryLanguage(keywords: $0) } ?? .english
  }

  /// Returns whether a sentence says that nothing happens, in any language.
  package static func meansNothingHappens(_ text: String) -> Bool {
    LanguageFile.hints(for: "nothing").contains(text.lowercased())
  }

  /// Returns whether a text is about a state that ends soon, such as `loading`, in any language.
  package static func isAboutWaiting(_ text: String) -> Bool {
    LanguageFile.hints(for: "loading").contains { text.lowercased().contains($0) }
  }

  /// The names of units of durations in all languages, such as `s`, `second` and `seconds`, longest
  /// first.
  package static let units = DurationText.ownNames.keys.sorted { ($1.count, $0) < ($0.count, $1) }

  let keywords: LanguageWords

  init(keywords: LanguageWords) { self.keywords = keywords }

  /// Creates the language with a code, such as `ru`; `nil` if there is none.
  package init?(code: String) {
    // Loading the other languages takes time that a story in English need not spend.
    let isEnglish = code == Self.english.code
    guard let keywords = isEnglish ? .english : LanguageWords.languages[code] else { return nil }
    self.init(keywords: keywords)
  }

  /// The language's code.
  package var code: String { keywords.language }

  /// Returns the preferred word for an English word, or the English word if there is no
  /// translation.
  package func word(for name: String) -> String { keywords.word(for: name) }

  /// Returns every word for an English word: the preferred word first, the English word last.
  package func words(for name: String) -> [String] { keywords.all(for: name) }

  /// Returns the English word for a word as written; the word itself if the language doesn't have
  /// it.
  package func name(of word: String) -> String { keywords.name(of: word) }

  /// Returns the words for an English word in all languages, without duplicates.
  ///
  /// The English word comes first. Lower-case variants are included because stories may use them.
  package static func allWords(for name: String) -> [String] {
    var seen: Set<String> = []
    return ([name] + all.flatMap { $0.keywords.all(for: name).flatMap { [$0, $0.lowercased()] } })
      .filter { seen.insert($0).inserted }
  }
}
