import ScenarioLanguage

/// `!matches regex`: a text with a part that matches; `^` and `$` anchor the whole text.
struct Matches: BuiltInMatcher {
  static let name = "matches"
  static let example = "^\\d+ days ago$"
  static let subjects = "text"
  static let otherNames = ["regex", "regexp", "match", "pattern", "like"]
  private let pattern: SafeRegex

  init(_ content: MatcherContent) throws(DataError) {
    let text = try content.text("a regular expression")
    if let control = text.unicodeScalars.first(where: Self.isControl) {
      throw DataError(
        "the regular expression after \(content.tag.word) has the invisible character "
          + "\("U+" + Notation.hexadecimal(control, width: 4))" as Message, at: content.node.range,
        hints: ["In double quotes, \\ begins a character of YAML; use single quotes."])
    }
    if let pattern = SafeRegex(text.composed) {
      self.pattern = pattern
      return
    }
    // Foundation doesn't report why a pattern is invalid; the standard library does.
    var reason = ""
    do { _ = try Regex(text) } catch { reason = ": \(error)" }
    throw DataError(
      "invalid regular expression after !matches\(reason)", at: content.node.range,
      hints: ["Write \\ before ( ) [ ] { } . * + ? | ^ $ to match them literally."])
  }

  func matches(_ value: Value) -> Bool? {
    guard case .text(let text) = value else { return nil }
    // A pattern that takes too long can't be judged.
    return pattern.matches(in: text.composed, limit: 1).map { !$0.isEmpty }
  }

  /// Whether a pattern can't have a character, such as the backspace that `"\b"` is in double
  /// quotes.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: !["\t", "\n", "\r"].contains(scalar)
    case .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  func message(on value: Value) -> Message? {
    guard matches(value) == nil else { return nil }
    guard case .text = value else { return Self.note(onKindOf: value) }
    return "the pattern takes too long to compare with this text; write a simpler one, without "
      + "repetitions inside of repetitions"
  }
}
