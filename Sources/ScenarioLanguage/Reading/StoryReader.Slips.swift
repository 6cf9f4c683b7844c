extension StoryReader {
  /// What to do about a list item below `steps:` that has no keyword in front.
  func remedies(forStepWithoutKeyword text: String) -> [String] {
    if let pause = PauseText.meant(by: text, in: language) {
      return ["Did you mean: - \(pause)"]
    }
    if let pause = PauseText.withUnit(text, in: language) {
      return ["Write a unit behind the number, as in: - \(pause)"]
    }
    if let (keyword, rest) = keywordInFront(of: text) {
      return ["Did you mean: - \(keyword): \(rest)"]
    }
    return ["Begin it with given, when, then, and, but or a time word: \"- when: …\""]
  }

  /// The keyword that a text begins with, in lower case, and what follows it.
  private func keywordInFront(of text: String) -> (keyword: String, rest: Substring)? {
    let lowercased = text.lowercased()
    let words = Keys.step.flatMap { keywords.all(for: $0) }
    guard let word = words.first(where: { lowercased.hasPrefix($0.lowercased() + " ") }) else {
      return nil
    }
    return (word, text.dropFirst(word.count).trimmed)
  }

  /// Whether the one key of a mapping stands in braces without a colon behind it: `{ a sentence }`.
  func isBareInBraces(_ field: Field) -> Bool {
    let bytes = found.source.bytes
    guard field.value.isUnwritten, field.value.range.start.offset <= bytes.count else {
      return false
    }
    let rest = bytes[min(field.range.end.offset, bytes.count)...]
    let next = rest.first { !$0.isWhiteSpace }
    return next == .ascii("}") || next == .ascii(",")
  }

  /// Reports a sentence in braces that has no data.
  mutating func reportBraces(around field: Field, lines: ClosedRange<Int>) {
    report(
      "braces are for a sentence with data, but nothing stands behind \"\(field.written)\"",
      at: field.range, inDoubtOf: lines, remedies: ["Take the braces away: \(field.written)"])
  }
}
