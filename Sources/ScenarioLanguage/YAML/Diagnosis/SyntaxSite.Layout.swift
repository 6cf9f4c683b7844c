extension SyntaxSite {
  /// What is wrong with how keys, texts and list items stand beside and below each other.
  var layout: SyntaxDiagnosis? {
    switch error.problem {
    case "mapping values are not allowed in this context": secondColon ?? textGoesOn
    case "could not find expected ':'": missingDash(at: contextLine) ?? missingColon(at: contextLine)
    case "block sequence entries are not allowed in this context": listOnLineOfKey
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>":
      closesNothing ?? behindBracket ?? indentedStart ?? missingDash(at: line) ?? itemAmongKeys
        ?? misaligned ?? behindTheEnd
    default: nil
    }
  }

  /// `when: a: b`: what stands behind a key has a colon of its own.
  private var secondColon: SyntaxDiagnosis? {
    guard let first = trail.colonsOnLine.first else { return nil }
    let key = shape(line).key?.asText ?? "it"
    let start = map.byte(atScalar: first.end)
    let value = rest(from: start).drop { $0.isBlankOrTab }
    return SyntaxDiagnosis(
      message: "what stands behind \"\(key):\" has another \": \" in it",
      range: range(byte, byte + 1),
      remedies: [
        "Put the text in quotes if the colon belongs to it: \(quoted(value))",
        "Begin a new line behind \"\(key):\", indented deeper, if it is a sentence with data.",
      ], mends: [blank(from: start)])
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String {
    "'\(text.asText.replacing("'", with: "''"))'"
  }

  /// A text goes on over several lines until one of them turns out to be a key.
  private var textGoesOn: SyntaxDiagnosis? {
    guard let last = trail.last, case .text = last.kind else { return nil }
    let first = map.line(ofByte: map.byte(atScalar: last.start))
    guard first < line else { return nil }
    let above = shape(first)
    let below = shape(line)
    if let diagnosis = missingBlank(behindDashOf: first) { return diagnosis }
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

  /// A list item that doesn't line up with its own keys below, but would with other items if it did.
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

  /// A scenario that has lost its dash, and with it the column of its other keys.
  private func missingDash(inFrontOfScenario line: Int, column: Int) -> SyntaxDiagnosis? {
    let shape = shape(line)
    guard !shape.isItem, shape.key?.elementsEqual("scenario".utf8) == true, column >= 2 else {
      return nil
    }
    return SyntaxDiagnosis(
      message: "there is no \"- \" in front of \"scenario:\"", range: contentRange(ofLine: line),
      remedies: ["Write \"- scenario: …\", with the dash in column \(column - 1)."],
      mends: [.indent(line: line, to: column - 2), insert("- ", at: shape.content.startIndex)],
      isAboutLayout: true)
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

  /// A line that should be `key: value` or `sentence: data` has no colon, or no blank behind it.
  private func missingColon(at line: Int) -> SyntaxDiagnosis? {
    let shape = shape(line)
    let content = shape.contentWithoutComment
    guard !content.isEmpty else { return nil }
    if shape.key != nil {
      return SyntaxDiagnosis(
        message: "this key is longer than the 1,024 characters that YAML allows",
        range: contentRange(ofLine: line), remedies: ["Shorten it."],
        mends: [blank(from: content.startIndex)], isAboutLayout: true)
    }
    if let colon = content.firstIndex(of: .ascii(":")),
      !content[..<colon].contains(.blank) || shape.knownKeyWithoutColon?.utf8.count == colon - content.startIndex,
      !content[(colon + 1)...].starts(with: "//".utf8)
    {
      let key = String(decoding: content[..<colon], as: UTF8.self)
      return SyntaxDiagnosis(
        message: "a blank is missing behind this colon", range: range(colon, colon + 1),
        remedies: ["Did you mean: \(key): \(content[(colon + 1)...].asText)"],
        mends: [blank(from: colon + 1)], isAboutLayout: true)
    }
    if let key = shape.knownKeyWithoutColon {
      let end = content.startIndex + key.utf8.count
      let value = content[end...].drop { $0.isBlankOrTab }
      return SyntaxDiagnosis(
        message: "a \":\" is missing behind \"\(key)\"", range: range(content.startIndex, end),
        remedies: ["Did you mean: \(key):\(value.isEmpty ? "" : " \(value.asText)")"],
        mends: [colon(at: end)], isAboutLayout: true)
    }
    let below = writtenLine(below: line).map { self.shape($0).indentation } ?? 0
    return SyntaxDiagnosis(
      message: "a \":\" is missing behind this text",
      range: range(content.startIndex, content.endIndex),
      remedies: ["Write \"\(content.asText):\" if the lines below belong to it."],
      mends: [
        below > shape.indentation ? colon(at: content.endIndex) : blank(from: map.lineStart(line))
      ], isAboutLayout: true)
  }

  private func colon(at byte: Int) -> SyntaxDiagnosis.Mend {
    let line = map.line(ofByte: byte)
    return .colon(line: line, at: text.originalByte(ofLine: line, mended: column(byte)))
  }

  /// A list item whose text follows its dash at once.
  private func missingBlank(behindDashOf line: Int) -> SyntaxDiagnosis? {
    let content = shape(line).content
    guard content.first == .ascii("-"), content.count > 1, content.dropFirst().first != .ascii("-")
    else { return nil }
    let dash = content.startIndex
    return SyntaxDiagnosis(
      message: "a blank is missing behind this \"-\"", range: range(dash, dash + 1),
      remedies: ["Did you mean: - \(content.dropFirst().asText)"],
      mends: [insert(" ", at: dash + 1)], isAboutLayout: true)
  }

  private func insert(_ characters: String, at byte: Int) -> SyntaxDiagnosis.Mend {
    let line = map.line(ofByte: byte)
    return .insert(
      characters, line: line, at: text.originalByte(ofLine: line, mended: column(byte)))
  }

  /// A line below list items that should be one too.
  private func missingDash(at line: Int) -> SyntaxDiagnosis? {
    let shape = shape(line)
    let above = openColumns(above: line)
    guard shape.content.startIndex <= max(byte, contextByte), !shape.isItem, !shape.content.isEmpty,
      error.problem != "did not find expected key",
      above.contains(where: { $0.column == shape.contentColumn && $0.isItem })
    else { return nil }
    if let diagnosis = missingBlank(behindDashOf: line) { return diagnosis }
    var remedies = ["Write \"- \(shape.content.asText)\"."]
    if let key = shape.key?.asText, Keys.all.contains(key),
      let column = above.last(where: { !$0.isItem && $0.column != shape.contentColumn })?.column
    {
      remedies = ["Begin it in column \(column + 1), with the other keys."]
    }
    return SyntaxDiagnosis(
      message: "there is no \"- \" in front of this, but it stands below list items",
      range: contentRange(ofLine: line), remedies: remedies,
      mends: [insert("- ", at: shape.content.startIndex)], isAboutLayout: true)
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
    let list = (columns.count > 1 ? columns.dropLast().joined(separator: ", ") + " or " : "")
      + columns[columns.count - 1]
    return SyntaxDiagnosis(
      message: "this line doesn't line up with anything above", range: contentRange(ofLine: line),
      remedies: ["It begins in column \(shape.indentation + 1); begin it in column \(list)."],
      mends: shift(line: line, to: nearest?.column ?? open[open.count - 1].column),
      isAboutLayout: true)
  }
}

extension LineShape {
  /// The key of the language that the line begins with, without a colon and a blank behind it.
  fileprivate var knownKeyWithoutColon: String? {
    guard key == nil else { return nil }
    // Of keys that begin alike, such as "scenario" and "scenarios", only one ends where a word does.
    return Keys.all.first { key in
      guard content.starts(with: key.utf8) else { return false }
      let next = content.dropFirst(key.utf8.count).first
      return next == nil || next == .blank || next == .ascii(":")
    }
  }

  /// The content without a comment at its end.
  fileprivate var contentWithoutComment: ArraySlice<UInt8> {
    let comment = content.indices.dropFirst().first {
      content[$0] == .ascii("#") && content[$0 - 1].isBlankOrTab
    }
    guard let comment else { return content }
    let text = content[..<comment]
    return text[..<(text.lastIndex { !$0.isBlankOrTab }.map { $0 + 1 } ?? text.startIndex)]
  }
}
