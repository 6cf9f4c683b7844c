/// The place at which YAML can't be read any further, and what stands around it.
struct SyntaxSite {
  let error: YAMLSyntaxError
  let map: PositionMap
  let text: MendedText
  let trail: YAMLTokenTrail

  /// The byte of the mended text at which the reading ended.
  let byte: Int

  /// The line of that byte, from index 0.
  let line: Int

  /// Looks around the place of an error.
  init(_ error: YAMLSyntaxError, map: PositionMap, text: MendedText) {
    self.error = error
    self.map = map
    self.text = text
    byte = map.byte(atScalar: error.index)
    line = map.line(ofByte: byte)
    let lineStart = map.bytes[map.lineStart(line)..<byte].reduce(0) {
      $0 + ($1.isContinuation ? 0 : 1)
    }
    let start = error.index - lineStart
    trail = map.textWithoutMark.withUnsafeBufferPointer { buffer in
      YAMLTokenTrail(in: buffer, to: error.index, lineStart: start)
    }
  }

  /// What is wrong here.
  var diagnosis: SyntaxDiagnosis {
    tab ?? secondTag ?? openQuote ?? bracket ?? textBehindQuote ?? layout ?? characters ?? other
  }

  private var other: SyntaxDiagnosis {
    SyntaxDiagnosis(
      message: "this can't be read: \(error.problem)", range: restOfLine(from: byte),
      remedies: ["Put texts with special characters in quotes, and line up keys and list items."],
      mends: [blankValue(ofLine: line)], isAboutLayout: true)
  }
}

// MARK: - What stands around

extension SyntaxSite {
  /// The character at which the reading ended; `nil` at the end of the text.
  var character: UInt8? { map.bytes.indices.contains(byte) ? map.bytes[byte] : nil }

  /// The byte at which libyaml began what it couldn't end.
  var contextByte: Int { error.contextIndex.map(map.byte(atScalar:)) ?? byte }

  /// The line of that byte, from index 0.
  var contextLine: Int { map.line(ofByte: contextByte) }

  /// The column of a byte in its line of the mended text, from 0 and in bytes.
  func column(_ byte: Int) -> Int { byte - map.lineStart(map.line(ofByte: byte)) }

  /// How a line is built, as it is after mending.
  func shape(_ line: Int) -> LineShape { LineShape(map.lineBytes(line)) }

  /// Whether what belongs to a line's key or dash is to come on the lines below.
  func opensBlock(_ line: Int) -> Bool {
    // A key whose value was blanked out had one.
    let mend = text.mends[line]
    return shape(line).opensBlock && (mend?.blankedFrom == nil || mend?.colonAt != nil)
  }

  /// The next line above another one that says something.
  func writtenLine(above line: Int) -> Int? {
    (0..<line).last { !shape($0).isEmpty }
  }

  /// The next line below another one that says something.
  func writtenLine(below line: Int) -> Int? {
    (line + 1..<max(line + 1, text.lineCount)).first { !shape($0).isEmpty }
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

  /// The place of a stretch of the mended text, in bytes.
  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(
      start: map.position(ofByte: start), end: map.position(ofByte: max(start, end)))
  }

  /// The place of what is left of a line behind a byte, without white space at its end.
  func restOfLine(from byte: Int) -> SourceRange { range(byte, byte + rest(from: byte).count) }

  /// What is left of a line from a byte on, without white space at its end.
  func rest(from byte: Int) -> ArraySlice<UInt8> {
    let end = map.lineBytes(map.line(ofByte: byte)).endIndex
    guard byte < end else { return [] }
    let rest = map.bytes[byte..<end]
    return rest[..<(rest.lastIndex { !$0.isBlankOrTab }.map { $0 + 1 } ?? byte)]
  }

  /// The place of the key, or else of all that a line says.
  func contentRange(ofLine line: Int) -> SourceRange {
    let shape = shape(line)
    let content = shape.key ?? shape.content
    return range(content.startIndex, content.endIndex)
  }

  /// Blanks out what stands behind the key of a line, or all that stands behind its dashes.
  func blankValue(ofLine line: Int) -> SyntaxDiagnosis.Mend {
    let shape = shape(line)
    let start = shape.endOfKey.map { $0 + 1 } ?? shape.content.startIndex
    return blank(from: start)
  }

  /// Blanks out a line from a byte of the mended text on.
  func blank(from byte: Int) -> SyntaxDiagnosis.Mend {
    let line = map.line(ofByte: byte)
    return .blank(line: line, from: text.originalByte(ofLine: line, mended: column(byte)))
  }

  /// Gives a line another indentation, and with it those below that belong to it or stand in the
  /// same column.
  func shift(line: Int, to column: Int) -> [SyntaxDiagnosis.Mend] {
    var root = shape(line)
    var opensBlock = opensBlock(line)
    let shift = column - root.indentation
    var mends: [SyntaxDiagnosis.Mend] = [.indent(line: line, to: column)]
    for below in line + 1..<max(line + 1, text.lineCount) {
      let shape = shape(below)
      guard !shape.isEmpty else { continue }
      guard shape.indentation >= root.indentation,
        shape.indentation == root.indentation || opensBlock || root.isItem
      else { break }
      if shape.indentation == root.indentation {
        root = shape
        opensBlock = self.opensBlock(below)
      }
      mends.append(.indent(line: below, to: max(0, shape.indentation + shift)))
    }
    return mends
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as text, shortened in its middle where it is longer than a line can show.
  var asText: String {
    let text = String(decoding: self, as: UTF8.self)
    return text.count > 60 ? text.prefix(30) + "…" + text.suffix(29) : text
  }
}
