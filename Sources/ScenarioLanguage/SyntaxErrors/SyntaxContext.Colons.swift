import DisplayText

extension SyntaxContext {
  /// An explanation for a key whose value contains another colon: `when: a: b`.
  var secondColon: Diagnostic? {
    guard let first = trail.colonsOnLine.first else { return nil }
    let key = shape(line).key?.asText ?? "it"
    let start = map.byte(atScalar: first.end)
    let value = rest(from: start).drop { $0.isSpaceOrTab }
    let inQuotes = "Put the text in quotes if the colon belongs to it: \(quoted(value))"
    if Self.keysOfTexts.contains(key) {
      return diagnostic(
        "the text after \"\(key):\" contains another \": \"", at: range(byte, byte + 1),
        hints: [inQuotes])
    }
    if let missing = SentenceInLine(String(decoding: value, as: UTF8.self)).missingColon {
      return diagnostic(
        "a colon is missing after \"\(missing.words)\"",
        at: range(value.startIndex, value.startIndex + missing.words.utf8.count),
        hints: [didYouMean("\(key): \(missing.meant)")])
    }
    // After a sentence, the value is more likely a text than data with keys.
    let isKeyword = Keys.step.contains(key) || TimeWord(key, in: .english) != nil
    let braces = isKeyword ? SentenceInLine(String(decoding: value, as: UTF8.self)).inBraces : nil
    let onNewLine =
      "Begin a new line after \"\(key):\", indented deeper, if it is a sentence with data."
    return diagnostic(
      "the text after \"\(key):\" contains another \": \"", at: range(byte, byte + 1),
      hints: braces.map { ["Put a sentence with data in braces: \($0)", inQuotes] }
        ?? [inQuotes, onNewLine])
  }

  /// The keys whose value is always a text, never a sentence.
  private static let keysOfTexts: Set<String> = [
    "story", "module", "about", "clock", "scenario", "skip", "known issue",
  ]

  /// An explanation for a keyword without a colon, so that YAML reads the brace as part of a key:
  /// `then { the screen shows: … }`.
  var missingColonBeforeBrace: Diagnostic? {
    guard character == .ascii("}") || character == .ascii("]") else { return nil }
    let content = shape(line).content
    guard let key = Keys.known(atStartOf: content) else { return nil }
    let end = content.startIndex + key.utf8.count
    let value = content[end...].drop { $0.isSpaceOrTab }
    guard value.first == .ascii("{") || value.first == .ascii("[") else { return nil }
    return diagnostic(
      "a colon is missing after \"\(key)\"", at: range(content.startIndex, end),
      hints: [didYouMean("\(key): \(value.asText)")])
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String {
    "'\(text.asText.replacing("'", with: "''"))'"
  }

  /// Returns an explanation for a key or sentence that is too long for YAML to find its end.
  func longKey(at line: Int) -> Diagnostic? {
    guard let key = shape(line).key,
      String(decoding: key, as: UTF8.self).unicodeScalars.count > 1_024
    else { return nil }
    return diagnostic(
      "the text before this colon is longer than the 1,024 characters that YAML "
        + "allows", at: range(key.endIndex, key.endIndex + 1),
      hints: ["Shorten it, or move the long part after the colon."])
  }

  /// Returns an explanation for a missing colon, or a missing space after it, in `key: value` or
  /// `sentence: data`.
  func missingColon(at line: Int) -> Diagnostic? {
    let shape = shape(line)
    let content = shape.contentWithoutComment
    guard !content.isEmpty else { return nil }
    guard shape.key == nil else { return longKey(at: line) }
    if let diagnosis = missingDashes(at: line) { return diagnosis }
    if let colon = content.firstIndex(of: .ascii(":")),
      !content[..<colon].contains(.space)
        || shape.knownKeyWithoutColon?.utf8.count == colon - content.startIndex,
      !content[(colon + 1)...].starts(with: "//".utf8)
    {
      let key = String(decoding: content[..<colon], as: UTF8.self)
      return diagnostic(
        "a space is missing after this colon", at: range(colon, colon + 1),
        hints: [didYouMean("\(key): \(content[(colon + 1)...].asText)")])
    }
    if let key = shape.knownKeyWithoutColon {
      let end = content.startIndex + key.utf8.count
      let value = content[end...].drop { $0.isSpaceOrTab || $0 == .ascii("=") }
      return diagnostic(
        "a colon is missing after \"\(key)\"", at: range(content.startIndex, end),
        hints: [didYouMean("\(key):\(value.isEmpty ? "" : " \(value.asText)")")])
    }
    return diagnostic(
      "a colon is missing after this text", at: range(content.startIndex, content.endIndex),
      hints: ["Write \"\(content.asText):\" if the lines below belong to it."])
  }
}

extension LineShape {
  /// The content without a trailing comment.
  fileprivate var contentWithoutComment: ArraySlice<UInt8> {
    let comment = content.indices.dropFirst().first {
      content[$0] == .ascii("#") && content[$0 - 1].isSpaceOrTab
    }
    guard let comment else { return content }
    let text = content[..<comment]
    return text[..<(text.lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? text.startIndex)]
  }
}

extension Keys {
  /// Returns the key, in any language, at the start of some text; `nil` if the key is only part of
  /// a longer word.
  static func known(atStartOf content: ArraySlice<UInt8>) -> String? {
    inAllLanguages.first { key in
      guard content.starts(with: key.utf8) else { return false }
      let next = content.dropFirst(key.utf8.count).first
      return next.map { $0.isSpaceOrTab || ":{[".utf8.contains($0) } ?? true
    }
  }

  /// All keys, longest first, because a key can be the beginning of another.
  private static let inAllLanguages = Set(all.flatMap { StoryLanguage.allWords(for: $0) })
    .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
}
