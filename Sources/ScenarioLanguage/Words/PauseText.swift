/// What people write to let time pass, be it right or wrong: `2 s pass`, `wait 2 seconds`, `2 s`.
public enum PauseText {
  /// The step that lets so much time pass as some words ask for, such as `2 s pass`; `nil` where
  /// they ask for something else.
  public static func meant(by words: String) -> String? {
    DurationText.meant(by: String(duration(in: words))).map { "\(DurationText.format($0)) pass" }
  }

  /// The number in words that let time pass, but have no unit behind it: `100 pass`.
  public static func numberWithoutUnit(in words: String) -> String? {
    let number = duration(in: words)
    guard number.count < words.trimmed.count, !number.isEmpty, number.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return String(number)
  }

  /// What is left of some words without those that only say that time passes.
  private static func duration(in words: String) -> Substring {
    var rest = words.lowercased()[...].trimmed
    // A subject and a verb, or only one of them, may stand in front.
    for word in ["the", "reader", "author", "user", "app", "i", "we", "let", "and", "then"] {
      if rest.hasPrefix(word + " ") { rest = rest.dropFirst(word.count).trimmed }
    }
    for word in ["waits", "wait", "sleeps", "sleep", "pauses", "pause", "delay"]
    where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count).drop { $0 == ":" }.trimmed
      break
    }
    if rest.hasPrefix("for ") { rest = rest.dropFirst(4).trimmed }
    for word in ["passes", "passed", "pass", "go by", "goes by", "elapse", "later"]
    where rest.hasSuffix(" " + word) {
      rest = rest.dropLast(word.count).trimmed
      break
    }
    return rest
  }
}
