extension SyntaxContext {
  /// An explanation for errors in the arrangement of keys, texts and list items.
  var layout: Diagnostic? {
    switch error.problem {
    case "mapping values are not allowed in this context": secondColon ?? textGoesOn
    case "could not find expected ':'":
      missingDash(at: contextLine) ?? missingColon(at: contextLine)
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>":
      missingColonBeforeBrace ?? missingDash(at: line) ?? misaligned
    default: nil
    }
  }

  /// An explanation for a text that continues over several lines up to a line with a key.
  private var textGoesOn: Diagnostic? {
    guard let last = trail.last, case .text = last.kind else { return nil }
    let start = map.byte(atScalar: last.start)
    let first = lineIndex(at: start)
    guard first < line else { return nil }
    let (above, below) = (shape(first), shape(line))
    if let diagnosis = missingSpace(afterDashOf: first) ?? listMark(at: above.content.startIndex) {
      return diagnosis
    }
    let hasKey = above.endOfKey.map { $0 < start } ?? false
    let isKnown = below.key.map { Keys.all.contains($0.asText) } ?? false
    guard hasKey || isKnown && above.knownKeyWithoutColon == nil else {
      return missingColon(at: first)
    }
    if hasKey, let diagnosis = missingDash(beforeScenario: first, column: below.contentColumn) {
      return diagnosis
    }
    let key = below.key?.asText ?? below.content.asText
    let outer = openColumns(above: first).last { $0.column < above.indentation && !$0.isItem }
    let column = hasKey ? above.contentColumn : outer?.column ?? 0
    let like: Message = hasKey ? ", like \"\(above.key?.asText ?? ""):\" on line \(first + 1)" : ""
    return diagnostic(
      "\"\(key):\" is indented as if it belonged to the text above", at: contentRange(ofLine: line),
      hints: ["Begin it in column \(column + 1)\(like)."])
  }

  /// An explanation for a line whose indentation matches no line above.
  private var misaligned: Diagnostic? {
    let shape = shape(line)
    let open = openColumns(above: line)
    guard byte - lineStart(line) <= shape.contentColumn, !open.isEmpty,
      !open.contains(where: { $0.column == shape.indentation })
    else { return nil }
    let ofSameKind = open.filter { $0.isItem == shape.isItem }
    let columns = (ofSameKind.isEmpty ? open : ofSameKind).map { String($0.column + 1) }
    let (others, last) = (columns.dropLast().joined(separator: ", "), columns[columns.count - 1])
    let list: Message = others.isEmpty ? "\(last)" : "\(others) or \(last)"
    return diagnostic(
      "this line doesn't line up with anything above", at: contentRange(ofLine: line),
      hints: ["It begins in column \(shape.indentation + 1); begin it in column \(list)."])
  }

  // MARK: - Tabs

  /// An explanation for tabs in place of spaces: at the start of a line, or after the dash of a
  /// list item.
  var tab: Diagnostic? {
    let lines = error.problem == "could not find expected ':'" ? [contextLine, line] : [line]
    // In a "|" text, a line of only a tab is an error as well.
    let isInText = error.problem.contains("found a tab character where an indentation space")
    guard let first = lines.first(where: hasTab) ?? (isInText ? line : nil) else { return nil }
    let lead = shape(first).lead
    guard let tab = lead.firstIndex(of: .tab) else { return nil }
    let tabs = lead[tab...].prefix { $0 == .tab }
    return diagnostic(
      "the indentation contains a tab", at: range(tab, tab + tabs.count),
      hints: ["Indent each line with spaces instead."])
  }

  private func hasTab(_ line: Int) -> Bool {
    let shape = shape(line)
    return shape.lead.contains(.tab) && !(shape.content.isEmpty && !shape.isItem)
  }

  // MARK: - Dashes

  /// Returns an explanation for a list item without a space after its dash.
  private func missingSpace(afterDashOf line: Int) -> Diagnostic? {
    let content = shape(line).content
    guard content.first == .ascii("-"), content.count > 1, content.dropFirst().first != .ascii("-")
    else { return nil }
    let dash = content.startIndex
    return diagnostic(
      "a space is missing after this \"-\"", at: range(dash, dash + 1),
      hints: [didYouMean("- \(content.dropFirst().wholeText)", corrections: ["- "])])
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
    var hints: [Message] = ["Write \"- \(shape.content.asText)\"."]
    if let key = shape.key?.asText, Keys.all.contains(key),
      let column = above.last(where: { !$0.isItem && $0.column != shape.contentColumn })?.column
    {
      hints = ["Begin it in column \(column + 1), with the other keys."]
    }
    return diagnostic(
      "this line is below list items, but doesn't begin with \"- \"",
      at: contentRange(ofLine: line), hints: hints)
  }

  /// Returns an explanation for several steps below a keyword, none of which has a dash.
  func missingDashes(at line: Int) -> Diagnostic? {
    let column = shape(line).indentation
    guard shape(line).knownKeyWithoutColon == nil,
      let parent = (0..<line).last(where: { !shape($0).isEmpty && shape($0).indentation < column }),
      let key = shape(parent).key, Keys.holdsSteps(key.asText)
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

extension Keys {
  /// Returns whether steps belong below a key, which may be in any language.
  static func holdsSteps(_ key: String) -> Bool {
    if step.contains(where: { StoryLanguage.allWords(for: $0).contains(key) }) { return true }
    return StoryLanguage.all.contains { language in
      if case .timing = TimeWord(key, in: language) { true } else { false }
    }
  }
}
