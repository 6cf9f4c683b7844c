extension SyntaxSite {
  /// What is wrong with how keys, texts and list items stand beside and below each other.
  var layout: SyntaxDiagnosis? {
    switch error.problem {
    case "mapping values are not allowed in this context":
      secondColon ?? longKey(at: line) ?? textGoesOn
    case "could not find expected ':'":
      missingDash(at: contextLine) ?? missingColon(at: contextLine)
    case "block sequence entries are not allowed in this context": listOnLineOfKey
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>":
      missingColonInFrontOfBrace ?? closesNothing ?? behindBracket ?? indentedStart ?? missingDash(
        at: line) ?? itemAmongKeys
        ?? misaligned ?? behindTheEnd
    default: nil
    }
  }

  /// A text goes on over several lines until one of them turns out to be a key.
  private var textGoesOn: SyntaxDiagnosis? {
    guard let last = trail.last, case .text = last.kind else { return nil }
    let first = map.line(ofByte: map.byte(atScalar: last.start))
    guard first < line else { return nil }
    let above = shape(first)
    let below = shape(line)
    if let diagnosis = missingBlank(behindDashOf: first) ?? otherDash(at: first) {
      return diagnosis
    }
    let hasKey = above.endOfKey.map { $0 < map.byte(atScalar: last.start) } ?? false
    let isKnown = below.key.map { Keys.all.contains($0.asText) } ?? false
    guard hasKey || isKnown && above.knownKeyWithoutColon == nil else {
      return missingColon(at: first)
    }
    if hasKey,
      let diagnosis = missingDash(inFrontOfScenario: first, column: below.contentColumn)
        ?? misalignedItem(at: first, column: below.contentColumn)
    {
      return diagnosis
    }
    let key = below.key?.asText ?? below.content.asText
    let column = hasKey ? above.contentColumn : outerColumn(above: first)
    let like = hasKey ? ", like \"\(above.key?.asText ?? ""):\" on line \(first + 1)" : ""
    return SyntaxDiagnosis(
      message: "\"\(key):\" is indented as if it belonged to the text above",
      range: contentRange(ofLine: line), remedies: ["Begin it in column \(column + 1)\(like)."],
      mends: shift(line: line, to: column), isAboutLayout: true)
  }

  /// The column of the key that what stands on a line belongs to.
  private func outerColumn(above line: Int) -> Int {
    let column = shape(line).indentation
    return openColumns(above: line).last { $0.column < column && !$0.isItem }?.column ?? 0
  }

  /// A list item that doesn't line up with its own keys below, but would with other items if it
  /// did.
  private func misalignedItem(at line: Int, column: Int) -> SyntaxDiagnosis? {
    let shape = shape(line)
    let meant = shape.indentation + column - shape.contentColumn
    guard shape.isItem, meant != shape.indentation, meant >= 0 else { return nil }
    let hasOthers =
      openColumns(above: line).contains { $0.column == meant && $0.isItem }
      || hasItem(below: line, at: meant)
    guard hasOthers || countOfKeys(below: line, at: column) > 1 else { return nil }
    return SyntaxDiagnosis(
      message: "this list item doesn't line up with "
        + (hasOthers ? "the others" : "what stands below it"),
      range: contentRange(ofLine: line),
      remedies: [
        "It begins in column \(shape.indentation + 1); begin it in column \(meant + 1)."
      ], mends: [.indent(line: line, to: meant)], isAboutLayout: true)
  }

  /// How many keys follow below a line in a column before something begins further left.
  private func countOfKeys(below line: Int, at column: Int) -> Int {
    var count = 0
    for below in line + 1..<max(line + 1, text.lineCount) {
      let shape = shape(below)
      guard !shape.isEmpty else { continue }
      guard shape.indentation >= column else { break }
      if shape.indentation == column, !shape.isItem, shape.key != nil { count += 1 }
    }
    return count
  }

  /// Whether an item of the same list follows below a line in a column.
  private func hasItem(below line: Int, at column: Int) -> Bool {
    for below in line + 1..<max(line + 1, text.lineCount) {
      let shape = shape(below)
      guard !shape.isEmpty else { continue }
      if shape.indentation == column { return shape.isItem }
      if shape.indentation < column { return false }
    }
    return false
  }

  private var listOnLineOfKey: SyntaxDiagnosis? {
    SyntaxDiagnosis(
      message: "a list can't begin on the line of its key", range: restOfLine(from: byte),
      remedies: ["Begin it on the next line, or put a text that begins with \"- \" in quotes."],
      mends: [blank(from: byte)])
  }

  private var closesNothing: SyntaxDiagnosis? {
    guard let character, [.ascii("]"), .ascii("}"), .ascii(",")].contains(character) else {
      return nil
    }
    let bracket = String(decoding: [character], as: UTF8.self)
    return SyntaxDiagnosis(
      message: character == .ascii(",")
        ? "this comma separates nothing" : "this \"\(bracket)\" closes nothing",
      range: range(byte, byte + 1),
      remedies: ["Delete it, or put the whole text in quotes."], mends: [blank(from: byte)])
  }

  private var behindBracket: SyntaxDiagnosis? {
    guard trail.last?.kind == .flowEnd, let last = trail.last,
      map.line(ofByte: map.byte(atScalar: last.start)) == line
    else { return nil }
    return SyntaxDiagnosis(
      message: "the line goes on behind its closing bracket", range: restOfLine(from: byte),
      remedies: ["Put all of it in quotes if it is a text."], mends: [blank(from: byte)])
  }

  private var itemAmongKeys: SyntaxDiagnosis? {
    guard error.problem == "did not find expected key", shape(line).isItem,
      column(byte) == column(contextByte)
    else { return nil }
    return SyntaxDiagnosis(
      message: "a list item stands among keys", range: restOfLine(from: byte),
      remedies: ["Indent it below the key that the list belongs to."],
      mends: [.blank(line: line, from: 0)], isAboutLayout: true)
  }

  private var behindTheEnd: SyntaxDiagnosis? {
    guard error.problem == "did not find expected <document start>" else { return nil }
    return SyntaxDiagnosis(
      message: "the story has ended above this line", range: restOfLine(from: byte),
      remedies: ["Write \"---\" between two stories."],
      mends: [.blank(line: line, from: 0)], isAboutLayout: true)
  }

  /// The story's first keys are indented deeper than those that follow.
  private var indentedStart: SyntaxDiagnosis? {
    guard error.problem == "did not find expected <document start>",
      let first = firstLineOfDocument, shape(first).indentation > column(byte)
    else { return nil }
    let shift = shape(first).indentation - column(byte)
    return SyntaxDiagnosis(
      message: "the story begins in column \(shape(first).indentation + 1), "
        + "but goes on in column \(column(byte) + 1) on line \(line + 1)",
      range: contentRange(ofLine: first),
      remedies: ["Begin all its keys in the same column."],
      mends: (first..<line).filter { !shape($0).isEmpty }.map {
        .indent(line: $0, to: max(0, shape($0).indentation - shift))
      }, isAboutLayout: true)
  }

  private var firstLineOfDocument: Int? {
    let start = (0..<line).last { map.lineBytes($0).starts(with: "---".utf8) }.map { $0 + 1 } ?? 0
    return (start..<max(start, line)).first { !shape($0).isEmpty }
  }

  /// A line that begins in a column in which nothing above has begun.
  private var misaligned: SyntaxDiagnosis? {
    let shape = shape(line)
    let open = openColumns(above: line)
    guard byte - map.lineStart(line) <= shape.contentColumn, !open.isEmpty,
      !open.contains(where: { $0.column == shape.indentation })
    else { return nil }
    if !shape.isItem, let above = writtenLine(above: line),
      let diagnosis = misalignedItem(at: above, column: shape.contentColumn)
    {
      return diagnosis
    }
    let nearest = open.filter { $0.isItem == shape.isItem }.min {
      abs($0.column - shape.indentation) < abs($1.column - shape.indentation)
    }
    let ofSameKind = open.filter { $0.isItem == shape.isItem }
    let columns = (ofSameKind.isEmpty ? open : ofSameKind).map { String($0.column + 1) }
    let list =
      (columns.count > 1 ? columns.dropLast().joined(separator: ", ") + " or " : "")
      + columns[columns.count - 1]
    return SyntaxDiagnosis(
      message: "this line doesn't line up with anything above", range: contentRange(ofLine: line),
      remedies: ["It begins in column \(shape.indentation + 1); begin it in column \(list)."],
      mends: shift(line: line, to: nearest?.column ?? open[open.count - 1].column),
      isAboutLayout: true)
  }
}
