/// Reads the YAML of a file, also behind what is wrong with it.
///
/// libyaml stops at the first error. So each one is reported, mended in a copy of the text, and the
/// copy is read from its start again, until it can be read to its end: that way one reading of a
/// file finds all its mistakes.
struct YAMLReader {
  /// The documents, as far as they could be read.
  private(set) var documents: [Node] = []

  /// What is wrong with the YAML.
  private(set) var mistakes: [Mistake] = []

  /// The lines on which, or below which, something may be missing that the author wrote.
  private(set) var doubtfulLines = LineSet()

  /// The lines that were given another indentation or were blanked out with their keys.
  private(set) var movedLines = LineSet()

  /// The lines whose text is not what the author wrote.
  private(set) var brokenLines = LineSet()

  private let source: SourceFile
  private var text: MendedText
  private var isCut = false

  /// How many bytes may be read again.
  private let bytesReadAgain: Int

  /// Reads a file.
  init(reading source: SourceFile, bytesReadAgain: Int = Limits.bytesReadAgain) {
    self.source = source
    self.bytesReadAgain = bytesReadAgain
    let check = TextCheck(source)
    var lineStarts = source.lineStarts
    lineStarts[0] = source.byteOrderMarkLength
    text = MendedText(check.bytes, lineStarts: lineStarts)
    mistakes = check.found.mistakes
    brokenLines = check.damagedLines
    doubtfulLines = check.damagedLines
    guard !check.isUnreadable else { return }
    readAll()
  }

  private mutating func readAll() {
    var readings = 0
    while true {
      readings += 1
      let map = PositionMap(text, byteOrderMarkLength: source.byteOrderMarkLength)
      var builder = NodeBuilder(map, of: source, mended: doubtfulLines)
      let error = builder.read()
      guard let error, !isCut, mend(error, in: map, after: readings) else {
        documents = builder.documents
        mistakes += builder.found.mistakes
        brokenLines.formUnion(builder.brokenLines)
        doubtfulLines.formUnion(builder.brokenLines)
        return
      }
    }
  }

  /// Reports an error and changes the text so that it isn't met again; returns whether it could.
  private mutating func mend(
    _ error: YAMLSyntaxError, in map: PositionMap, after readings: Int
  ) -> Bool {
    let site = SyntaxSite(error, map: map, text: text)
    let diagnosis = site.diagnosis
    if !isConsequence(diagnosis, at: site) {
      mistakes.append(
        Mistake(
          diagnosis.message, at: source.place(of: diagnosis.range), rule: .yamlSyntax,
          remedies: diagnosis.remedies))
    }
    let isEnough =
      readings >= Limits.readings || readings * text.original.count > bytesReadAgain
    if isEnough { return cut(from: min(site.line, site.contextLine)) }
    if apply(diagnosis.mends) { return true }
    // What was tried for the same place before didn't help.
    return apply([site.blankValue(ofLine: site.line)])
      || apply([.blank(line: site.line, from: 0)])
      || apply([.blank(line: site.contextLine, from: 0)])
      || cut(from: min(site.line, site.contextLine))
  }

  private mutating func apply(_ mends: [SyntaxDiagnosis.Mend]) -> Bool {
    var hasChanged = false
    for mend in mends {
      let hasThis: Bool
      switch mend {
      case .indent(let line, let column):
        hasThis = text.indent(line: line, to: column)
        if hasThis { movedLines.insert(line + 1) }
      case .insert(let characters, let line, let byte):
        hasThis = text.insert(characters, line: line, at: byte)
        if hasThis { movedLines.insert(line + 1) }
      case .colon(let line, let byte):
        let hasValue = text.bytes(ofLine: line).dropFirst(byte).contains { !$0.isBlankOrTab }
        hasThis = text.putColon(line: line, at: byte)
        if hasThis { movedLines.insert(line + 1) }
        if hasThis, hasValue { brokenLines.insert(line + 1) }
      case .blank(let line, let byte):
        hasThis = text.blank(line: line, from: byte)
        if hasThis { brokenLines.insert(line + 1) }
        if hasThis, byte <= text.indentationLength(ofLine: line) { movedLines.insert(line + 1) }
      }
      hasChanged = hasChanged || hasThis
    }
    doubtfulLines.formUnion(movedLines)
    doubtfulLines.formUnion(brokenLines)
    return hasChanged
  }

  /// Blanks out what is left of a document, as the last resort.
  private mutating func cut(from line: Int) -> Bool {
    isCut = true
    var mends: [SyntaxDiagnosis.Mend] = []
    for line in line..<text.lineCount {
      let bytes = text.bytes(ofLine: line)
      if line > 0, bytes.starts(with: "---".utf8) { break }
      mends.append(.blank(line: line, from: 0))
    }
    return apply(mends)
  }

  /// Whether an error probably comes from what was mended before, and not from the author.
  private func isConsequence(_ diagnosis: SyntaxDiagnosis, at site: SyntaxSite) -> Bool {
    let line = diagnosis.range.start.line
    guard diagnosis.isAboutLayout else { return text.mends[line - 1]?.blankedFrom != nil }
    if doubtfulLines.contains(line) { return true }
    var above = line - 2
    while above >= 0, site.shape(above).isEmpty {
      if text.mends[above]?.blankedFrom != nil { return true }
      above -= 1
    }
    return false
  }
}
