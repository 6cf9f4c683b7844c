import DisplayText

extension SyntaxContext {
  /// An explanation for characters that have a special meaning in YAML.
  var characters: Diagnostic? {
    switch error.problem {
    case "found character that cannot start any token",
      "did not find expected node content", "mapping keys are not allowed in this context",
      "found unexpected ':'":
      return reservedStart(from: byte)
    case "did not find expected alphabetic or numeric character":
      return reservedStart(from: contextByte)
    case "found unknown escape character":
      return unknownEscape
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return invalidCode
    default: break
    }
    switch error.context {
    case "while scanning a tag", "while parsing a tag", "while parsing a node": return tag
    case "while scanning a block scalar": return blockHeader
    case "while scanning a directive", "while scanning a %YAML directive",
      "while scanning a tag directive", "while scanning a %TAG directive",
      "while parsing a %TAG directive":
      return directive
    default: return nil
    }
  }

  private func reservedStart(from byte: Int) -> Diagnostic? {
    let rest = rest(from: byte)
    guard let first = rest.first else { return nil }
    if first == .tab {
      return diagnostic(
        "a tab isn't allowed here", at: range(byte, byte + 1),
        hints: ["Write a space instead."])
    }
    if first == .ascii("*"), rest.dropFirst().first?.isSpaceOrTab != false,
      shape(lineIndex(at: byte)).content.startIndex == byte
    {
      return diagnostic(
        "a list item begins with \"-\", not with \"*\"", at: range(byte, byte + 1),
        hints: [didYouMean("-\(rest.dropFirst().asText)")])
    }
    let character = String(decoding: [first], as: UTF8.self)
    let isInBrackets = !trail.openBrackets.isEmpty
    let word = isInBrackets ? rest.prefix { !",]}".utf8.contains($0) } : rest
    return diagnostic(
      "a text can't begin with \"\(character)\" unless it is in quotes",
      at: range(byte, byte + max(word.count, 1)),
      hints: [didYouMean(quoted(word))])
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String {
    text.contains(.ascii("\"")) || text.contains(.ascii("\\"))
      ? "'\(text.asText)'" : "\"\(text.asText)\""
  }

  private var unknownEscape: Diagnostic? {
    let escape = rest(from: byte).prefix(2)
    return diagnostic(
      "\"\(escape.asText)\" is not an escape sequence in double quotes",
      at: range(byte, byte + escape.count),
      hints: ["Write \\\\ for a backslash, or put the text in single quotes."])
  }

  private var invalidCode: Diagnostic? {
    // libyaml reports the digits, but the author looks for the backslash before them.
    let start = bytes[..<byte].lastIndex(of: .ascii("\\")) ?? byte
    let digits =
      switch rest(from: start).dropFirst().first {
      case .ascii("x"): "\\x and 2"
      case .ascii("U"): "\\U and 8"
      default: "\\u and 4"
      }
    return diagnostic(
      "this is not a valid character code", at: restOfLine(from: start),
      hints: ["A code is \(digits) digits of 0 to 9 and A to F, such as \\u00E9."])
  }

  private var blockHeader: Diagnostic? {
    guard bytes.indices.contains(contextByte) else { return nil }
    let mark = String(decoding: [bytes[contextByte]], as: UTF8.self)
    return diagnostic(
      "nothing may follow \"\(mark)\" on its line", at: restOfLine(from: contextByte),
      hints: ["Begin the text on the next line, or put the text in quotes."])
  }

  private var directive: Diagnostic? {
    diagnostic(
      "a line can't begin with \"%\"", at: restOfLine(from: contextByte),
      hints: ["Delete the line, or put the text in quotes."])
  }
}

// MARK: - Quotes

extension SyntaxContext {
  /// An explanation for a quote that isn't closed, or only by the opening quote of a later text.
  var openQuote: Diagnostic? {
    let start: Int
    switch error.problem {
    case "found unexpected end of stream", "found unexpected document indicator":
      start = contextByte
    default:
      guard let last = lastQuoted, lineIndex(at: last.start) < lineIndex(at: last.end),
        lineIndex(at: last.end) == line
      else { return nil }
      start = last.start
    }
    guard bytes.indices.contains(start) else { return nil }
    let quote = String(decoding: [bytes[start]], as: UTF8.self)
    return diagnostic(
      "this quote is not closed", at: restOfLine(from: start),
      hints: ["Write \(quote) at the end of the text too."])
  }

