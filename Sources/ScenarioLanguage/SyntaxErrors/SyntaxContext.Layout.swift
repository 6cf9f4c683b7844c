import DisplayText

extension SyntaxContext {
  /// An explanation for errors in the arrangement of keys, texts and list items.
  var layout: Diagnostic? {
    switch error.problem {
    case "mapping values are not allowed in this context":
      secondColon ?? longKey(at: line) ?? textGoesOn
    case "could not find expected ':'":
      missingDash(at: contextLine) ?? missingColon(at: contextLine)
    case "block sequence entries are not allowed in this context": listOnLineOfKey
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>":
      missingColonBeforeBrace ?? closesNothing ?? afterBracket ?? indentedStart ?? missingDash(
        at: line) ?? itemAmongKeys
        ?? misaligned ?? afterTheEnd
    default: nil
    }
  }

  /// An explanation for a text that continues over several lines up to a line with a key.
  private var textGoesOn: Diagnostic? {
    guard let last = trail.last, case .text = last.kind else { return nil }
    let first = lineIndex(at: map.byte(atScalar: last.start))
    guard first < line else { return nil }
    let above = shape(first)
    let below = shape(line)
    if let diagnosis = missingSpace(afterDashOf: first) ?? otherDash(at: first) {
      return diagnosis
    }
    let hasKey = above.endOfKey.map { $0 < map.byte(atScalar: last.start) } ?? false
    let isKnown = below.key.map { Keys.all.contains($0.asText) } ?? false
    guard hasKey || isKnown && above.knownKeyWithoutColon == nil else {
      return missingColon(at: first)
    }
    if hasKey,
      let diagnosis = missingDash(beforeScenario: first, column: below.contentColumn)
        ?? misalignedItem(at: first, column: below.contentColumn)
    {
      return diagnosis
    }
    let key = below.key?.asText ?? below.content.asText
    let column = hasKey ? above.contentColumn : outerColumn(above: first)
    let like = hasKey ? ", like \"\(above.key?.asText ?? ""):\" on line \(first + 1)" : ""
    return diagnostic(
      "\"\(key):\" is indented as if it belonged to the text above", at: contentRange(ofLine: line),
      hints: ["Begin it in column \(column + 1)\(like)."])
  }

  /// Returns the column of the key that contains a line.
  private func outerColumn(above line: Int) -> Int {
    let column = shape(line).indentation
    return openColumns(above: line).last { $0.column < column && !$0.isItem }?.column ?? 0
  }

  /// Returns an explanation for a list item that isn't aligned with its own keys below it, but
  /// would be aligned with other items if it were.
  private func misalignedItem(at line: Int, column: Int) -> Diagnostic? {
    let shape = shape(line)
    let meant = shape.indentation + column - shape.contentColumn
    guard shape.isItem, meant != shape.indentation, meant >= 0 else { return nil }
    let hasOthers =
      openColumns(above: line).contains { $0.column == meant && $0.isItem }
      || hasItem(below: line, at: meant)
    guard hasOthers || countOfKeys(below: line, at: column) > 1 else { return nil }
    return diagnostic(
      "this list item doesn't line up with "
        + (hasOthers ? "the others" : "the lines below it"), at: contentRange(ofLine: line),
      hints: [
        "It begins in column \(shape.indentation + 1); begin it in column \(meant + 1)."
      ])
  }

  /// Returns the number of keys in a column below a line, up to the first line with less
  /// indentation.
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

  /// Returns whether another item of the same list follows below a line in a column.
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
    diagnostic(
      "a list can't begin on the line of its key", at: restOfLine(from: byte),
      hints: ["Begin it on the next line, or put a text that begins with \"- \" in quotes."])
  }

  private var closesNothing: Diagnostic? {
    guard let character, [.ascii("]"), .ascii("}"), .ascii(",")].contains(character) else {
      return nil
    }
    let bracket = String(decoding: [character], as: UTF8.self)
    return diagnostic(
      character == .ascii(",")
        ? "this comma separates nothing" : "this \"\(bracket)\" closes nothing",
      at: range(byte, byte + 1),
      hints: ["Delete it, or put the whole text in quotes."])
  }

  private var afterBracket: Diagnostic? {
    guard trail.last?.kind == .flowEnd, let last = trail.last,
      lineIndex(at: map.byte(atScalar: last.start)) == line
    else { return nil }
    return diagnostic(
      "the line continues after its closing bracket", at: restOfLine(from: byte),
      hints: ["Put all of it in quotes if it is a text."])
  }

  private var itemAmongKeys: Diagnostic? {
    guard error.problem == "did not find expected key", shape(line).isItem,
      column(byte) == column(contextByte)
    else { return nil }
    return diagnostic(
      "a list item isn't allowed among keys", at: restOfLine(from: byte),
      hints: ["Indent it below the key that the list belongs to."])
  }

  private var afterTheEnd: Diagnostic? {
    guard error.problem == "did not find expected <document start>" else { return nil }
    return diagnostic(
      "the story ends above this line", at: restOfLine(from: byte),
      hints: ["Write \"---\" between two stories."])
  }

  /// An explanation for a story whose first keys are indented deeper than the following ones.
  private var indentedStart: Diagnostic? {
    guard error.problem == "did not find expected <document start>",
      let first = firstLineOfDocument, shape(first).indentation > column(byte)
    else { return nil }
    return diagnostic(
      "the story begins in column \(shape(first).indentation + 1), "
        + "but continues in column \(column(byte) + 1) on line \(line + 1)",
      at: contentRange(ofLine: first),
      hints: ["Begin all its keys in the same column."])
  }

  private var firstLineOfDocument: Int? {
    let start = (0..<line).last { lineBytes($0).starts(with: "---".utf8) }.map { $0 + 1 } ?? 0
    return (start..<max(start, line)).first { !shape($0).isEmpty }
  }

  /// An explanation for a line whose indentation matches no line above.
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
    return diagnostic(
      "this line doesn't line up with anything above", at: contentRange(ofLine: line),
      hints: ["It begins in column \(shape.indentation + 1); begin it in column \(list)."])
  }
}

