/// The words of the language as an author writes them: English, or those of the language that a
/// story names.
///
/// English words are understood in every story, so that a language need not have all of them.
struct Keywords: Sendable {
  /// English words only.
  static let english = Keywords(language: "en", words: [:])

  /// The languages that there are beside English, by their codes.
  static let languages: [String: Keywords] = readLanguages()

  /// The language's code, such as `ru`.
  let language: String

  /// What is said for an English word, the usual word first.
  private let words: [String: [String]]

  /// The English word for each other, also for those that are written in lower case.
  private let names: [String: String]

  /// The time words that were read in the language, and what is none.
  let timeWords = Cache<String, TimeWord?>()

  private init(language: String, words: [String: [String]]) {
    self.language = language
    self.words = words
    var names: [String: String] = [:]
    for (name, others) in words {
      for word in others {
        names[word] = name
        names[word.lowercased()] = name
      }
    }
    self.names = names
  }

  /// The English word for one as it was written; the same for any that is no word of the language.
  func name(of written: String) -> String {
    names.isEmpty ? written : names[written] ?? written
  }

  /// The usual word for an English one.
  func word(for name: String) -> String { words[name]?.first ?? name }

  /// All words for an English one, itself too.
  func all(for name: String) -> [String] { (words[name] ?? []) + [name] }

  /// A text for people in which words of the language stand as they are written in a story:
  /// `"given: …"` or `"- given:"`.
  func translated(_ text: String) -> String {
    guard !words.isEmpty else { return text }
    return text.replacing(#/"(?<dash>(?:- )?)(?<name>[a-z ]+):/#) { match in
      "\"\(match.output.dash)\(word(for: String(match.output.name))):"
    }
  }

  /// What the language itself says for an English word; none in English.
  func words(for name: String) -> [String] { words[name] ?? [] }

  /// The codes of the languages in which a word means something, in the order of the alphabet.
  static func languages(with word: String) -> [String] {
    languages.values.filter { $0.names[word] != nil }.map(\.language).sorted()
  }

  /// Which of the keys of a story names its language; `nil` where none does.
  static func languageKey(among keys: [String]) -> Int? {
    // Reading the other languages costs time, which a story in English needn't spend.
    guard !keys.allSatisfy(Keys.isEnglish) else { return nil }
    return keys.firstIndex { key in
      let key = key.lowercased()
      return key == "language" || languages.values.contains { $0.name(of: key) == "language" }
    }
  }

  /// The language whose word for "story" is among the keys of a story that doesn't name its own.
  static func suggested(by keys: [String]) -> Keywords {
    guard !keys.allSatisfy(Keys.isEnglish) else { return .english }
    return languages.values.first { language in
      keys.map { $0.lowercased() }
        .contains { $0 != "story" && language.name(of: $0) == "story" }
    } ?? .english
  }

  /// The code that was meant by what people call a language, such as `русский` or `ru-RU`; `nil`
  /// where no language is called so.
  static func code(meantBy text: String) -> String? {
    guard let word = text.lowercased().split(whereSeparator: { !$0.isLetter }).first else {
      return nil
    }
    return languageNames.first { $0.key == word || $0.value.contains(String(word)) }?.key
  }

  private static let languageNames: [String: Set<String>] = [
    "en": ["english", "английский", "anglais", "englisch", "inglés", "eng"],
    "ru": ["русский", "russian", "russe", "russisch", "ruso", "rus"],
    "fr": ["français", "francais", "french", "французский", "französisch", "francés", "fra"],
    "de": ["deutsch", "german", "немецкий", "allemand", "alemán", "ger", "deu"],
    "es": ["español", "espanol", "spanish", "испанский", "espagnol", "spanisch", "spa"],
  ]

  private static func readLanguages() -> [String: Keywords] {
    let source = SourceFile(path: "languages.yaml", bytes: PackageResources.languages_yaml)
    guard case .mapping(let entries) = YAMLReader(reading: source).documents.first?.content else {
      return [:]
    }
    var languages: [String: Keywords] = [:]
    for entry in entries {
      guard let code = entry.key.text, case .mapping(let lines) = entry.value.content else {
        continue
      }
      var words: [String: [String]] = [:]
      for line in lines {
        guard let name = line.key.text else { continue }
        switch line.value.content {
        case .scalar(let word, _): words[name] = [word]
        case .sequence(let items): words[name] = items.compactMap(\.text)
        case .mapping: break
        }
      }
      languages[code] = Keywords(language: code, words: words)
    }
    return languages
  }
}
