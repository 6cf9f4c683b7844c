import DisplayText
import Synchronization

/// The words of the scenario language in a natural language, such as English.
///
/// English words are valid in every story, so a language can leave words untranslated.
final class LanguageWords: Sendable, StoryWords {
  /// English words only.
  static let english = LanguageWords(language: "en", words: [:])

  /// The languages other than English, by code.
  static let languages: [String: LanguageWords] = Dictionary(
    uniqueKeysWithValues: LanguageFile.all.dropFirst().map { file in
      (file.code, LanguageWords(file))
    })

  /// The language's code, such as `ru`.
  let language: String

  /// The translations of each English word, preferred word first.
  private let words: [String: [String]]

  /// The English word for each translation, as written and in lower case.
  private let names: [String: String]

  /// The time words read so far in this language; `nil` for a text that is not a time word.
  // Without the cache, reading a story takes 6.5 times as many instructions.
  let readTimeWords = Cache<String, TimeWord?>()

  /// The file of the language; `nil` for English, whose messages need no translation.
  private let file: LanguageFile?

  private let catalogue = AtomicLazyReference<MessageCatalogue>()

  /// The translated messages; `nil` for English.
  var messages: MessageCatalogue? {
    guard let file else { return nil }
    return catalogue.load() ?? catalogue.storeIfNil(MessageCatalogue(file.words(in: .messages)))
  }

  /// Returns the texts of a page by those in English; none for English.
  func texts(of page: LanguageFile.Part) -> [String: String] {
    file?.table(of: page).compactMapValues(\.first) ?? [:]
  }

  /// Creates the words of a language other than English.
  convenience init(_ file: LanguageFile) {
    self.init(language: file.code, words: file.table(of: .keywords), file: file)
  }

  private init(language: String, words: [String: [String]], file: LanguageFile? = nil) {
    (self.language, self.file, self.words) = (language, file, words)
    var names: [String: String] = [:]
    for (name, others) in words {
      for word in others {
        names[word] = name
        names[word.lowercased()] = name
      }
    }
    self.names = names
  }

  /// Returns the English word for a word as written; the word itself if the language doesn't have
  /// it.
  func name(of written: String) -> String { names.isEmpty ? written : names[written] ?? written }

  /// Returns the preferred translation of an English word, or the English word if there is none.
  func word(for name: String) -> String { words[name]?.first ?? name }

  /// Returns all words for an English word, including the English word itself.
  func all(for name: String) -> [String] { (words[name] ?? []) + [name] }

  /// Returns the translations of an English word; empty for English.
  func words(for name: String) -> [String] { words[name] ?? [] }

  /// Returns the English word for a word of other languages, with the codes of the languages in
  /// alphabetical order.
  static func meanings(of word: String) -> [(language: String, name: String)] {
    languages.values.compactMap { language in
      (language.names[word] ?? language.names[word.lowercased()]).map { (language.language, $0) }
    }.sorted { $0.0 < $1.0 }
  }

  /// Returns the language other than English that has a word, in lower case, for an English one.
  static func language(whoseWordFor name: String, is word: String) -> LanguageWords? {
    word == name ? nil : languages.values.first { $0.name(of: word) == name }
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
  ) -> (words: LanguageWords, unknown: Int?) {
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
    if let known = code == english.language ? english : languages[code] { return (known, nil) }
    // The words of the intended language are accepted, so that only the wrong code is reported.
    let meant = Self.code(meantBy: code).map { languages[$0] ?? .english }
    return (meant ?? suggested ?? .english, index)
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