// MARK: - Tabs

extension SyntaxContext {
  /// An explanation for tabs in place of spaces: at the start of a line, or after the dash of a
  /// list item.
  var tab: Diagnostic? {
    let lines = error.problem == "could not find expected ':'" ? [contextLine, line] : [line]
    // In a "|" text, a line of only a tab is an error as well.
    let isInText = error.problem.contains("found a tab character where an indentation space")
    guard let first = lines.first(where: { hasTab($0) }) ?? (isInText ? line : nil) else {
      return nil
    }
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
    return diagnostic(
      "the indentation contains a tab", at: range(tab, tab + tabs.count),
      hints: ["Indent with spaces instead.\(others)"])
  }

  private func hasTab(_ line: Int) -> Bool {
    let shape = shape(line)
    return shape.lead.contains(.tab) && !(shape.content.isEmpty && !shape.isItem)
  }
}

// MARK: - Dashes

extension SyntaxContext {
  /// Returns an explanation for a list item without a space after its dash.
  private func missingSpace(afterDashOf line: Int) -> Diagnostic? {
    let content = shape(line).content
    guard content.first == .ascii("-"), content.count > 1, content.dropFirst().first != .ascii("-")
    else { return nil }
    let dash = content.startIndex
    return diagnostic(
      "a space is missing after this \"-\"", at: range(dash, dash + 1),
      hints: [didYouMean("- \(content.dropFirst().asText)")])
  }

  /// Returns an explanation for a list item with a longer dash or a bullet, as word processors
  /// insert them.
  private func otherDash(at line: Int) -> Diagnostic? {
    let content = shape(line).content
    let marks = ["–", "—", "−", "•", "·"]
    guard let mark = marks.first(where: { content.starts(with: "\($0) ".utf8) }) else { return nil }
    let start = content.startIndex
    let rest = content[(start + mark.utf8.count)...]
    return diagnostic(
      "a list item begins with \"-\", not with \"\(mark)\"",
      at: range(start, start + mark.utf8.count),
      hints: [didYouMean("-\(rest.asText)")])
  }

  /// Returns an explanation for a line below list items that should also be one.
  private func missingDash(at line: Int) -> Diagnostic? {
    let shape = shape(line)
    let above = openColumns(above: line)
    guard shape.content.startIndex <= max(byte, contextByte), !shape.isItem, !shape.content.isEmpty,
      error.problem != "did not find expected key",
      above.contains(where: { $0.column == shape.contentColumn && $0.isItem })
    else { return nil }
    if let diagnosis = missingSpace(afterDashOf: line) { return diagnosis }
    var hints = ["Write \"- \(shape.content.asText)\"."]
    if let key = shape.key?.asText, Keys.all.contains(key),
      let column = above.last(where: { !$0.isItem && $0.column != shape.contentColumn })?.column
    {
      hints = ["Begin it in column \(column + 1), with the other keys."]
    }
    return diagnostic(
      "this line is below list items, but doesn't begin with \"- \"",
      at: contentRange(ofLine: line),
      hints: hints)
  }

  /// Returns an explanation for several steps below a keyword, none of which has a dash.
  func missingDashes(at line: Int) -> Diagnostic? {
    let column = shape(line).indentation
    guard shape(line).knownKeyWithoutColon == nil,
      let parent = (0..<line).last(where: {
        !shape($0).isEmpty && shape($0).indentation < column
      }), let key = shape(parent).key, Keys.holdsSteps(key.asText), shape(parent).endsWithKey
    else { return nil }
    let end = (line + 1..<max(line + 1, lineCount)).first {
      !shape($0).isEmpty && shape($0).indentation < column
    }
    let steps = (parent + 1..<(end ?? lineCount)).filter {
      !shape($0).isEmpty && shape($0).indentation == column
    }
    guard steps.count > 1, let first = steps.first,
      steps.allSatisfy({ !shape($0).isItem && shape($0).content.contains(.space) })
    else { return nil }
    return diagnostic(
      "several steps are a list, but these have no dashes", at: contentRange(ofLine: first),
      hints: ["Put \"- \" in front of each: - \(shape(first).content.asText)"])
  }

  /// Returns an explanation for a scenario without a dash, which is therefore not aligned with its
  /// other keys.
  private func missingDash(beforeScenario line: Int, column: Int) -> Diagnostic? {
    let shape = shape(line)
    guard !shape.isItem, shape.key?.elementsEqual("scenario".utf8) == true, column >= 2 else {
      return nil
    }
    return diagnostic(
      "\"- \" is missing before \"scenario:\"", at: contentRange(ofLine: line),
      hints: ["Write \"- scenario: …\", with the dash in column \(column - 1)."])
  }
}

extension LineShape {
  /// Whether nothing follows the key of the line.
  fileprivate var endsWithKey: Bool { endOfKey.map { $0 + 1 == content.endIndex } ?? false }
}

extension Keys {
  /// Returns whether steps belong below a key, which may be in any language.
  fileprivate static func holdsSteps(_ key: String) -> Bool {
    if step.contains(where: { StoryLanguage.allWords(for: $0).contains(key) }) { return true }
    return StoryLanguage.all.contains { language in
      if case .timing = TimeWord(key, in: language.keywords) { true } else { false }
    }
  }
}