  /// An explanation for text after a closing quote.
  var textAfterQuote: Diagnostic? {
    guard let last = lastQuoted, lineIndex(at: last.start) == line, last.end <= byte,
      error.problem.hasPrefix("did not find expected"), character != nil, rest(from: byte).count > 0
    else { return nil }
    let whole = rest(from: last.start)
    let isSingle = bytes[last.start] == .ascii("'")
    let hint: String
    if !isSingle, !whole.contains(.ascii("'")) {
      hint = "Put all of it in single quotes: '\(whole.asText)'"
    } else if isSingle, bytes[last.end - 1] == .ascii("'"), last.end == byte {
      hint = "Write '' for a quote inside of single quotes."
    } else {
      hint = "Put all of it in quotes."
    }
    return diagnostic(
      "the text continues after its closing quote", at: restOfLine(from: byte),
      hints: [hint])
  }

  /// The byte range of the quoted text just before the error; `nil` if the last token is something
  /// else.
  private var lastQuoted: (start: Int, end: Int)? {
    guard let last = trail.last,
      last.kind == .text(.doubleQuoted) || last.kind == .text(.singleQuoted)
    else { return nil }
    return (map.byte(atScalar: last.start), map.byte(atScalar: last.end))
  }
}

// MARK: - Brackets

extension SyntaxContext {
  /// An explanation for errors in brackets: a missing closing bracket, or a missing or superfluous
  /// comma.
  var bracket: Diagnostic? {
    guard let outer = trail.openBrackets.first, let inner = trail.openBrackets.last,
      error.problem.hasPrefix("did not find expected ','")
        || error.problem == "did not find expected node content"
        || error.problem == "could not find expected ':'"
    else { return nil }
    let lines = linesOfBrackets(from: map.byte(atScalar: outer.start))
    if let diagnostic = oneOf ?? textWithBraces { return diagnostic }
    let open = map.byte(atScalar: inner.start)
    let bracket = bytes[open]
    let closing: UInt8 = bracket == .ascii("[") ? .ascii("]") : .ascii("}")
    if let character, line <= lines.upperBound, character != closing,
      character == .ascii("]") || character == .ascii("}")
    {
      return diagnostic(
        "this \"\(text(character))\" can't close the \"\(text(bracket))\" of line "
          + "\(lineIndex(at: open) + 1)", at: range(byte, byte + 1),
        hints: ["Write \"\(text(closing))\" first."])
    }
    guard isClosed(closing, before: lines.upperBound) else {
      return diagnostic(
        "this \"\(text(bracket))\" is not closed", at: range(open, open + 1),
        hints: ["Write \"\(text(closing))\" where the list or mapping ends."])
    }
    if character == .ascii(":"), trail.last?.kind == .flowStart || trail.last?.kind == .other {
      return diagnostic(
        "there is no key before this colon", at: range(byte, byte + 1),
        hints: ["Put a text that begins with a colon in quotes."])
    }
    if character == .ascii(",") {
      return diagnostic(
        "there is nothing before this comma", at: range(byte, byte + 1),
        hints: ["Delete the comma, or put a text with a comma in quotes."])
    }
    return diagnostic(
      "a comma is missing somewhere before this", at: missingComma,
      hints: [
        "Write a comma between two values in brackets; put a text that contains \": \" in quotes."
      ])
  }

  /// An explanation for `!one of [a, b]` in brackets, where the space would begin another value.
  private var oneOf: Diagnostic? {
    let before = bytes[lineStart(line)..<byte]
    guard character == .ascii("["),
      let end = before.lastIndex(where: { !$0.isSpaceOrTab }).map({ $0 + 1 }),
      let words = ["!one of", "!not one of", "!not-one of"].first(where: {
        before[..<end].suffix($0.utf8.count).elementsEqual($0.utf8)
      })
    else { return nil }
    let tag = words == "!one of" ? "!one-of" : "!not-one-of"
    let list = rest(from: byte)
    let closing = list.firstIndex(of: .ascii("]")) ?? list.endIndex - 1
    return diagnostic(
      "\"\(words)\" contains a space, which isn't allowed in braces or brackets",
      at: range(end - words.utf8.count, end),
      hints: ["Write it with a dash: \(tag) \(list[...closing].asText)"])
  }

