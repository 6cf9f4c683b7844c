/// What people write to let time pass, be it right or wrong: `2 s pass`, `wait 2 seconds`, `2 s`.
public enum PauseText {
  /// The step that lets so much time pass as some words ask for, such as `2 s pass`; `nil` where
  /// they ask for something else.
  ///
  /// - Parameters:
  ///   - words: What was written.
  ///   - language: The language of the story; English unless given.
  public static func meant(by words: String, in language: StoryLanguage = .english) -> String? {
    let keywords = language.keywords
    return DurationText.meant(by: String(duration(in: words, keywords))).map {
      keywords.pause(of: keywords.format($0))
    }
  }

  /// How words that let time pass, but have no unit behind their number, are written with one:
  /// `100 ms pass` for `100 pass`; `nil` for any others.
  ///
  /// - Parameters:
  ///   - words: What was written.
  ///   - language: The language of the story; English unless given.
  public static func withUnit(
    _ words: String, in language: StoryLanguage = .english
  ) -> String? {
    let keywords = language.keywords
    let number = duration(in: words, keywords)
    guard number.count < words.trimmed.count, !number.isEmpty, number.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return keywords.pause(of: "\(number) \(keywords.units[0])")
  }

  /// What is left of some words without those that only say that time passes.
  private static func duration(in words: String, _ keywords: Keywords) -> Substring {
    var rest = words.lowercased()[...].trimmed
    // A subject and a verb, or only one of them, may stand in front.
    for word in ["the", "reader", "author", "user", "app", "i", "we", "let", "and", "then"] {
      if rest.hasPrefix(word + " ") { rest = rest.dropFirst(word.count).trimmed }
    }
    for word in verbs where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count).drop { $0 == ":" }.trimmed
      break
    }
    if rest.hasPrefix("for ") { rest = rest.dropFirst(4).trimmed }
    let own = keywords.words(for: "passes")
    for word in own + ["passes", "passed", "pass", "go by", "goes by", "elapse", "later"] {
      if rest.hasSuffix(" " + word) { return rest.dropLast(word.count).trimmed }
      if rest.hasPrefix(word + " ") { return rest.dropFirst(word.count).trimmed }
    }
    return rest
  }

  /// What stands in front of how long somebody waits.
  private static let verbs = [
    "waits", "wait", "sleeps", "sleep", "pauses", "pause", "delay", "подождать", "ждать", "пауза",
    "attendre", "warten", "warte", "esperar", "espera",
  ]
}
