/// What the words in front of a check say about when it has to hold.
enum TimeWord {
  /// The words are a time word.
  case timing(Timing.Kind, Duration)
  /// The words are meant as a time word, but something is wrong with them.
  case mistake(message: String, remedies: [String])

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
      do throws(DurationText.Problem) {
        self = .timing(kind, try DurationText.duration(from: text))
      } catch {
        self = .mistake(message: error.message, remedies: error.remedies)
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
    let (name, duration) = (words[..<digit].trimmed, words[digit...].trimmed)
    guard DurationText.parse(String(duration)) != nil else { return nil }
    let meant =
      ["never", "not within", "never in"].contains(name.lowercased())
      ? "never within" : NearestText.suggestions(for: String(name), among: names).first
    return meant.map { "\($0) \(duration)" }
  }
}
