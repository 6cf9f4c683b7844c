extension YAMLReader {
  /// Everything that is wrong with the YAML, its syntax error explained.
  var explainedMistakes: [Diagnostic] {
    syntaxError.map { [SyntaxSite($0.error, map: $0.map).mistake] } ?? mistakes
  }
}

/// The place at which YAML can't be read any further, and what stands around it.
struct SyntaxSite {
  /// The error that libyaml reports.
  let error: YAMLSyntaxError

  let map: PositionMap

  /// The tokens before the place.
  let trail: YAMLTokenTrail

  /// The byte at which libyaml stopped.
  let byte: Int

  /// The line of that byte, from index 0.
  let line: Int

  /// Creates the site of an error.
  init(_ error: YAMLSyntaxError, map: PositionMap) {
    self.error = error
    self.map = map
    byte = map.byte(atScalar: error.index)
    line = map.source.lineIndex(at: byte)
    let scalarsOnLine = map.source.position(atOffset: byte).column - 1
    let start = error.index - scalarsOnLine
    trail = map.textWithoutMark.withUnsafeBufferPointer { buffer in
      YAMLTokenTrail(in: buffer, to: error.index, lineStart: start)
    }
  }

  /// The explanation of the error in an author's words, with what to do about it.
  var mistake: Diagnostic {
    gherkin ?? tab ?? secondTag ?? openQuote ?? bracket ?? textBehindQuote ?? layout ?? characters
      ?? mistake(
        "this can't be read: \(error.problem)", at: restOfLine(from: byte),
        remedies: ["Put texts with special characters in quotes, and line up keys and list items."])
  }

  /// A story in the language of Cucumber, which may begin with tags.
  private var gherkin: Diagnostic? {
    let first = (0..<lineCount).first {
      !shape($0).isEmpty && shape($0).content.first != .ascii("@")
    }
    guard let first, shape(first).key?.elementsEqual("Feature".utf8) == true else { return nil }
    return mistake(
      "this is Gherkin, but a story is written in YAML", at: contentRange(ofLine: first),
      remedies: [
        "Write \"story: …\", \"module: …\" and \"scenarios:\", and \"- scenario: …\" below it.",
        "Write the steps of a scenario after \"given:\", \"when:\" and \"then:\".",
      ])
  }

  /// Creates an explanation.
  func mistake(_ message: String, at range: SourceRange, remedies: [String]) -> Diagnostic {
    Diagnostic(message, at: map.source.place(of: range), rule: .yamlSyntax, remedies: remedies)
  }
}

// MARK: - What stands around

extension SyntaxSite {
  /// The bytes of the file.
  var bytes: [UInt8] { map.source.bytes }

  /// The number of lines of the file.
  var lineCount: Int { map.source.lineStarts.count }

  /// The character at which the reading ended; `nil` at the end of the text.
  var character: UInt8? { bytes.indices.contains(byte) ? bytes[byte] : nil }

  /// The byte at which libyaml began what it could not end.
  var contextByte: Int { error.contextIndex.map(map.byte(atScalar:)) ?? byte }

  /// The line of that byte, from index 0.
  var contextLine: Int { lineIndex(at: contextByte) }

  /// The line of a byte, from index 0.
  func lineIndex(at byte: Int) -> Int { map.source.lineIndex(at: byte) }

  /// The byte at which a line begins.
  func lineStart(_ line: Int) -> Int { map.source.contentStart(ofLine: line) }

  /// The column of a byte in its line, from 0 and in bytes.
  func column(_ byte: Int) -> Int { byte - lineStart(lineIndex(at: byte)) }

  /// The bytes of a line, without its line break.
  func lineBytes(_ line: Int) -> ArraySlice<UInt8> { map.source.lineBytes(line + 1) ?? [] }

  /// How a line is built.
  func shape(_ line: Int) -> LineShape { LineShape(lineBytes(line)) }

  /// The next line above another one that is not empty.
  func writtenLine(above line: Int) -> Int? {
    (0..<line).last { !shape($0).isEmpty }
  }

  /// The columns, from 0, at which what was begun above a line may go on, in ascending order.
  func openColumns(above line: Int) -> [(column: Int, isItem: Bool)] {
    var found: [(column: Int, isItem: Bool)] = []
    var limit = Int.max
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

  /// The range from one byte to another.
  func range(_ start: Int, _ end: Int) -> SourceRange { map.source.range(start..<max(start, end)) }

  /// The range of what is left of a line from a byte on, without white space at its end.
  func restOfLine(from byte: Int) -> SourceRange { range(byte, byte + rest(from: byte).count) }

  /// What is left of a line from a byte on, without white space at its end.
  func rest(from byte: Int) -> ArraySlice<UInt8> {
    let end = lineBytes(lineIndex(at: byte)).endIndex
    guard byte < end else { return [] }
    let rest = bytes[byte..<end]
    return rest[..<(rest.lastIndex { !$0.isBlankOrTab }.map { $0 + 1 } ?? byte)]
  }

  /// The range of a line's key, or of all its content if it has none.
  func contentRange(ofLine line: Int) -> SourceRange {
    let shape = shape(line)
    let content = shape.key ?? shape.content
    return range(content.startIndex, content.endIndex)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as text, shortened in its middle where it is longer than a line can show.
  var asText: String {
    let text = String(decoding: self, as: UTF8.self)
    return text.count > 60 ? text.prefix(30) + "…" + text.suffix(29) : text
  }
}
