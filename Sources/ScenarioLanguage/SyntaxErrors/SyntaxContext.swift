extension YAMLReader {
  /// All YAML errors, with an explanation of the syntax error.
  var explainedDiagnostics: [Diagnostic] {
    syntaxError.map { [SyntaxContext($0.error, map: $0.map).diagnostic] } ?? diagnostics
  }
}

/// A YAML syntax error, with the text around it.
struct SyntaxContext {
  /// The error that libyaml reports.
  let error: YAMLSyntaxError

  let map: PositionMap

  /// The tokens before the error.
  let trail: YAMLTokenTrail

  /// The byte at which libyaml stopped.
  let byte: Int

  /// The index of that byte's line, from 0.
  let line: Int

  init(_ error: YAMLSyntaxError, map: PositionMap) {
    (self.error, self.map, byte) = (error, map, map.byte(atScalar: error.index))
    line = map.source.lineIndex(at: byte)
    let start = error.index - map.source.position(atOffset: byte).column + 1
    trail = map.textWithoutMark.withUnsafeBufferPointer { buffer in
      YAMLTokenTrail(in: buffer, to: error.index, lineStart: start)
    }
  }

  /// The explanation of the error in terms of stories, with hints.
  var diagnostic: Diagnostic {
    tab ?? secondTag ?? openQuote ?? bracket ?? textAfterQuote ?? layout ?? frequentError
      ?? diagnostic(
        "this is not valid YAML", at: restOfLine(from: byte),
        hints: ["Put texts with special characters in quotes, and line up keys and list items."])
  }

  /// Returns a diagnostic for a syntax error.
  func diagnostic(_ message: Message, at range: SourceRange, hints: [Message]) -> Diagnostic {
    Diagnostic(message, at: map.source.location(of: range), rule: .yamlSyntax, hints: hints)
  }

  // MARK: - The text around the error

  /// The bytes of the file.
  var bytes: [UInt8] { map.source.bytes }

  var lineCount: Int { map.source.lineStarts.count }

  /// The character at which reading stopped; `nil` at the end of the text.
  var character: UInt8? { bytes.indices.contains(byte) ? bytes[byte] : nil }

  /// The start of the element that libyaml could not complete.
  var contextByte: Int { error.contextIndex.map(map.byte(atScalar:)) ?? byte }

  /// The index of that byte's line, from 0.
  var contextLine: Int { lineIndex(at: contextByte) }

  /// Returns the index of a byte's line, from 0.
  func lineIndex(at byte: Int) -> Int { map.source.lineIndex(at: byte) }

  /// Returns the first byte of a line.
  func lineStart(_ line: Int) -> Int { map.source.contentStart(ofLine: line) }

  /// Returns the bytes of a line, without its line break.
  func lineBytes(_ line: Int) -> ArraySlice<UInt8> { map.source.lineBytes(line + 1) ?? [] }

  func shape(_ line: Int) -> LineShape { LineShape(lineBytes(line)) }

  /// Returns the columns, from 0 and in ascending order, at which a line can continue the lists and
  /// keys above it.
  func openColumns(above line: Int) -> [(column: Int, isItem: Bool)] {
    var (found, limit): ([(column: Int, isItem: Bool)], Int) = ([], Int.max)
    for above in (0..<line).reversed() where limit > 0 {
      let shape = shape(above)
      guard !shape.isEmpty else {
        if shape.content.elementsEqual("---".utf8) { break }
        continue
      }
      for column in shape.columns.reversed() where column < limit {
        found.append((column, shape.dashColumns.contains(column)))
        limit = column
      }
    }
    return found.reversed()
  }

  /// Returns the range from one byte to another.
  func range(_ start: Int, _ end: Int) -> SourceRange { map.source.range(start..<max(start, end)) }

  /// Returns the range from a byte to the end of its line, without trailing whitespace.
  func restOfLine(from byte: Int) -> SourceRange { range(byte, byte + rest(from: byte).count) }

  /// Returns the bytes from a byte to the end of its line, without trailing whitespace.
  func rest(from byte: Int) -> ArraySlice<UInt8> {
    let end = lineBytes(lineIndex(at: byte)).endIndex
    guard byte < end else { return [] }
    let rest = bytes[byte..<end]
    return rest[..<(rest.lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? byte)]
  }

  /// Returns the range of a line's key, or of all its content if it has none.
  func contentRange(ofLine line: Int) -> SourceRange {
    let shape = shape(line)
    let content = shape.key ?? shape.content
    return range(content.startIndex, content.endIndex)
  }
}

extension Collection<UInt8> {
  /// The bytes as text; a text of more than 60 characters is shortened in its middle.
  var asText: String {
    let text = wholeText
    return text.count > 60 ? text.prefix(30) + "…" + text.suffix(29) : text
  }

  /// The bytes as text that a reader can copy from a hint.
  var wholeText: String { String(decoding: self, as: UTF8.self) }
}
