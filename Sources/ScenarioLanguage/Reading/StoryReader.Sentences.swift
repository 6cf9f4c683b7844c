extension StoryReader {
  /// Reads the steps behind a keyword: one, or a list of them.
  mutating func readSteps(
    in node: Node, keyword: Keyword, lines: ClosedRange<Int>, into steps: inout [Step]
  ) {
    if node.isUnwritten {
      report(
        "nothing stands behind \"\(keyword.text):\"", at: keyword.range, inDoubtOf: lines,
        remedies: ["Write a sentence behind the colon, or a list of sentences below it."])
      return
    }
    guard let items = node.items else {
      readStep(node, keyword: keyword, lines: lines, into: &steps)
      return
    }
    if items.isEmpty {
      report(
        "there are no steps in this list", at: node.range, inDoubtOf: lines,
        remedies: ["Write a sentence into it, or delete \"\(keyword.text):\"."])
    }
    for (item, lines) in Field.items(of: items, upTo: lines.upperBound) {
      readStep(item, keyword: keyword, lines: lines, into: &steps)
    }
  }

  /// Reads a step: a sentence, a sentence with data, or a time word with a check.
  ///
  /// Several only where an author wrote several in the place of one.
  private mutating func readStep(
    _ node: Node, keyword: Keyword, lines: ClosedRange<Int>, into steps: inout [Step]
  ) {
    if let text = node.text, !node.isUnwritten, let word = TimeWord(text.trimmed, in: keywords) {
      reportUntold(word, text: text.trimmed, at: node.range, lines: lines)
      return
    }
    guard let entries = node.entries else {
      guard let sentence = sentence(node, lines: lines) else { return }
      readSteps(saying: sentence, keyword: keyword, range: node.range, into: &steps)
      return
    }
    for field in sentenceFields(of: entries, in: node, lines: lines) {
      if let word = TimeWord(field.written, in: keywords) {
        if let step = timedStep(word, field: field, keyword: keyword) { steps.append(step) }
      } else if let sentence = sentence(of: field) {
        readSteps(
          saying: sentence, keyword: keyword,
          range: SourceRange(start: field.range.start, end: end(of: field)), into: &steps)
      }
    }
  }

  /// A time word with what has to hold.
  mutating func timedStep(_ word: TimeWord, field: Field, keyword: Keyword) -> Step? {
    var timing: Timing?
    switch word {
    case .timing(let kind, let duration):
      timing = Timing(kind, duration, text: field.written, range: field.range)
    case .mistake(let message, let remedies):
      report(message, at: field.range, remedies: remedies)
    case .missingColon(let words, let sentence):
      let check = isBareInBraces(field) ? sentence : "{ \(sentence): … }"
      reportMissingColon(behind: words, sentence: check, at: field.range)
      return nil
    }
    if timing != nil, keyword.purpose != .check {
      report(
        "\"\(field.written)\" waits for a check, but this is a \"\(keyword.text)\" step",
        at: field.range,
        remedies: [
          "Write it under \"then\"; the step "
            + "\"\(keywords.pause(of: keywords.format(.milliseconds(100))))\" only lets time pass."
        ])
    }
    let sentences = checks(behind: field)
    guard !sentences.isEmpty else { return nil }
    return Step(
      keyword: keyword.text, purpose: .check, timing: timing, sentences: sentences,
      range: SourceRange(start: field.range.start, end: end(of: field)))
  }

  private mutating func checks(behind field: Field) -> [Sentence] {
    if field.value.isUnwritten {
      report(
        "nothing stands behind \"\(field.written):\"", at: field.range, inDoubtOf: field.lines,
        remedies: ["Write the check that has to hold behind the colon."])
      return []
    }
    guard let items = field.value.items else {
      return check(field.value, lines: field.lines)
    }
    if items.isEmpty {
      report(
        "there are no checks in this list", at: field.value.range, inDoubtOf: field.lines,
        remedies: ["Write the check that has to hold into it."])
    }
    return Field.items(of: items, upTo: field.lines.upperBound).flatMap { item, lines in
      check(item, lines: lines)
    }
  }

  private mutating func check(_ node: Node, lines: ClosedRange<Int>) -> [Sentence] {
    guard let entries = node.entries else {
      if let text = node.text, let word = TimeWord(text.trimmed, in: keywords), !node.isUnwritten {
        reportUntold(word, text: text.trimmed, at: node.range, lines: lines)
        return []
      }
      return sentence(node, lines: lines).map { checks(saying: $0, at: node.range) } ?? []
    }
    let fields = sentenceFields(of: entries, in: node, lines: lines)
    return fields.flatMap { field -> [Sentence] in
      guard TimeWord(field.written, in: keywords) == nil else {
        report(
          "\"\(field.written)\" can't stand inside another time word", at: field.range,
          remedies: ["Write it as a step of its own."])
        return checks(behind: field)
      }
      return sentence(of: field).map { checks(saying: $0, at: field.range) } ?? []
    }
  }

  /// The one sentence of a mapping with its data; what else stands in the mapping is reported.
  private mutating func sentenceFields(
    of entries: Node.Entries, in node: Node, lines: ClosedRange<Int>
  ) -> [Field] {
    let fields = fields(of: entries, upTo: lines.upperBound)
    guard let first = fields.first else {
      report(
        "there is no sentence in these brackets", at: node.range, inDoubtOf: lines,
        remedies: ["Write a sentence in place of them."])
      return []
    }
    guard fields.count > 1 else { return fields }
    if fields.allSatisfy(isBareInBraces) {
      let sentences = fields.map(\.written).joined(separator: ", ")
      report(
        "several sentences are a list, but these stand in braces", at: first.range,
        inDoubtOf: lines, remedies: ["Write brackets instead: [\(sentences)]"])
      return []
    }
    if first.value.isUnwritten {
      report(
        "nothing stands behind \"\(first.written):\"", at: first.range, inDoubtOf: lines,
        remedies: [
          "Indent the lines below it deeper if they are its data.",
          "Write each as a list item, with \"- \" in front, if they are sentences.",
        ])
      return []
    }
    // Keys of a scenario got here by a wrong indentation; the first of them tells it for all.
    if let keyword = fields.first(where: { Keys.scenario.contains($0.name) }) {
      reportKeyword(keyword)
      return fields.filter { !Keys.all.contains($0.name) }
    }
    // A key that is there twice is reported as such already.
    if fields[1].name != first.name {
      report(
        "this is another sentence, but only one can stand here", at: fields[1].range,
        inDoubtOf: lines, remedies: ["Write each as a list item, with \"- \" in front."])
    }
    return fields
  }

  private mutating func reportKeyword(_ field: Field) {
    report(
      "\"\(field.written)\" can't stand here, where a sentence is expected", at: field.range,
      inDoubtOf: field.lines,
      remedies: [
        Keys.step.contains(field.name)
          ? "Write \"- \(field.written): …\" in a list below \"steps:\"."
          : "Begin it in the column of the scenario's other keys."
      ])
  }

  /// A sentence without data.
  private mutating func sentence(_ node: Node, lines: ClosedRange<Int>) -> Sentence? {
    guard let string = node.text else {
      report(
        "a step is a sentence, but this is \(node.kindName)", at: firstLine(of: node),
        inDoubtOf: lines, remedies: ["Write one sentence for each \"- \"."])
      return nil
    }
    guard !brokenLines.contains(anyOf: node.range.start.line...node.range.end.line) else {
      return nil
    }
    if node.isUnwritten {
      report("this list item is empty", at: node.range, inDoubtOf: lines)
      return nil
    }
    if let tag = node.tag { reportTag(tag, at: node.range) }
    guard !string.trimmed.isEmpty else {
      report("a step is a sentence, but this text is empty", at: node.range, inDoubtOf: lines)
      return nil
    }
    reportDash(in: node)
    return Sentence(string.trimmed, range: node.range)
  }

  /// A sentence with its data.
  private mutating func sentence(of field: Field) -> Sentence? {
    // What was blanked out of a sentence or its data would only lead to mistakes that its author
    // didn't make.
    let lines = field.range.start.line...max(end(of: field).line, field.range.end.line)
    guard !brokenLines.contains(anyOf: lines) else { return nil }
    if Keys.step.contains(field.name) {
      reportKeyword(field)
      return nil
    }
    if isBareInBraces(field) {
      reportBraces(around: field, lines: field.lines)
      return Sentence(field.written.trimmed, range: field.range)
    }
    guard !field.value.isUnwritten || !field.lines.contains(field.value.range.start.line) else {
      report(
        "nothing stands behind \"\(field.written):\"", at: field.range, inDoubtOf: field.lines,
        remedies: ["Write the sentence's data behind the colon, or delete the colon."])
      return nil
    }
    let text = field.written.trimmed
    guard !text.isEmpty else {
      report("a step is a sentence, but this text is empty", at: field.range)
      return nil
    }
    return Sentence(text, range: field.range, data: field.value)
  }

  /// Reports a time word that stands alone.
  mutating func reportUntold(
    _ word: TimeWord, text: String, at range: SourceRange, lines: ClosedRange<Int>
  ) {
    switch word {
    case .timing(let kind, let duration):
      let pause = keywords.pause(of: keywords.format(duration))
      report(
        "nothing has to hold \"\(text)\"", at: range, inDoubtOf: lines,
        remedies: ["Write a colon behind it, and then the check that has to hold."]
          + (kind == .after ? ["Write \"\(pause)\" if time is only to pass."] : []))
    case .missingColon(let words, let sentence):
      reportMissingColon(behind: words, sentence: sentence, at: range)
    case .mistake(let message, let remedies):
      let pause = PauseText.meant(by: text, in: language).map {
        ["Write \"\($0)\" to let time pass."]
      }
      report(message, at: range, remedies: pause ?? remedies)
    }
  }

  private mutating func reportMissingColon(
    behind words: String, sentence: String, at range: SourceRange
  ) {
    report(
      "a colon is missing behind \"\(words)\"", at: range,
      remedies: ["Did you mean: { \(words): \(sentence) }"])
  }

  /// The end of what a key and its value say; the key's where the value stands elsewhere, in an
  /// example.
  private func end(of field: Field) -> Position {
    let end = field.value.range.end
    return field.lines.contains(end.line) ? max(field.range.end, end) : field.range.end
  }
}
