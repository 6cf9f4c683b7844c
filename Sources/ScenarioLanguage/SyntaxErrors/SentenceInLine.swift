/// A sentence on the line of its keyword whose data follows another colon, although YAML allows
/// only one.
struct SentenceInLine {
  /// The text after the keyword.
  private let text: String

  init(_ text: String) { self.text = text }

  /// The text before its first colon and the text after it.
  private var parts: (sentence: Substring, data: Substring)? {
    text.firstRange(of: ": ").map { (text[..<$0.lowerBound], text[$0.upperBound...].trimmed) }
  }

  /// The sentence and its data as a mapping in braces; `nil` if the data isn't valid there as
  /// written.
  var inBraces: String? {
    guard let (sentence, data) = parts, let data = value(data),
      !sentence.contains(where: { ",[]{}\"'#".contains($0) })
    else { return nil }
    return "{ \(sentence): \(data) }"
  }

  private func value(_ data: Substring) -> String? {
    guard let first = data.first else { return nil }
    if "[{\"'!".contains(first) { return String(data) }
    if let parts, TimeWord(String(parts.sentence), in: .english) != nil {
      return SentenceInLine(String(data)).inBraces ?? String(data)
    }
    guard data.contains(where: { ",:[]{}\"'#\\".contains($0) }) else { return String(data) }
    return data.contains { "\"\\".contains($0) } ? nil : "\"\(data)\""
  }

  /// The words that need a colon after them, and the corrected text.
  ///
  /// The words are a time word, or a sentence with its data in brackets.
  var missingColon: (words: String, meant: String)? {
    guard let (sentence, _) = parts else { return nil }
    if let (words, rest) = timeWord(in: sentence) {
      let check = SentenceInLine(rest).inBraces ?? "{ \(rest) }"
      return (words, "{ \(words): \(check) }")
    }
    guard let bracket = sentence.firstIndex(where: { $0 == "{" || $0 == "[" }) else { return nil }
    var words = sentence[..<bracket].trimmed
    if words.last == "=" { words = words.dropLast().trimmed }
    guard !words.isEmpty, !words.contains(where: { "\"'".contains($0) }) else { return nil }
    return (String(words), "{ \(words): \(text[bracket...]) }")
  }

  private func timeWord(in sentence: Substring) -> (words: String, rest: String)? {
    let eventually = "eventually "
    if sentence.hasPrefix(eventually) {
      return ("eventually", String(text.dropFirst(eventually.count)))
    }
    guard case .missingColon(let words, _) = TimeWord(String(sentence), in: .english),
      text.hasPrefix(words)
    else { return nil }
    return (words, String(text.dropFirst(words.count)).trimmed)
  }
}
