/// The result of reading a text as a time word, which specifies when a check has to hold.
enum TimeWord: Sendable {
  /// A valid time word.
  case timing(Timing.Kind, Duration)
  /// A text that was probably meant as a time word, but is invalid.
  case diagnostic(message: Message, hints: [Message])
  /// A time word that is followed by a sentence without a colon between them.
  case missingColon(timeWord: String, sentence: String)

  /// Reads a text in a story's language; `nil` if it is an ordinary sentence.
  init?(_ text: String, in language: StoryLanguage) {
    // Cached, because every sentence of a story is checked.
    let known = language.readTimeWords.value(of: text) { TimeWord(reading: text, in: language) }
    guard let known else { return nil }
    self = known
  }

  private init?(reading written: String, in language: StoryLanguage) {
    let translated = language.timeWord(before: written)
    let own = translated.map { String(written.prefix($0.length)) }
    let words = translated.map { $0.name + written.dropFirst($0.length) } ?? written
    let (lowercased, kinds) = (words.lowercased(), Timing.Kind.withDuration)
    if lowercased == Timing.Kind.eventually.word {
      self = .timing(.eventually, Timing.eventuallyLimit)
    } else if let kind = kinds.first(where: { lowercased.hasPrefix($0.word + " ") }),
      DurationText.isMeant(by: words.dropFirst(kind.word.count))
    {
      let text = String(words.dropFirst(kind.word.count).trimmed)
      let name = own ?? kind.word
      if let (duration, sentence) = Self.durationBefore(of: text) {
        self = .missingColon(timeWord: "\(name) \(language.format(duration))", sentence: sentence)
        return
      }
      do throws(DurationText.Problem) {
        let duration = try DurationText.duration(from: text)
        self = Self.problem(of: kind, duration, in: words) ?? .timing(kind, duration)
      } catch {
        let meant: [Message]? = DurationText.meant(by: text).map {
          [didYouMean("\(name) \(language.format($0))")]
        }
        self = .diagnostic(
          message: error.text,
          hints: meant
            ?? language.hints(for: error, in: text).map { hint in
              Message(hint, corrections: (hint.corrections ?? []).map { "\(name) \($0)" })
            })
      }
    } else if let kind = kinds.first(where: { lowercased == $0.word }) {
      let name = own ?? kind.word
      self = .diagnostic(
        message: "\"\(name)\" has no duration",
        hints: ["For example: \(name) \(language.format(.seconds(2)))"])
    } else if let hint = Self.hint(for: words, in: language) {
      self = .diagnostic(message: "unknown time word \"\(written)\"", hints: [hint])
    } else {
      return nil
    }
    // Names of units may be nouns of German.
    if case .timing = self, case let name = words.prefix(while: { !$0.isASCIIDigit }),
      name != name.lowercased()
    {
      self = .diagnostic(
        message: "time words are written in lower case",
        hints: [didYouMean(name.lowercased() + words.dropFirst(name.count))])
    }
  }

  /// Returns the problem of a time word that covers no time; `nil` if there is none.
  ///
  /// `after 0 s` and `within 0 s` are checks of this moment, for example from a placeholder.
  private static func problem(
    of kind: Timing.Kind, _ duration: Duration, in words: String
  ) -> TimeWord? {
    guard duration == .zero, kind == .throughout || kind == .never else { return nil }
    return .diagnostic(
      message: "\"\(words)\" covers no time",
      hints: [
        kind == .never
          ? "Write a longer time." : "Write a longer time, or the check without a time word."
      ])
  }

  /// Returns a hint for a time word that was misspelled or belongs to another language; `nil` if
  /// the text was not meant as one.
  private static func hint(for words: String, in language: StoryLanguage) -> Message? {
    guard let digit = words.firstIndex(where: \.isASCIIDigit) else {
      if let meant = language.eventually(meantBy: words) { return didYouMean(meant) }
      // Loading the other languages takes time that a sentence in English need not spend.
      return words.allSatisfy(\.isASCII) ? nil : foreign(words, after: "", in: language)
    }
    let (name, text) = (words[..<digit].trimmed.lowercased(), words[digit...].trimmed)
    if text.hasSuffix(" later"), let duration = DurationText.meant(by: String(text.dropLast(6))) {
      let meant = "\(language.word(for: "after")) \(language.format(duration))"
      return name.isEmpty ? didYouMean(meant) : nil
    }
    guard !name.isEmpty, let duration = DurationText.meant(by: String(text)) else { return nil }
    let written = language.format(duration)
    return language.timeWord(meantBy: name).map { didYouMean("\($0) \(written)") }
      ?? foreign(name, after: " \(written)", in: language)
  }

  /// Returns a hint for a time word of another language; `nil` if no language has the word.
  ///
  /// In an English story the hint is to set `language`; otherwise it is the word in the story's
  /// language.
  private static func foreign(
    _ word: String, after duration: String, in language: StoryLanguage
  ) -> Message? {
    for other in StoryLanguage.all.dropFirst() {
      guard let own = other.timeWord(before: word), own.length == word.count else { continue }
      return language.code == "en"
        ? "Write \"\(word: "language"): \(other.code)\" at the top of the story to use its words."
        : didYouMean("\(language.word(for: own.name))\(duration)")
    }
    return nil
  }

  /// Returns the duration at the start of a text and the sentence after it; `nil` if no sentence
  /// follows.
  private static func durationBefore(of text: String) -> (duration: Duration, rest: String)? {
    guard DurationText.meant(by: text) == nil else { return nil }
    let words = text.split(separator: " ")
    // "1 min 30 s" takes four words; more than six are no duration in practice.
    for count in stride(from: min(words.count - 1, 6), to: 0, by: -1) {
      let duration = words[..<count].joined(separator: " ")
      guard let meant = DurationText.meant(by: duration) else { continue }
      let rest = words[count...].joined(separator: " ")
      guard rest.first?.isLetter == true, rest.contains(" ") else { return nil }
      return (meant, rest)
    }
    return nil
  }
}
