extension SyntaxSite {
  /// `!contains !matches x`: a tag in front of another.
  var secondTag: SyntaxDiagnosis? {
    guard character == .ascii("!") else { return nil }
    let before = map.bytes[map.lineStart(line)..<byte]
    guard let last = before.lastIndex(where: { !$0.isBlankOrTab }), last + 1 < byte else {
      return nil
    }
    let start = (before[...last].lastIndex { Self.endsTag($0) } ?? before.startIndex - 1) + 1
    guard map.bytes[start] == .ascii("!") else { return nil }
    let first = map.bytes[start...last]
    let second = rest(from: byte).prefix { !Self.endsTag($0) }
    let mended =
      first.elementsEqual("!not".utf8)
      ? "Did you mean: !not-\(second.dropFirst().asText)" : "Take one of them away."
    let bracket = trail.openBrackets.first.map { map.byte(atScalar: $0.start) }
    return SyntaxDiagnosis(
      message: "only one tag can stand in front of a value",
      range: range(byte, byte + second.count), remedies: [mended],
      mends: [blank(from: bracket ?? start)])
  }

  private static func endsTag(_ byte: UInt8) -> Bool {
    byte.isBlankOrTab || ",[]{}".utf8.contains(byte)
  }

  /// A tag that YAML can't read.
  var tag: SyntaxDiagnosis? {
    let word = rest(from: contextByte).prefix { !$0.isBlankOrTab && !",[]{}".utf8.contains($0) }
    let end = contextByte + max(word.count, 1)
    let start = trail.openBrackets.first.map { map.byte(atScalar: $0.start) } ?? contextByte
    if word.dropFirst().contains(where: { $0 >= 0x80 }) {
      return SyntaxDiagnosis(
        message: "unknown tag \(word.asText)", range: range(contextByte, end),
        remedies: [
          "Known tags: \(Self.tags.joined(separator: ", "))",
          "Put a text that begins with ! in quotes.",
        ], mends: [blank(from: start)])
    }
    guard error.problem != "did not find expected whitespace or line break" else {
      return SyntaxDiagnosis(
        message: "a blank is missing behind this tag", range: range(contextByte, end),
        remedies: ["Did you mean: \(word.asText) \(rest(from: end).prefix(1).asText)"],
        mends: [blank(from: start)])
    }
    return SyntaxDiagnosis(
      message: "this tag can't be read", range: range(contextByte, end),
      remedies: [
        "A tag is a word behind !, such as !contains; put a text that begins with ! in quotes."
      ], mends: [blank(from: start)])
  }

  /// The tags of expected data, which those check who know what they mean.
  static let tags = [
    "!any", "!absent", "!contains", "!matches", "!count", "!about", "!above", "!below", "!one of",
    "!one-of", "!not", "!exactly", "!unordered",
  ]
}
