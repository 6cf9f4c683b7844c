extension SyntaxSite {
  /// What is wrong with how keys, texts and list items stand beside and below each other.
  var layout: Diagnostic? {
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
  private var textGoesOn: Diagnostic? {
    guard let last = trail.last, case .text = last.kind else { return nil }
    let first = lineIndex(at: map.byte(atScalar: last.start))
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
    return mistake(
      "\"\(key):\" is indented as if it belonged to the text above", at: contentRange(ofLine: line),
      remedies: ["Begin it in column \(column + 1)\(like)."])
  }

  /// The column of the key that what stands on a line belongs to.
  private func outerColumn(above line: Int) -> Int {
    let column = shape(line).indentation
    return openColumns(above: line).last { $0.column < column && !$0.isItem }?.column ?? 0
  }

  /// A list item that doesn't line up with its own keys below, but would with other items if it
  /// did.
  private func misalignedItem(at line: Int, column: Int) -> Diagnostic? {
    let shape = shape(line)
    let meant = shape.indentation + column - shape.contentColumn
    guard shape.isItem, meant != shape.indentation, meant >= 0 else { return nil }
    let hasOthers =
      openColumns(above: line).contains { $0.column == meant && $0.isItem }
      || hasItem(below: line, at: meant)
    guard hasOthers || countOfKeys(below: line, at: column) > 1 else { return nil }
    return mistake(
      "this list item doesn't line up with "
        + (hasOthers ? "the others" : "what stands below it"), at: contentRange(ofLine: line),
      remedies: [
        "It begins in column \(shape.indentation + 1); begin it in column \(meant + 1)."
      ])
  }

  /// How many keys follow below a line in a column before something begins further left.
  private func countOfKeys(below line: Int, at column: Int) -> Int {
    var count = 0
    for below in line + 1..<max(line + 1, lineCount) {
      let shape = shape(below)
      guard !shape.isEmpty else { continue }
      guard shape.indentation >= column else { break }
      if shape.indentation == column, !shape.isItem, shape.key != nil { count += 1 }
    }
    return count
  }

  /// Whether an item of the same list follows below a line in a column.
  private func hasItem(below line: Int, at column: Int) -> Bool {
    for below in line + 1..<max(line + 1, lineCount) {
      let shape = shape(below)
      guard !shape.isEmpty else { continue }
      if shape.indentation == column { return shape.isItem }
      if shape.indentation < column { return false }
    }
    return false
  }

  private var listOnLineOfKey: Diagnostic? {
    mistake(
      "a list can't begin on the line of its key", at: restOfLine(from: byte),
      remedies: ["Begin it on the next line, or put a text that begins with \"- \" in quotes."])
  }

  private var closesNothing: Diagnostic? {
    guard let character, [.ascii("]"), .ascii("}"), .ascii(",")].contains(character) else {
      return nil
    }
    let bracket = String(decoding: [character], as: UTF8.self)
    return mistake(
      character == .ascii(",")
        ? "this comma separates nothing" : "this \"\(bracket)\" closes nothing",
      at: range(byte, byte + 1),
      remedies: ["Delete it, or put the whole text in quotes."])
  }

  private var behindBracket: Diagnostic? {
    guard trail.last?.kind == .flowEnd, let last = trail.last,
      lineIndex(at: map.byte(atScalar: last.start)) == line
    else { return nil }
    return mistake(
      "the line goes on behind its closing bracket", at: restOfLine(from: byte),
      remedies: ["Put all of it in quotes if it is a text."])
  }

  private var itemAmongKeys: Diagnostic? {
    guard error.problem == "did not find expected key", shape(line).isItem,
      column(byte) == column(contextByte)
    else { return nil }
    return mistake(
      "a list item stands among keys", at: restOfLine(from: byte),
      remedies: ["Indent it below the key that the list belongs to."])
  }

  private var behindTheEnd: Diagnostic? {
    guard error.problem == "did not find expected <document start>" else { return nil }
    return mistake(
      "the story has ended above this line", at: restOfLine(from: byte),
      remedies: ["Write \"---\" between two stories."])
  }

  /// The story's first keys are indented deeper than those that follow.
  private var indentedStart: Diagnostic? {
    guard error.problem == "did not find expected <document start>",
      let first = firstLineOfDocument, shape(first).indentation > column(byte)
    else { return nil }
    return mistake(
      "the story begins in column \(shape(first).indentation + 1), "
        + "but goes on in column \(column(byte) + 1) on line \(line + 1)",
      at: contentRange(ofLine: first),
      remedies: ["Begin all its keys in the same column."])
  }

  private var firstLineOfDocument: Int? {
    let start = (0..<line).last { lineBytes($0).starts(with: "---".utf8) }.map { $0 + 1 } ?? 0
    return (start..<max(start, line)).first { !shape($0).isEmpty }
  }

  /// A line that begins in a column in which nothing above has begun.
  private var misaligned: Diagnostic? {
    let shape = shape(line)
    let open = openColumns(above: line)
    guard byte - lineStart(line) <= shape.contentColumn, !open.isEmpty,
      !open.contains(where: { $0.column == shape.indentation })
    else { return nil }
    if !shape.isItem, let above = writtenLine(above: line),
      let diagnosis = misalignedItem(at: above, column: shape.contentColumn)
    {
      return diagnosis
    }
    let ofSameKind = open.filter { $0.isItem == shape.isItem }
    let columns = (ofSameKind.isEmpty ? open : ofSameKind).map { String($0.column + 1) }
    let list =
      (columns.count > 1 ? columns.dropLast().joined(separator: ", ") + " or " : "")
      + columns[columns.count - 1]
    return mistake(
      "this line doesn't line up with anything above", at: contentRange(ofLine: line),
      remedies: ["It begins in column \(shape.indentation + 1); begin it in column \(list)."])
  }
}

// MARK: - Tabs

extension SyntaxSite {
  /// Tabs where blanks belong: in front of a line, or behind the dash of a list item.
  var tab: Diagnostic? {
    let lines = error.problem == "could not find expected ':'" ? [contextLine, line] : [line]
    guard let first = lines.first(where: { hasTab($0) }) else { return nil }
    let lead = shape(first).lead
    guard let tab = lead.firstIndex(of: .tab) else { return nil }
    let tabs = lead[tab...].prefix { $0 == .tab }

    var last = first
    while last + 1 < lineCount, hasTab(last + 1) { last += 1 }
    let others =
      switch last - first {
      case 0: ""
      case 1: " Line \(last + 1) has tabs too."
      default: " Lines \(first + 2) to \(last + 1) have tabs too."
      }
    return mistake(
      "a tab stands in the indentation", at: range(tab, tab + tabs.count),
      remedies: ["Indent with blanks instead.\(others)"])
  }

  private func hasTab(_ line: Int) -> Bool {
    let shape = shape(line)
    return shape.lead.contains(.tab) && !(shape.content.isEmpty && !shape.isItem)
  }
}

// MARK: - Dashes

extension SyntaxSite {
  /// A list item whose text follows its dash at once.
  private func missingBlank(behindDashOf line: Int) -> Diagnostic? {
    let content = shape(line).content
    guard content.first == .ascii("-"), content.count > 1, content.dropFirst().first != .ascii("-")
    else { return nil }
    let dash = content.startIndex
    return mistake(
      "a blank is missing behind this \"-\"", at: range(dash, dash + 1),
      remedies: ["Did you mean: - \(content.dropFirst().asText)"])
  }

  /// A list item that begins with a longer dash or a bullet, as word processors write it.
  private func otherDash(at line: Int) -> Diagnostic? {
    let content = shape(line).content
    let marks = ["–", "—", "−", "•", "·"]
    guard let mark = marks.first(where: { content.starts(with: "\($0) ".utf8) }) else { return nil }
    let start = content.startIndex
    let rest = content[(start + mark.utf8.count)...]
    return mistake(
      "a list item begins with \"-\", not with \"\(mark)\"",
      at: range(start, start + mark.utf8.count),
      remedies: ["Did you mean: -\(rest.asText)"])
  }

  /// A line below list items that should be one too.
  private func missingDash(at line: Int) -> Diagnostic? {
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
    return mistake(
      "there is no \"- \" in front of this, but it stands below list items",
      at: contentRange(ofLine: line),
      remedies: remedies)
  }

  /// A scenario that has lost its dash, and with it the column of its other keys.
  private func missingDash(inFrontOfScenario line: Int, column: Int) -> Diagnostic? {
    let shape = shape(line)
    guard !shape.isItem, shape.key?.elementsEqual("scenario".utf8) == true, column >= 2 else {
      return nil
    }
    return mistake(
      "there is no \"- \" in front of \"scenario:\"", at: contentRange(ofLine: line),
      remedies: ["Write \"- scenario: …\", with the dash in column \(column - 1)."])
  }
}

// MARK: - Colons

extension SyntaxSite {
  /// `when: a: b`: what stands behind a key has a colon of its own.
  private var secondColon: Diagnostic? {
    guard let first = trail.colonsOnLine.first else { return nil }
    let key = shape(line).key?.asText ?? "it"
    let start = map.byte(atScalar: first.end)
    let value = rest(from: start).drop { $0.isBlankOrTab }
    let inQuotes = "Put the text in quotes if the colon belongs to it: \(quoted(value))"
    if Self.keysOfTexts.contains(key) {
      return mistake(
        "what stands behind \"\(key):\" has another \": \" in it", at: range(byte, byte + 1),
        remedies: [inQuotes])
    }
    if let slip = SentenceInLine(String(decoding: value, as: UTF8.self)).missingColon {
      return mistake(
        "a colon is missing behind \"\(slip.words)\"",
        at: range(value.startIndex, value.startIndex + slip.words.utf8.count),
        remedies: ["Did you mean: \(key): \(slip.meant)"])
    }
    // Behind a sentence it is more likely a text than data with keys.
    let isKeyword = Keys.step.contains(key) || TimeWord(key, in: .english) != nil
    let braces = isKeyword ? SentenceInLine(String(decoding: value, as: UTF8.self)).inBraces : nil
    let onNewLine =
      "Begin a new line behind \"\(key):\", indented deeper, if it is a sentence with data."
    return mistake(
      "what stands behind \"\(key):\" has another \": \" in it", at: range(byte, byte + 1),
      remedies: braces.map { ["Put a sentence with data in braces: \($0)", inQuotes] }
        ?? [inQuotes, onNewLine])
  }

  /// The keys behind which a text stands, never a sentence.
  private static let keysOfTexts: Set<String> = [
    "story", "module", "about", "clock", "scenario", "skip", "known issue",
  ]

  /// `then { the screen shows: … }`: a keyword whose colon is missing, so that YAML takes the brace
  /// for a letter of a key.
  private var missingColonInFrontOfBrace: Diagnostic? {
    guard character == .ascii("}") || character == .ascii("]") else { return nil }
    let content = shape(line).content
    guard let key = Keys.known(atStartOf: content) else { return nil }
    let end = content.startIndex + key.utf8.count
    let value = content[end...].drop { $0.isBlankOrTab }
    guard value.first == .ascii("{") || value.first == .ascii("[") else { return nil }
    return mistake(
      "a colon is missing behind \"\(key)\"", at: range(content.startIndex, end),
      remedies: ["Did you mean: \(key): \(value.asText)"])
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String {
    "'\(text.asText.replacing("'", with: "''"))'"
  }

  /// A sentence in front of data, or another key, of which YAML doesn't see the end.
  private func longKey(at line: Int) -> Diagnostic? {
    guard let key = shape(line).key,
      String(decoding: key, as: UTF8.self).unicodeScalars.count > 1_024
    else { return nil }
    return mistake(
      "what stands in front of this colon is longer than the 1,024 characters that YAML "
        + "allows", at: range(key.endIndex, key.endIndex + 1),
      remedies: ["Shorten it, or write what is long behind the colon."])
  }

  /// A line that should be `key: value` or `sentence: data` has no colon, or no blank behind it.
  private func missingColon(at line: Int) -> Diagnostic? {
    let shape = shape(line)
    let content = shape.contentWithoutComment
    guard !content.isEmpty else { return nil }
    guard shape.key == nil else { return longKey(at: line) }
    if let colon = content.firstIndex(of: .ascii(":")),
      !content[..<colon].contains(.blank)
        || shape.knownKeyWithoutColon?.utf8.count == colon - content.startIndex,
      !content[(colon + 1)...].starts(with: "//".utf8)
    {
      let key = String(decoding: content[..<colon], as: UTF8.self)
      return mistake(
        "a blank is missing behind this colon", at: range(colon, colon + 1),
        remedies: ["Did you mean: \(key): \(content[(colon + 1)...].asText)"])
    }
    if let key = shape.knownKeyWithoutColon {
      let end = content.startIndex + key.utf8.count
      let value = content[end...].drop { $0.isBlankOrTab || $0 == .ascii("=") }
      return mistake(
        "a colon is missing behind \"\(key)\"", at: range(content.startIndex, end),
        remedies: ["Did you mean: \(key):\(value.isEmpty ? "" : " \(value.asText)")"])
    }
    return mistake(
      "a colon is missing behind this text", at: range(content.startIndex, content.endIndex),
      remedies: ["Write \"\(content.asText):\" if the lines below belong to it."])
  }
}

extension LineShape {
  /// The key of the language that the line begins with, without a colon and a blank behind it.
  fileprivate var knownKeyWithoutColon: String? {
    key == nil ? Keys.known(atStartOf: content) : nil
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

extension Keys {
  /// The key that some text begins with, in any language; `nil` where a longer word does.
  fileprivate static func known(atStartOf content: ArraySlice<UInt8>) -> String? {
    inAllLanguages.first { key in
      guard content.starts(with: key.utf8) else { return false }
      let next = content.dropFirst(key.utf8.count).first
      return next.map { $0.isBlankOrTab || ":{[".utf8.contains($0) } ?? true
    }
  }

  /// The longest first, of which a shorter one may be the beginning.
  private static let inAllLanguages = Set(all.flatMap { StoryLanguage.allWords(for: $0) })
    .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
}
