extension SyntaxSite {
  /// A quote that begins a text which no other quote ends, or only the first one of a text further
  /// down.
  var openQuote: SyntaxDiagnosis? {
    let start: Int
    switch error.problem {
    case "found unexpected end of stream", "found unexpected document indicator":
      start = contextByte
    default:
      guard let last = lastQuoted, map.line(ofByte: last.start) < map.line(ofByte: last.end),
        map.line(ofByte: last.end) == line
      else { return nil }
      start = last.start
    }
    guard map.bytes.indices.contains(start) else { return nil }
    let quote = String(decoding: [map.bytes[start]], as: UTF8.self)
    return SyntaxDiagnosis(
      message: "this quote is not closed", range: restOfLine(from: start),
      remedies: ["Write \(quote) at the end of the text too."], mends: [blank(from: start)])
  }

  /// A text that goes on behind the quote which ends it.
  var textBehindQuote: SyntaxDiagnosis? {
    guard let last = lastQuoted, map.line(ofByte: last.start) == line, last.end <= byte,
      error.problem.hasPrefix("did not find expected"), character != nil, rest(from: byte).count > 0
    else { return nil }
    let whole = rest(from: last.start)
    let isSingle = map.bytes[last.start] == .ascii("'")
    let remedy: String
    if !isSingle, !whole.contains(.ascii("'")) {
      remedy = "Put all of it in single quotes: '\(whole.asText)'"
    } else if isSingle, map.bytes[last.end - 1] == .ascii("'"), last.end == byte {
      remedy = "Write '' for a quote inside of single quotes."
    } else {
      remedy = "Put all of it in quotes."
    }
    return SyntaxDiagnosis(
      message: "the text goes on behind its closing quote", range: restOfLine(from: byte),
      remedies: [remedy], mends: [blank(from: last.start)])
  }

  /// The text in quotes that ends before the place, in bytes; `nil` where something else does.
  private var lastQuoted: (start: Int, end: Int)? {
    guard let last = trail.last,
      last.kind == .text(.doubleQuoted) || last.kind == .text(.singleQuoted)
    else { return nil }
    return (map.byte(atScalar: last.start), map.byte(atScalar: last.end))
  }
}
