/// The ways that authors write a pause, valid or not: `2 s pass`, `wait 2 seconds`, `2 s`.
package enum PauseText {
  /// Returns the pause that a text expresses, such as `2 s pass`; `nil` if it isn't a pause.
  ///
  /// - Parameters:
  ///   - words: The text as written.
  ///   - language: The language of the story; English by default.
  package static func meant(by words: String, in language: StoryLanguage = .english) -> String? {
    DurationText.meant(by: String(duration(in: words, language))).map {
      language.pause(of: language.format($0))
    }
  }

  /// Returns a pause with a unit for words that lack one: `100 ms pass` for `100 pass`; `nil` for
  /// any other words.
  ///
  /// - Parameters:
  ///   - words: The text as written.
  ///   - language: The language of the story; English by default.
  package static func withUnit(_ words: String, in language: StoryLanguage = .english) -> String? {
    let number = duration(in: words, language)
    guard number.count < words.trimmed.count, !number.isEmpty, number.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return language.pause(of: "\(number) \(language.units[0])")
  }

  /// Returns whether a text is a pause as stories write it.
  static func isPause(_ text: String, _ language: StoryLanguage) -> Bool {
    let own = language.translations(of: "passes")
    return (own + ["pass", "passes"]).contains { word in
      text.hasSuffix(" " + word) && DurationText.isDuration(String(text.dropLast(word.count)))
        || own.contains(word) && text.hasPrefix(word + " ")
          && DurationText.isDuration(String(text.dropFirst(word.count)))
    }
  }

  /// Returns a text without the words that only express that time passes.
  private static func duration(in words: String, _ language: StoryLanguage) -> Substring {
    var rest = words.lowercased()[...].trimmed
    // A subject, a verb, or both may come first.
    for word in ["the", "reader", "author", "user", "app", "i", "we", "let", "and", "then"] {
      if rest.hasPrefix(word + " ") { rest = rest.dropFirst(word.count).trimmed }
    }
    if let word = LanguageFile.hints(for: "wait").first(where: rest.hasPrefix) {
      rest = rest.dropFirst(word.count).drop { $0 == ":" }.trimmed
    }
    if rest.hasPrefix("for ") { rest = rest.dropFirst(4).trimmed }
    let own = language.translations(of: "passes")
    for word in own + LanguageFile.hints(for: "elapsed") {
      if rest.hasSuffix(" " + word) { return rest.dropLast(word.count).trimmed }
      if rest.hasPrefix(word + " ") { return rest.dropFirst(word.count).trimmed }
    }
    return rest
  }
}
