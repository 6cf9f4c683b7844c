import DisplayText

extension DurationText {
  /// Returns a duration as text, such as `100 ms`, `1.5 s`, `1 min 30 s` or `2 d 12 h`.
  ///
  /// If the duration isn't negative, ``parse(_:)`` can read the result. Fractions of a nanosecond
  /// are dropped.
  package static func format(_ duration: Duration) -> String { StoryTimeText.exact(duration) }

  /// Returns a time word or a pause with the short names of its units: `within 2 s` for
  /// `within 2 seconds`.
  static func shortened(_ text: String, _ language: StoryLanguage) -> String {
    var words: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let number = word.prefix { $0.isASCIIDigit || $0 == "." }
      let name = String(word.dropFirst(number.count))
      let isUnit =
        !number.isEmpty || words.last?.allSatisfy { $0.isASCIIDigit || $0 == "." } == true
      guard isUnit, let unit = ownNames[name].flatMap(units.firstIndex(of:)),
        case let short = language.units[unit], name != short, !units.contains(name)
      else {
        words.append(String(word))
        continue
      }
      words += number.isEmpty ? [short] : [String(number), short]
    }
    return words.joined(separator: " ")
  }
}
