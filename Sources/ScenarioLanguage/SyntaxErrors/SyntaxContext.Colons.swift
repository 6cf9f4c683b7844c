extension SyntaxContext {
  /// An explanation for a key whose value contains another colon: `when: a: b`.
  var secondColon: Diagnostic? {
    guard let first = trail.colonsOnLine.first else { return nil }
    let key = shape(line).key?.asText ?? "it"
    let value = rest(from: map.byte(atScalar: first.end)).drop { $0.isSpaceOrTab }
    var hints: [Message] = [
      "Put the text in quotes if the colon belongs to it: "
        + "\("'\(value.wholeText.replacing("'", with: "''"))'")"
    ]
    // After a keyword, the value is more likely a sentence with data than a text.
    if Keys.holdsSteps(key) {
      if let diagnosis = missingColon(in: value, after: key) { return diagnosis }
      let data = value[(byte + 1)...].drop { $0.isSpaceOrTab }
      let isInBraces = data.first == .ascii("{") && data.last == .ascii("}")
      if isInBraces || value.isOneSentence {
        hints.insert("Put a sentence with data in braces: { \(value.wholeText) }", at: 0)
      } else {
        hints.append(
          "Begin a new line after \"\(key):\", indented deeper, if it is a sentence with data.")
      }
    }
    return diagnostic(
      "the text after \"\(key):\" contains another \": \"", at: range(byte, byte + 1), hints: hints)
  }

  /// Returns an explanation for a sentence without a colon before its data in braces, or for a time
  /// word without one.
  private func missingColon(in value: ArraySlice<UInt8>, after key: String) -> Diagnostic? {
    let text = String(decoding: value, as: UTF8.self)
    let words: Substring
    let rest: Substring
    // Of the time words, only this one has no duration.
    var timeWord = StoryLanguage.allWords(for: "eventually").first { text.hasPrefix("\($0) ") }
    if case .missingColon(let word, _) = TimeWord(text, in: .english) { timeWord = word }
    if let word = timeWord, text.hasPrefix(word) {
      (words, rest) = (text.prefix(word.count), "{ \(text.dropFirst(word.count).trimmed) }")
    } else if let brace = text.firstIndex(of: "{"), !text[..<brace].contains(": ") {
      let word = text[..<brace].trimmed
      (words, rest) = (word.last == "=" ? word.dropLast().trimmed : word, text[brace...])
    } else {
      return nil
    }
    return diagnostic(
      "a colon is missing after \"\(words)\"",
      at: range(value.startIndex, value.startIndex + words.utf8.count),
      hints: [didYouMean("\(key): { \(words): \(rest) }", corrections: [])])
  }

  /// Returns an explanation for a missing colon, or a missing space after it, in `key: value` or
  /// `sentence: data`.
  func missingColon(at line: Int) -> Diagnostic? {
    let shape = shape(line)
    let content = shape.content
    guard !content.isEmpty, shape.key == nil else { return nil }
    if let diagnosis = missingDashes(at: line) { return diagnosis }
    if let colon = content.firstIndex(of: .ascii(":")),
      !content[..<colon].contains(.space)
        || shape.knownKeyWithoutColon?.utf8.count == colon - content.startIndex,
      !content[(colon + 1)...].starts(with: "//".utf8)
    {
      let key = String(decoding: content[..<colon], as: UTF8.self)
      return diagnostic(
        "a space is missing after this colon", at: range(colon, colon + 1),
        hints: [didYouMean("\(key): \(content[(colon + 1)...].wholeText)", corrections: [": "])])
    }
    return missingColonAfterKey(of: content)
      ?? diagnostic(
        "a colon is missing after this text", at: range(content.startIndex, content.endIndex),
        hints: ["Write \"\(content.asText):\" if the lines below belong to it."])
  }

  /// An explanation for a keyword without a colon, so that YAML reads the brace as part of a key:
  /// `then { the screen shows: … }`.
  var missingColonBeforeBrace: Diagnostic? {
    guard character == .ascii("}") || character == .ascii("]") else { return nil }
    return missingColonAfterKey(of: shape(line).content)
  }

  private func missingColonAfterKey(of content: ArraySlice<UInt8>) -> Diagnostic? {
    guard let key = Keys.known(atStartOf: content) else { return nil }
    let end = content.startIndex + key.utf8.count
    let value = content[end...].drop { $0.isSpaceOrTab || $0 == .ascii("=") }
    guard value.first != .ascii(":") else { return nil }
    // An "=" between them would stay.
    let isFixed = !content[end..<value.startIndex].contains(.ascii("="))
    let correction = "\(key):" + (value.startIndex == end ? " " : "")
    return diagnostic(
      "a colon is missing after \"\(key)\"", at: range(content.startIndex, end),
      hints: [
        didYouMean(
          "\(key):\(value.isEmpty ? "" : " \(value.wholeText)")",
          corrections: isFixed ? [correction] : [])
      ])
  }
}

extension ArraySlice<UInt8> {
  /// Whether it has one colon with a space, and nothing that needs quotes in braces.
  fileprivate var isOneSentence: Bool {
    !contains { ",[]{}\"'#".utf8.contains($0) }
      && indices.dropLast().count { self[$0] == .ascii(":") && self[$0 + 1] == .space } == 1
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
