extension SyntaxSite {
  /// Characters that mean something else to YAML than to the author.
  var characters: SyntaxDiagnosis? {
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

  private func reservedStart(from byte: Int) -> SyntaxDiagnosis? {
    let rest = rest(from: byte)
    guard let first = rest.first else { return nil }
    if first == .tab {
      return SyntaxDiagnosis(
        message: "a tab can't stand here", range: range(byte, byte + 1),
        remedies: ["Write a blank instead."], mends: [blank(from: byte)])
    }
    if first == .ascii("*"), rest.dropFirst().first?.isBlankOrTab != false,
      shape(map.line(ofByte: byte)).content.startIndex == byte
    {
      return SyntaxDiagnosis(
        message: "a list item begins with \"-\", not with \"*\"", range: range(byte, byte + 1),
        remedies: ["Did you mean: -\(rest.dropFirst().asText)"],
        mends: [.blank(line: map.line(ofByte: byte), from: 0)])
    }
    let character = String(decoding: [first], as: UTF8.self)
    let isInBrackets = !trail.openBrackets.isEmpty
    let word = isInBrackets ? rest.prefix { !",]}".utf8.contains($0) } : rest
    let start = trail.openBrackets.first.map { map.byte(atScalar: $0.start) } ?? byte
    return SyntaxDiagnosis(
      message: "a text can't begin with \"\(character)\" unless it is in quotes",
      range: range(byte, byte + max(word.count, 1)), remedies: ["Did you mean: \(quoted(word))"],
      mends: [blank(from: start)])
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String {
    text.contains(.ascii("\"")) || text.contains(.ascii("\\"))
      ? "'\(text.asText)'" : "\"\(text.asText)\""
  }

  private var unknownEscape: SyntaxDiagnosis? {
    let escape = rest(from: byte).prefix(2)
    return SyntaxDiagnosis(
      message: "\"\(escape.asText)\" means nothing in double quotes",
      range: range(byte, byte + escape.count),
      remedies: ["Write \\\\ for a backslash, or put the text in single quotes."],
      mends: [blank(from: contextByte)])
  }

  private var invalidCode: SyntaxDiagnosis? {
    // libyaml points at the digits; the author looks for the backslash in front of them.
    let start = map.bytes[..<byte].lastIndex(of: .ascii("\\")) ?? byte
    let digits =
      switch rest(from: start).dropFirst().first {
      case .ascii("x"): "\\x and 2"
      case .ascii("U"): "\\U and 8"
      default: "\\u and 4"
      }
    return SyntaxDiagnosis(
      message: "this is no code of a character", range: restOfLine(from: start),
      remedies: ["A code is \(digits) digits of 0 to 9 and A to F, such as \\u00E9."],
      mends: [blank(from: contextByte)])
  }

  private var blockHeader: SyntaxDiagnosis? {
    guard map.bytes.indices.contains(contextByte) else { return nil }
    let mark = String(decoding: [map.bytes[contextByte]], as: UTF8.self)
    return SyntaxDiagnosis(
      message: "nothing may stand behind \"\(mark)\" on its line",
      range: restOfLine(from: contextByte),
      remedies: ["Begin the text on the next line, or put a text that begins so in quotes."],
      mends: [blank(from: contextByte)])
  }

  private var directive: SyntaxDiagnosis? {
    SyntaxDiagnosis(
      message: "a line can't begin with \"%\"", range: restOfLine(from: contextByte),
      remedies: ["Delete the line, or put the text in quotes."],
      mends: [.blank(line: contextLine, from: 0)])
  }
}