  /// An explanation for `users/{id}` in brackets, where the brace would begin another value.
  private var textWithBraces: Diagnostic? {
    guard character == .ascii("{"), let last = trail.last, last.kind == .text(.plain) else {
      return nil
    }
    let start = map.byte(atScalar: last.start)
    guard lineIndex(at: start) == line, Self.placeholderLength(in: rest(from: byte)) > 0 else {
      return nil
    }
    let rest = rest(from: start)
    var end = byte
    while end < rest.endIndex {
      let length = Self.placeholderLength(in: rest[end...])
      let endsKey =
        rest[end] == .ascii(":") && (end + 1 == rest.endIndex || rest[end + 1].isSpaceOrTab)
      if length == 0, endsKey || ",[]{}".utf8.contains(rest[end]) { break }
      end += max(length, 1)
    }
    let text = String(decoding: rest[..<end], as: UTF8.self).trimmed
    return diagnostic(
      "a text with braces needs quotes here, inside of other braces or brackets",
      at: range(start, start + text.utf8.count),
      hints: ["Write it as: '\(text.replacing("'", with: "''"))'"])
  }

  /// The length of a placeholder such as `{id}` at the start of some bytes; 0 if there is none.
  private static func placeholderLength(in bytes: ArraySlice<UInt8>) -> Int {
    guard bytes.first == .ascii("{") else { return 0 }
    let name = bytes.dropFirst().prefix { $0.isVisible && !"{}[],:\"'".utf8.contains($0) }
    guard !name.isEmpty, name.endIndex < bytes.endIndex, bytes[name.endIndex] == .ascii("}") else {
      return 0
    }
    return name.count + 2
  }

  /// Returns the lines, from index 0, that may belong to a bracket: those indented deeper than its
  /// line.
  private func linesOfBrackets(from open: Int) -> ClosedRange<Int> {
    let first = lineIndex(at: open)
    let indentation = shape(first).indentation
    var last = first
    for below in first + 1..<max(first + 1, lineCount) {
      let shape = shape(below)
      guard !shape.isEmpty else { continue }
      let closes = shape.content.first == .ascii("]") || shape.content.first == .ascii("}")
      guard closes || shape.indentation > indentation else { break }
      last = below
      if closes, shape.indentation <= indentation { break }
    }
    return first...last
  }

  /// Returns whether a closing bracket occurs between the error and the end of a line.
  private func isClosed(_ closing: UInt8, before last: Int) -> Bool {
    guard line <= last else { return false }
    return bytes[min(byte, bytes.count)..<lineBytes(last).endIndex].contains(closing)
  }

  /// The range where a comma is missing: a value, or a colon with the text before it that was meant
  /// as a key.
  private var missingComma: SourceRange {
    guard character == .ascii(":"), let last = trail.last else {
      return range(byte, byte + rest(from: byte).prefix { !",]} ".utf8.contains($0) }.count)
    }
    return range(map.byte(atScalar: last.start), byte + 1)
  }

  private func text(_ byte: UInt8) -> String { String(decoding: [byte], as: UTF8.self) }
}

// MARK: - Tags

extension SyntaxContext {
  /// An explanation for a tag after another: `!contains !matches x`.
  var secondTag: Diagnostic? {
    guard character == .ascii("!") else { return nil }
    let before = bytes[lineStart(line)..<byte]
    guard let last = before.lastIndex(where: { !$0.isSpaceOrTab }), last + 1 < byte else {
      return nil
    }
    let start = (before[...last].lastIndex { Self.endsTag($0) } ?? before.startIndex - 1) + 1
    guard bytes[start] == .ascii("!") else { return nil }
    let first = bytes[start...last]
    let second = rest(from: byte).prefix { !Self.endsTag($0) }
    let hint =
      first.elementsEqual("!not".utf8)
      ? didYouMean("!not-\(second.dropFirst().asText)") : "Remove one of them."
    return diagnostic(
      "only one tag is allowed before a value", at: range(byte, byte + second.count),
      hints: [hint])
  }

  private static func endsTag(_ byte: UInt8) -> Bool {
    byte.isSpaceOrTab || ",[]{}".utf8.contains(byte)
  }

  /// An explanation for a tag that YAML can't read.
  private var tag: Diagnostic? {
    let word = rest(from: contextByte).prefix { !$0.isSpaceOrTab && !",[]{}".utf8.contains($0) }
    let end = contextByte + max(word.count, 1)
    if word.dropFirst().contains(where: { $0 >= 0x80 }) {
      return diagnostic(
        "unknown tag \(word.asText)", at: range(contextByte, end),
        hints: [
          "Tags are English words, such as !contains, !above or !one-of.",
          "Put a text that begins with ! in quotes.",
        ])
    }
    guard error.problem != "did not find expected whitespace or line break" else {
      return diagnostic(
        "a space is missing after this tag", at: range(contextByte, end),
        hints: [didYouMean("\(word.asText) \(rest(from: end).prefix(1).asText)")])
    }
    return diagnostic(
      "this tag can't be read", at: range(contextByte, end),
      hints: [
        "A tag is a word after !, such as !contains; put a text that begins with ! in quotes."
      ])
  }
}
