import ScenarioLanguage

/// `!not x`: any value of the same kind except `x`; `!not-contains x` and the like negate another
/// tag, for the values that it applies to.
struct Not: BuiltInMatcher {
  static let name = "not"
  static let example = "loading"
  private let other: ExpectedValue

  init(_ content: MatcherContent) throws(DataError) {
    try Self.refuseTagName(in: content)
    other = try content.expectedValue("a value to exclude")
  }

  init(other: ExpectedValue) { self.other = other }

  /// Throws an error if the data begins with the name of a tag.
  ///
  /// `!not contains x` would otherwise hold for each value except the text "contains x".
  private static func refuseTagName(in content: MatcherContent) throws(DataError) {
    guard content.node.style == .plain, let text = content.node.scalar?.text else { return }
    let words = text.split(separator: " ").map { $0.lowercased() }
    let names = [words.prefix(1).joined(), words.prefix(2).joined(separator: "-")]
    guard let tag = content.otherTags.last(where: { names.contains($0.name) }) else { return }
    throw DataError(
      "\"\(text)\" after !not is a text, but begins like the tag \(tag.word)",
      at: content.node.range,
      hints: ["Write \(MatcherTag.negation(tag.word)), or put the text in quotes."])
  }

  var parts: MatcherParts { .ofValue([other], isNegated: true) }

  func matches(_ value: Value) -> Bool? {
    value == .absent ? false : other.rule.matches(value).map { !$0 }
  }

  func message(on value: Value) -> Message? {
    if value == .absent { return "!not requires a value" }
    guard other.rule.matches(value) == nil else { return nil }
    let remedy: Message = "to allow any value, write !any"
    if case .scalar(let scalar) = other.rule {
      let note = scalar.note(onKindOf: value)
      guard let meant = scalar.meant(for: value) else { return "\(note); \(remedy)" }
      return "\(note); write \("!not \(meant)")"
    }
    let note = other.noteOnUnjudged(value)
    return other.dataKind(otherThanOf: value) == nil ? note : note.map { "\($0); \(remedy)" }
  }

  func messageOnUnjudged(_ value: Value) -> Message? { other.noteOnUnjudged(value) }
}
