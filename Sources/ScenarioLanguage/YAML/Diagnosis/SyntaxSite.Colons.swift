extension SyntaxSite {
  /// `when: a: b`: what stands behind a key has a colon of its own.
  var secondColon: SyntaxDiagnosis? {
    guard let first = trail.colonsOnLine.first else { return nil }
    let key = shape(line).key?.asText ?? "it"
    let start = map.byte(atScalar: first.end)
    let value = rest(from: start).drop { $0.isBlankOrTab }
    let inQuotes = "Put the text in quotes if the colon belongs to it: \(quoted(value))"
    if Self.keysOfTexts.contains(key) {
      return SyntaxDiagnosis(
        message: "what stands behind \"\(key):\" has another \": \" in it",
        range: range(byte, byte + 1), remedies: [inQuotes], mends: [blank(from: start)])
    }
    if let slip = SentenceInLine(String(decoding: value, as: UTF8.self)).missingColon {
      return SyntaxDiagnosis(
        message: "a colon is missing behind \"\(slip.words)\"",
        range: range(value.startIndex, value.startIndex + slip.words.utf8.count),
        remedies: ["Did you mean: \(key): \(slip.meant)"], mends: [blank(from: start)])
    }
    // Behind a sentence it is more likely a text than data with keys.
    let isKeyword = Keys.step.contains(key) || TimeWord(key, in: .english) != nil
    let braces = isKeyword ? SentenceInLine(String(decoding: value, as: UTF8.self)).inBraces : nil
    let onNewLine =
      "Begin a new line behind \"\(key):\", indented deeper, if it is a sentence with data."
    return SyntaxDiagnosis(
      message: "what stands behind \"\(key):\" has another \": \" in it",
      range: range(byte, byte + 1),
      remedies: braces.map { ["Put a sentence with data in braces: \($0)", inQuotes] }
        ?? [inQuotes, onNewLine], mends: [blank(from: start)])
  }

  /// The keys behind which a text stands, never a sentence.
  private static let keysOfTexts: Set<String> = [
    "story", "module", "about", "clock", "scenario", "skip", "known issue",
  ]

  /// `then { the screen shows: … }`: a keyword whose colon is missing, so that YAML takes the brace
  /// for a letter of a key.
  var missingColonInFrontOfBrace: SyntaxDiagnosis? {
    guard character == .ascii("}") || character == .ascii("]") else { return nil }
    let content = shape(line).content
    guard let key = Keys.known(atStartOf: content) else { return nil }
    let end = content.startIndex + key.utf8.count
    let value = content[end...].drop { $0.isBlankOrTab }
    guard value.first == .ascii("{") || value.first == .ascii("[") else { return nil }
    return SyntaxDiagnosis(
      message: "a colon is missing behind \"\(key)\"", range: range(content.startIndex, end),
      remedies: ["Did you mean: \(key): \(value.asText)"], mends: [colon(at: end)])
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String {
    "'\(text.asText.replacing("'", with: "''"))'"
  }

  /// A sentence in front of data, or another key, of which YAML doesn't see the end.
  func longKey(at line: Int) -> SyntaxDiagnosis? {
    guard let key = shape(line).key,
      String(decoding: key, as: UTF8.self).unicodeScalars.count > 1_024
    else { return nil }
    return SyntaxDiagnosis(
      message: "what stands in front of this colon is longer than the 1,024 characters that YAML "
        + "allows",
      range: range(key.endIndex, key.endIndex + 1),
      remedies: ["Shorten it, or write what is long behind the colon."],
      mends: [blank(from: key.startIndex)], isAboutLayout: true)
  }

  /// A line that should be `key: value` or `sentence: data` has no colon, or no blank behind it.
  func missingColon(at line: Int) -> SyntaxDiagnosis? {
    let shape = shape(line)
    let content = shape.contentWithoutComment
    guard !content.isEmpty else { return nil }
    guard shape.key == nil else { return longKey(at: line) }
    if let colon = content.firstIndex(of: .ascii(":")),
      !content[..<colon].contains(.blank)
        || shape.knownKeyWithoutColon?.utf8.count == colon - content.startIndex,
      !content[(colon + 1)...].starts(with: "//".utf8)
    {
      let key = String(decoding: content[..<colon], as: UTF8.self)
      return SyntaxDiagnosis(
        message: "a blank is missing behind this colon", range: range(colon, colon + 1),
        remedies: ["Did you mean: \(key): \(content[(colon + 1)...].asText)"],
        mends: [blank(from: colon + 1)], isAboutLayout: true)
    }
    if let key = shape.knownKeyWithoutColon {
      let end = content.startIndex + key.utf8.count
      let value = content[end...].drop { $0.isBlankOrTab || $0 == .ascii("=") }
      return SyntaxDiagnosis(
        message: "a colon is missing behind \"\(key)\"", range: range(content.startIndex, end),
        remedies: ["Did you mean: \(key):\(value.isEmpty ? "" : " \(value.asText)")"],
        mends: [colon(at: end)] + restOfBrackets(from: value), isAboutLayout: true)
    }
    let below = writtenLine(below: line).map { self.shape($0).indentation } ?? 0
    return SyntaxDiagnosis(
      message: "a colon is missing behind this text",
      range: range(content.startIndex, content.endIndex),
      remedies: ["Write \"\(content.asText):\" if the lines below belong to it."],
      mends: [
        below > shape.indentation ? colon(at: content.endIndex) : blank(from: map.lineStart(line))
      ], isAboutLayout: true)
  }

  /// Blanks out the lines below that belong to a bracket which isn't closed on its line.
  private func restOfBrackets(from value: ArraySlice<UInt8>) -> [SyntaxDiagnosis.Mend] {
    guard let open = value.first, open == .ascii("{") || open == .ascii("["),
      value.last != .ascii("}"), value.last != .ascii("]")
    else { return [] }
    return linesOfBrackets(from: value.startIndex).dropFirst().map { .blank(line: $0, from: 0) }
  }

  private func colon(at byte: Int) -> SyntaxDiagnosis.Mend {
    let line = map.line(ofByte: byte)
    return .colon(line: line, at: text.originalByte(ofLine: line, mended: column(byte)))
  }
}

extension LineShape {
  /// The key of the language that the line begins with, without a colon and a blank behind it.
  var knownKeyWithoutColon: String? {
    key == nil ? Keys.known(atStartOf: content) : nil
  }

  /// The content without a comment at its end.
  fileprivate var contentWithoutComment: ArraySlice<UInt8> {
    let comment = content.indices.dropFirst().first {
      content[$0] == .ascii("#") && content[$0 - 1].isBlankOrTab
    }
    guard let comment else { return content }
    let text = content[..<comment]
    return text[..<(text.lastIndex { !$0.isBlankOrTab }.map { $0 + 1 } ?? text.startIndex)]
  }
}

extension Keys {
  /// The key that some text begins with, in any language; `nil` where a longer word does.
  fileprivate static func known(atStartOf content: ArraySlice<UInt8>) -> String? {
    inAllLanguages.first { key in
      guard content.starts(with: key.utf8) else { return false }
      let next = content.dropFirst(key.utf8.count).first
      return next.map { $0.isBlankOrTab || ":{[".utf8.contains($0) } ?? true
    }
  }

  /// The longest first, of which a shorter one may be the beginning.
  private static let inAllLanguages = Set(all.flatMap { StoryLanguage.allWords(for: $0) })
    .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
}
