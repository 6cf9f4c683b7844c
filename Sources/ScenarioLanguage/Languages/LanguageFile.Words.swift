extension LanguageFile {
  /// Returns the words of all languages by which a hint recognises what was meant, English first.
  static func hints(for name: String) -> [String] {
    all.flatMap { $0.table(of: .hints)[name] ?? [] }
  }

  /// Returns the words of a language by which a hint recognises what was meant.
  static func hints(for name: String, in code: String) -> [String] {
    all.first { $0.code == code }?.table(of: .hints)[name] ?? []
  }
}

extension StoryLanguage {
  /// A text in a language, with the language's code.
  package typealias Translation = (language: String, text: String)

  /// Returns the translations of a sentence of this package, in the order of ``all``.
  package static func translations(ofSentence sentence: String) -> [Translation] {
    LanguageFile.all.dropFirst().flatMap { file in
      (file.table(of: .sentences)[sentence] ?? []).map { (language: file.code, text: $0) }
    }
  }

  /// The texts of a starter story by their names; those in English where the language lacks one.
  package var starterTexts: [String: [String]] {
    let texts = LanguageFile.all[0].table(of: .starter)
      .merging(file?.table(of: .starter) ?? [:]) { $1 }
    return texts.mapValues { lines in
      lines.map { line in Keys.step.reduce(line) { $0.replacing("{\($1)}", with: word(for: $1)) } }
    }
  }

  /// Words that negate a sentence, in all languages.
  package static var negations: [String] { LanguageFile.hints(for: "not") }

  /// Returns the number from 1 to 3 that a word of any language means, such as `one` or `twice`;
  /// `nil` for any other word.
  package static func number(named word: some StringProtocol) -> Int? {
    ["one", "two", "three"].firstIndex { LanguageFile.hints(for: $0).contains(word.lowercased()) }
      .map { $0 + 1 }
  }

  /// The articles of all languages, in lower case.
  private static let articles = Set(LanguageFile.hints(for: "the"))

  /// Returns the first word of a sentence, without an article, such as `reader` for
  /// `the reader taps "Load"`; `nil` if there is none.
  package static func subject(of sentence: String) -> String? {
    let words = sentence.split(separator: " ", maxSplits: 2)
    guard let first = words.first else { return nil }
    return String(words.count > 1 && articles.contains(first.lowercased()) ? words[1] : first)
  }

  /// Beginnings of words that negate the rest of the word, in all languages.
  package static var negatingPrefixes: [String] { LanguageFile.hints(for: "un") }

  /// Stems of opposite words, in all languages.
  package static var opposites: [(stem: String, opposite: String)] {
    LanguageFile.all.flatMap { file in
      file.words(in: .opposites).flatMap { stem, others in others.map { (stem, $0) } }
    }
  }
}
