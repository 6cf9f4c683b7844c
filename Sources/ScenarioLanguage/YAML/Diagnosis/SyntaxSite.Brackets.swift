extension SyntaxSite {
  /// What is wrong between brackets: one that isn't closed, or a comma that is missing or too much.
  var bracket: SyntaxDiagnosis? {
    guard let outer = trail.openBrackets.first, let inner = trail.openBrackets.last,
      error.problem.hasPrefix("did not find expected ','")
        || error.problem == "did not find expected node content"
        || error.problem == "could not find expected ':'"
    else { return nil }
    let lines = linesOfBrackets(from: map.byte(atScalar: outer.start))
    let mends =
      [blank(from: map.byte(atScalar: outer.start))]
      + lines.dropFirst().map { .blank(line: $0, from: 0) }
    if let diagnosis = oneOf(mends: mends) { return diagnosis }
    let open = map.byte(atScalar: inner.start)
    let bracket = map.bytes[open]
    let closing: UInt8 = bracket == .ascii("[") ? .ascii("]") : .ascii("}")
    if let character, line <= lines.upperBound, character != closing,
      character == .ascii("]") || character == .ascii("}")
    {
      return SyntaxDiagnosis(
        message: "this \"\(text(character))\" can't close the \"\(text(bracket))\" of line "
          + "\(map.line(ofByte: open) + 1)",
        range: range(byte, byte + 1), remedies: ["Write \"\(text(closing))\" first."], mends: mends)
    }
    guard isClosed(closing, before: lines.upperBound) else {
      return SyntaxDiagnosis(
        message: "this \"\(text(bracket))\" is not closed", range: range(open, open + 1),
        remedies: ["Write \"\(text(closing))\" where the list or mapping ends."], mends: mends)
    }
    if character == .ascii(":"), trail.last?.kind == .flowStart || trail.last?.kind == .other {
      return SyntaxDiagnosis(
        message: "there is no key in front of this colon", range: range(byte, byte + 1),
        remedies: ["Put a text that begins with a colon in quotes."], mends: mends)
    }
    if character == .ascii(",") {
      return SyntaxDiagnosis(
        message: "there is nothing in front of this comma", range: range(byte, byte + 1),
        remedies: ["Delete the comma, or put a text with a comma in quotes."], mends: mends)
    }
    return SyntaxDiagnosis(
      message: "a comma is missing somewhere before this place", range: missingComma,
      remedies: [
        "Write a comma between two values in brackets; put a text with \": \" in it in quotes."
      ], mends: mends)
  }

  /// `!one of [a, b]` between brackets, where its blank would begin another value.
  private func oneOf(mends: [SyntaxDiagnosis.Mend]) -> SyntaxDiagnosis? {
    let words = "!one of"
    let before = map.bytes[map.lineStart(line)..<byte]
    guard character == .ascii("["),
      let end = before.lastIndex(where: { !$0.isBlankOrTab }).map({ $0 + 1 }),
      before[..<end].suffix(words.utf8.count).elementsEqual(words.utf8)
    else { return nil }
    let list = rest(from: byte)
    let closing = list.firstIndex(of: .ascii("]")) ?? list.endIndex - 1
    return SyntaxDiagnosis(
      message: "\"\(words)\" has a blank, which can't stand between braces or brackets",
      range: range(end - words.utf8.count, end),
      remedies: ["Write it with a dash: !one-of \(list[...closing].asText)"], mends: mends)
  }

  /// The lines, from index 0, that may belong to what a bracket begins: those that are indented
  /// below its line.
  func linesOfBrackets(from open: Int) -> ClosedRange<Int> {
    let first = map.line(ofByte: open)
    let indentation = shape(first).indentation
    var last = first
    for below in first + 1..<max(first + 1, text.lineCount) {
      let shape = shape(below)
      guard !shape.isEmpty else { continue }
      let closes = shape.content.first == .ascii("]") || shape.content.first == .ascii("}")
      guard closes || shape.indentation > indentation else { break }
      last = below
      if closes, shape.indentation <= indentation { break }
    }
    return first...last
  }

  /// Whether a bracket stands between the place and the end of a line.
  private func isClosed(_ closing: UInt8, before last: Int) -> Bool {
    guard line <= last else { return false }
    return map.bytes[min(byte, map.bytes.count)..<map.lineBytes(last).endIndex].contains(closing)
  }

  /// The place of a colon, with the text in front of it that should have been a key, or of a value.
  private var missingComma: SourceRange {
    guard character == .ascii(":"), let last = trail.last else {
      return range(byte, byte + rest(from: byte).prefix { !",]} ".utf8.contains($0) }.count)
    }
    return range(map.byte(atScalar: last.start), byte + 1)
  }

  private func text(_ byte: UInt8) -> String { String(decoding: [byte], as: UTF8.self) }
}
