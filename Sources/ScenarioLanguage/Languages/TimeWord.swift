/// What the words in front of a check say about when it has to hold.
enum TimeWord: Sendable {
  /// The words are a time word.
  case timing(Timing.Kind, Duration)
  /// The words are meant as a time word, but something is wrong with them.
  case mistake(message: String, remedies: [String])
  /// The words are a time word with a sentence behind it, without a colon between them.
  case missingColon(timeWord: String, sentence: String)

  /// Reads some words in a story's language; `nil` where they are a sentence like any other.
  init?(_ text: String, in keywords: Keywords) {
    // Every sentence is looked at.
    let known = keywords.timeWords.value(of: text) { TimeWord(reading: text, in: keywords) }
    guard let known else { return nil }
    self = known
  }

  private init?(reading words: String, in keywords: Keywords) {
    let own = keywords.timeWord(inFrontOf: words)
    self.init(
      own.map { $0.name + words.dropFirst($0.length) } ?? words, written: words,
      own: own.map { String(words.prefix($0.length)) }, in: keywords)
  }

  /// Reads some words whose time word is in English by now.
  private init?(_ words: String, written: String, own: String?, in keywords: Keywords) {
    let lowercased = words.lowercased()
    if lowercased == "eventually" {
      self = .timing(.eventually, Timing.eventuallyLimit)
    } else if let (name, kind) = Self.kinds.first(where: { lowercased.hasPrefix($0.name + " ") }),
      DurationText.isMeant(by: words.dropFirst(name.count))
    {
      let text = String(words.dropFirst(name.count).trimmed)
      let name = own ?? name
      if let (duration, sentence) = Self.durationInFront(of: text) {
        self = .missingColon(timeWord: "\(name) \(keywords.format(duration))", sentence: sentence)
        return
      }
      do throws(DurationText.Problem) {
        self = .timing(kind, try DurationText.duration(from: text))
      } catch {
        let meant = DurationText.meant(by: text).map {
          ["Did you mean: \(name) \(keywords.format($0))"]
        }
        self = .mistake(
          message: error.message, remedies: meant ?? keywords.remedies(for: error, in: text))
      }
    } else if let name = Self.kinds.first(where: { lowercased == $0.name })?.name {
      let name = own ?? name
      self = .mistake(
        message: "\"\(name)\" has no duration",
        remedies: ["For example: \(name) \(keywords.format(.seconds(2)))"])
    } else if let remedy = Self.remedy(for: words, in: keywords) {
      self = .mistake(message: "unknown time word \"\(written)\"", remedies: [remedy])
    } else {
      return nil
    }
    if case .timing = self, words != lowercased {
      self = .mistake(
        message: "time words are written in lower case",
        remedies: ["Did you mean: \(lowercased)"])
    }
  }

  /// The time words that have a duration behind them; the longer ones come before those that they
  /// end with.
  private static let kinds: [(name: String, kind: Timing.Kind)] = [
    ("never within", .never), ("within", .within), ("after", .after), ("for", .throughout),
  ]

  /// What to do about a time word that was probably mistyped, or is one of another language; `nil`
  /// where none was meant.
  private static func remedy(for words: String, in keywords: Keywords) -> String? {
    guard let digit = words.firstIndex(where: \.isASCIIDigit) else {
      if let meant = keywords.eventually(meantBy: words) { return "Did you mean: \(meant)" }
      // Reading the other languages costs time, which a sentence in English needn't spend.
      return words.allSatisfy(\.isASCII) ? nil : foreign(words, behind: "", in: keywords)
    }
    let (name, text) = (words[..<digit].trimmed.lowercased(), words[digit...].trimmed)
    if text.hasSuffix(" later"), let duration = DurationText.meant(by: String(text.dropLast(6))) {
      let meant = "\(keywords.word(for: "after")) \(keywords.format(duration))"
      return name.isEmpty ? "Did you mean: \(meant)" : nil
    }
    guard !name.isEmpty, let duration = DurationText.meant(by: String(text)) else { return nil }
    let said = keywords.format(duration)
    return keywords.timeWord(meantBy: name).map { "Did you mean: \($0) \(said)" }
      ?? foreign(name, behind: " \(said)", in: keywords)
  }

  /// What to do about a time word of another language: to name the language, or to write the word
  /// of the one that the story names.
  private static func foreign(
    _ word: String, behind duration: String, in keywords: Keywords
  ) -> String? {
    for (code, language) in Keywords.languages.sorted(by: { $0.key < $1.key }) {
      guard let found = language.timeWord(inFrontOf: word), found.length == word.count else {
        continue
      }
      return keywords.language == "en"
        ? "Write \"language: \(code)\" at the top of the story to use its words."
        : "Did you mean: \(keywords.word(for: found.name))\(duration)"
    }
    return nil
  }

  /// The duration that a text begins with, and what follows it; `nil` where nothing does.
  private static func durationInFront(of text: String) -> (duration: Duration, rest: String)? {
    let words = text.split(separator: " ")
    // "1 min 30 s" takes four words; what is longer is no duration that anyone writes.
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
