/// What the words in front of a check say about when it has to hold.
enum TimeWord {
  /// The words are a time word.
  case timing(Timing.Kind, Duration)
  /// The words are meant as a time word, but something is wrong with them.
  case mistake(message: String, remedies: [String])
  /// The words are a time word with a sentence behind it, without a colon between them.
  case missingColon(timeWord: String, sentence: String)

  /// Reads some words in a story's language; `nil` where they are a sentence like any other.
  init?(_ words: String, in keywords: Keywords) {
    self.init(keywords.withTimeWordInEnglish(words))
  }

  private init?(_ words: String) {
    let lowercased = words.lowercased()
    if lowercased == "eventually" {
      self = .timing(.eventually, Timing.eventuallyLimit)
    } else if let (name, kind) = Self.kinds.first(where: { lowercased.hasPrefix($0.name + " ") }),
      DurationText.isMeant(by: words.dropFirst(name.count))
    {
      let text = String(words.dropFirst(name.count).trimmed)
      if let (duration, sentence) = Self.durationInFront(of: text) {
        self = .missingColon(timeWord: "\(name) \(duration)", sentence: sentence)
        return
      }
      do throws(DurationText.Problem) {
        self = .timing(kind, try DurationText.duration(from: text))
      } catch {
        let meant = DurationText.meant(by: text).map {
          "Did you mean: \(name) \(DurationText.format($0))"
        }
        self = .mistake(message: error.message, remedies: meant.map { [$0] } ?? error.remedies)
      }
    } else if let name = Self.kinds.first(where: { lowercased == $0.name })?.name {
      self = .mistake(
        message: "\"\(name)\" has no duration", remedies: ["For example: \(name) 2 s"])
    } else if let meant = Self.meant(by: words) {
      self = .mistake(
        message: "unknown time word \"\(words)\"", remedies: ["Did you mean: \(meant)"])
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

  /// The time word that was probably mistyped; `nil` where none was meant.
  private static func meant(by words: String) -> String? {
    let names = kinds.map(\.name)
    guard let digit = words.firstIndex(where: \.isASCIIDigit) else {
      return NearestText.suggestions(for: words, among: ["eventually"]).first
    }
    let (name, text) = (words[..<digit].trimmed.lowercased(), words[digit...].trimmed)
    if text.hasSuffix(" later"), let duration = DurationText.meant(by: String(text.dropLast(6))) {
      return name.isEmpty ? "after \(DurationText.format(duration))" : nil
    }
    guard let duration = DurationText.meant(by: String(text)) else { return nil }
    let meant =
      synonyms.first { $0.others.contains(name) }?.name
      ?? NearestText.suggestions(for: name, among: names).first
    return meant.map { "\($0) \(DurationText.format(duration))" }
  }

  /// What people write for the time words.
  private static let synonyms: [(name: String, others: Set<String>)] = [
    ("never within", ["never", "not within", "never in", "not in", "not for", "never for"]),
    ("within", ["in", "until", "by", "before", "in less than", "at most", "no later than"]),
    ("after", ["wait", "waits", "wait for", "later than", "in exactly", "exactly"]),
    ("for", ["during", "throughout", "always for", "holds for"]),
  ]

  /// The duration that a text begins with, and what follows it; `nil` where nothing does.
  private static func durationInFront(of text: String) -> (duration: String, rest: String)? {
    let words = text.split(separator: " ")
    // "1 min 30 s" takes four words; what is longer is no duration that anyone writes.
    for count in stride(from: min(words.count - 1, 6), to: 0, by: -1) {
      let duration = words[..<count].joined(separator: " ")
      guard let meant = DurationText.meant(by: duration) else { continue }
      let rest = words[count...].joined(separator: " ")
      guard rest.first?.isLetter == true, rest.contains(" ") else { return nil }
      return (DurationText.format(meant), rest)
    }
    return nil
  }
}
