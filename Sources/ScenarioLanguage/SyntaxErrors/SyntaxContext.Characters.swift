extension SyntaxContext {
  /// The frequent errors that need no more than libyaml's report and the text after it.
  var frequentError: Diagnostic? {
    switch error.problem {
    case "found character that cannot start any token", "did not find expected node content",
      "mapping keys are not allowed in this context", "found unexpected ':'":
      return reservedStart(from: byte)
    case "did not find expected alphabetic or numeric character":
      return reservedStart(from: contextByte)
    case "found unknown escape character", "did not find expected hexdecimal number",
      "found invalid Unicode character escape code":
      // libyaml reports the digits of a code, but the author looks for the backslash before them.
      let start = bytes[...min(byte, bytes.count - 1)].lastIndex(of: .ascii("\\")) ?? byte
      let escape = rest(from: start).prefix(2)
      return diagnostic(
        "\"\(escape.asText)\" is not an escape sequence in double quotes",
        at: range(start, start + escape.count),
        hints: ["Write \\\\ for a backslash, or put the text in single quotes."])
    case "block sequence entries are not allowed in this context":
      return diagnostic(
        "a list can't begin on the line of its key", at: restOfLine(from: byte),
        hints: ["Begin it on the next line, or put a text that begins with \"- \" in quotes."])
    default: break
    }
    let context = error.context ?? ""
    if context == "while scanning a block scalar" {
      let line = rest(from: contextByte)
      let isTable = line.first == .ascii("|") && line.last == .ascii("|")
      return diagnostic(
        "nothing may follow \"\(line.prefix(1).asText)\" on its line",
        at: restOfLine(from: contextByte),
        hints: [
          isTable
            ? "Write a table as two keys: \"columns: [a, b]\", and \"rows: [[1, 2], [3, 4]]\" below it."
            : "Begin the text on the next line, or put the text in quotes."
        ])
    }
    if context.contains("directive") {
      return diagnostic(
        "a line can't begin with \"%\"", at: restOfLine(from: contextByte),
        hints: ["Delete the line, or put the text in quotes."])
    }
    return context.hasSuffix("a tag") || context == "while parsing a node" ? tag : nil
  }

  private func reservedStart(from byte: Int) -> Diagnostic? {
    let rest = rest(from: byte)
    guard let first = rest.first else { return nil }
    if let diagnosis = listMark(at: byte) { return diagnosis }
    let inner = trail.openBrackets.isEmpty ? rest : rest.prefix { !",]}".utf8.contains($0) }
    let word = inner[..<(inner.lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? byte)]
    let quote = word.contains { $0 == .ascii("\"") || $0 == .ascii("\\") } ? "'" : "\""
    return diagnostic(
      "a text can't begin with \"\([first].asText)\" unless it is in quotes",
      at: range(byte, byte + max(word.count, 1)),
      hints: [didYouMean("\(quote)\(word.wholeText)\(quote)")])
  }

  /// Returns an explanation for a line that begins with another mark than the dash of a list, as
  /// word processors insert them.
  func listMark(at byte: Int) -> Diagnostic? {
    let content = shape(lineIndex(at: byte)).content
    let marks = ["*", "–", "—", "−", "•", "·"]
    if content.startIndex == byte, content.starts(with: "//".utf8) {
      return diagnostic(
        "a comment begins with \"#\", not with \"//\"", at: range(byte, byte + 2),
        hints: [didYouMean("#\(content.dropFirst(2).wholeText)", corrections: ["#"])])
    }
    guard content.startIndex == byte,
      let mark = marks.first(where: { content.starts(with: "\($0) ".utf8) })
    else { return nil }
    let end = byte + mark.utf8.count
    return diagnostic(
      "a list item begins with \"-\", not with \"\(mark)\"", at: range(byte, end),
      hints: [didYouMean("-\(content[end...].wholeText)", corrections: ["-"])])
  }

  /// An explanation for a second tag before a value.
  var secondTag: Diagnostic? { character == .ascii("!") ? tag : nil }

  /// An explanation for a tag that YAML can't read, or for a second one.
  private var tag: Diagnostic? {
    let start = character == .ascii("!") ? byte : contextByte
    let word = rest(from: start).prefix { !$0.isSpaceOrTab && !",[]{}".utf8.contains($0) }
    if word.count > 1, let next = rest(from: start + word.count).first, ",]}".utf8.contains(next) {
      return diagnostic(
        "this tag needs a space before the \"\([next].asText)\"",
        at: range(start, start + word.count),
        hints: ["Write it as: \("\(word.asText) \([next].asText)")"])
    }
    return diagnostic(
      "this tag can't be read", at: range(start, start + max(word.count, 1)),
      hints: [
        "A tag is one word after !, such as !contains, then a space; a value has at most one tag.",
        "Put a text that begins with ! in quotes.",
      ])
  }

  // MARK: - Quotes

  /// An explanation for a quote that isn't closed, or only by the opening quote of a later text.
  var openQuote: Diagnostic? {
    let start: Int
    switch error.problem {
    case "found unexpected end of stream", "found unexpected document indicator":
      start = contextByte
    default:
      guard let last = lastQuoted, lineIndex(at: last.lowerBound) < lineIndex(at: last.upperBound),
        lineIndex(at: last.upperBound) == line
      else { return nil }
      start = last.lowerBound
    }
    guard bytes.indices.contains(start) else { return nil }
    return diagnostic(
      "this quote is not closed", at: restOfLine(from: start),
      hints: ["Write \([bytes[start]].asText) at the end of the text too."])
  }

  /// An explanation for text after a closing quote.
  var textAfterQuote: Diagnostic? {
    guard let last = lastQuoted, lineIndex(at: last.lowerBound) == line, last.upperBound <= byte,
      error.problem.hasPrefix("did not find expected"), character != nil, rest(from: byte).count > 0
    else { return nil }
    let whole = rest(from: last.lowerBound)
    if let sentence = quotedTwice(whole.asText) {
      return diagnostic(
        "the text continues after its closing quote", at: restOfLine(from: byte),
        hints: ["Remove the outer quotes: \(sentence)"])
    }
    let isSingle = bytes[last.lowerBound] == .ascii("'")
    let hint: Message =
      isSingle
      ? "Write '' for a quote inside of single quotes."
      : whole.contains(.ascii("'"))
        ? "Put all of it in quotes." : "Put all of it in single quotes: '\(whole.asText)'"
    return diagnostic(
      "the text continues after its closing quote", at: restOfLine(from: byte), hints: [hint])
  }

  /// Returns a text in double quotes that has quotes of its own, such as `"the user deletes
  /// "Rice""`, without the outer ones; `nil` for any other text, or if it needs quotes.
  private func quotedTwice(_ text: String) -> String? {
    guard text.first == "\"", text.last == "\"", !text.contains("\\") else { return nil }
    let inner = text.dropFirst().dropLast()
    let isPlain = inner.first?.isLetter == true && !inner.contains(": ") && !inner.contains(" #")
    return isPlain && inner.count { $0 == "\"" } % 2 == 0 ? String(inner) : nil
  }

  /// The byte range of the quoted text just before the error; `nil` if the last token is something
  /// else.
  private var lastQuoted: Range<Int>? {
    guard let last = trail.last,
      last.kind == .text(.doubleQuoted) || last.kind == .text(.singleQuoted)
    else { return nil }
    return map.byte(atScalar: last.start)..<map.byte(atScalar: last.end)
  }

  // MARK: - Brackets

  /// An explanation for errors in brackets: a missing closing bracket, or a missing or superfluous
  /// comma.
  var bracket: Diagnostic? {
    guard let inner = trail.openBrackets.last, let outer = trail.openBrackets.first,
      error.problem.hasPrefix("did not find expected ','")
        || error.problem == "did not find expected node content"
        || error.problem == "could not find expected ':'"
    else { return nil }
    let open = map.byte(atScalar: inner.start)
    let (bracket, closing) = bytes[open] == .ascii("[") ? ("[", "]") : ("{", "}")
    guard isClosed(by: closing, below: lineIndex(at: map.byte(atScalar: outer.start))) else {
      return diagnostic(
        "this \"\(bracket)\" is not closed", at: range(open, open + 1),
        hints: ["Write \"\(closing)\" where the list or mapping ends."])
    }
    if let tag = ["!one of", "!not one of", "!not-one of"].first(where: isBeforeError),
      let start = bytes[..<byte].lastIndex(of: .ascii("!"))
    {
      return diagnostic(
        "\"\(tag)\" contains a space, which isn't allowed in braces or brackets",
        at: range(start, start + tag.utf8.count),
        hints: ["Write it as: \(tag.replacing(" ", with: "-"))"])
    }
    return diagnostic(
      "this does not fit into the \"\(bracket)\" of line \(lineIndex(at: open) + 1)",
      at: range(byte, byte + max(1, rest(from: byte).prefix { !",]} ".utf8.contains($0) }.count)),
      hints: [
        "Write one comma between two values in brackets; put a text with brackets, commas or \": \" "
          + "in quotes."
      ])
  }

  private func isBeforeError(_ text: String) -> Bool {
    let before = bytes[lineStart(line)..<byte]
    let end = (before.lastIndex { !$0.isSpaceOrTab } ?? before.startIndex - 1) + 1
    return before[..<end].suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// Returns whether a closing bracket occurs after the error, on lines that are indented deeper
  /// than the line of the outer bracket.
  private func isClosed(by closing: String, below first: Int) -> Bool {
    let indentation = shape(first).indentation
    for below in line..<lineCount {
      let shape = shape(below)
      let closes = shape.content.first == .ascii("]") || shape.content.first == .ascii("}")
      guard below == first || shape.isEmpty || closes || shape.indentation > indentation else {
        return false
      }
      let text = below == line ? rest(from: byte) : lineBytes(below)
      if text.contains(where: { closing.utf8.first == $0 }) { return true }
      if closes, below > first, shape.indentation <= indentation { return false }
    }
    return false
  }
}
