extension StepReader {
  /// Reads the steps of a keyword: a single step or a list.
  mutating func readSteps(in node: Node, keyword: Keyword, into steps: inout [Step]) {
    if node.isNull {
      return report(
        "nothing follows \"\(keyword.text):\"", at: keyword.range,
        hints: ["Write a sentence after the colon, or a list of sentences below it."])
    }
    guard let items = node.items else { return readStep(node, keyword: keyword, into: &steps) }
    if items.isEmpty {
      report(
        "there are no steps in this list", at: node.range,
        hints: ["Add a sentence, or delete \"\(keyword.text):\"."])
    }
    for item in items { readStep(item, keyword: keyword, into: &steps) }
  }

  /// Reads a step: a sentence, a sentence with data, or a time word with a check.
  ///
  /// Yields several steps only if a phrase expands to several, or if the author wrote several in
  /// place of one.
  private mutating func readStep(_ node: Node, keyword: Keyword, into steps: inout [Step]) {
    guard let entries = node.entries else {
      guard let sentence = sentence(node) else { return }
      return readSteps(saying: sentence, keyword: keyword, range: node.range, into: &steps)
    }
    for field in sentenceFields(of: entries, in: node) {
      if let word = TimeWord(field.written, in: language) {
        if let step = timedStep(word, field: field, keyword: keyword) { steps.append(step) }
      } else if language.name(of: field.written) == "at once" {
        if let step = stepAtOnce(field, keyword: keyword) { steps.append(step) }
      } else if let sentence = sentence(of: field, keyword.purpose) {
        readSteps(
          saying: sentence, keyword: keyword,
          range: SourceRange(start: field.range.start, end: field.end), into: &steps)
      }
    }
  }

  /// Reads the acts of `at once`, which are one step.
  private mutating func stepAtOnce(_ field: Field, keyword: Keyword) -> Step? {
    guard keyword.purpose != .check else {
      return report(
        "\"\(field.written)\" groups acts, but this is a \"\(keyword.text)\" step",
        at: field.range, hints: ["Checks of a list under a time word hold at one moment."])
    }
    guard let items = field.value.items, items.count > 1 else {
      return report(
        "\"\(field.written)\" needs a list of at least two acts", at: field.range,
        hints: ["Write \"- \" in front of each act, on lines of their own."])
    }
    let sentences = items.compactMap { act($0, in: field) }
    guard sentences.count == items.count else { return nil }
    return Step(
      keyword: "\(keyword.text) \(field.written)", purpose: keyword.purpose,
      sentences: sentences, range: SourceRange(start: field.range.start, end: field.end))
  }

  /// Reads an act of `at once`.
  private mutating func act(_ node: Node, in field: Field) -> Sentence? {
    var sentence: Sentence?
    if let entries = node.entries {
      let fields = sentenceFields(of: entries, in: node)
      guard fields.count == 1 else { return nil }
      sentence = self.sentence(of: fields[0], .act)
    } else {
      sentence = self.sentence(node)
    }
    guard let sentence, phrases.isWithinLimit(sentence) else { return nil }
    guard phrases.use(by: sentence) == nil else {
      return report(
        "\"\(field.written)\" contains acts, but \"\(sentence.text)\" is a phrase",
        at: sentence.range, hints: ["Write the acts of the phrase here."])
    }
    return phrases.withUses(sentence)
  }

  /// Reads a time word and its checks.
  mutating func timedStep(_ word: TimeWord, field: Field, keyword: Keyword) -> Step? {
    var timing: Timing?
    switch word {
    case .timing(let kind, let duration):
      timing = Timing(
        kind: kind, duration: duration, text: field.written, range: field.range)
    // Corrected, it would still be under the wrong keyword.
    case .diagnostic where keyword.purpose != .check: break
    case .diagnostic(let message, let hints): report(message, at: field.range, hints: hints)
    case .missingColon(let words, let sentence):
      let check = isBareInBraces(field) ? sentence : "{ \(sentence): … }"
      reportMissingColon(after: words, sentence: check, at: field.range, isWhole: false)
      return nil
    }
    if keyword.purpose != .check {
      report(
        "\"\(field.written)\" waits for a check, but this is a \"\(keyword.text)\" step",
        at: field.range,
        hints: [
          "Write it under \"then\"; the step "
            + "\"\(language.pause(of: language.format(.milliseconds(100))))\" only lets time pass."
        ])
    }
    let sentences = checks(after: field)
    guard !sentences.isEmpty else { return nil }
    return Step(
      keyword: keyword.text, purpose: .check, timing: timing, sentences: sentences,
      range: SourceRange(start: field.range.start, end: field.end))
  }

  private mutating func checks(after field: Field) -> [Sentence] {
    guard isWritten(field, "Write the check that has to hold after the colon.") else { return [] }
    guard let items = field.value.items else { return check(field.value) }
    if items.isEmpty {
      report(
        "there are no checks in this list", at: field.value.range,
        hints: ["Add the check that has to hold."])
    }
    return items.flatMap { check($0) }
  }

  private mutating func check(_ node: Node) -> [Sentence] {
    guard let entries = node.entries else {
      return sentence(node).map { checks(saying: $0, at: node.range) } ?? []
    }
    return sentenceFields(of: entries, in: node).flatMap { field -> [Sentence] in
      guard TimeWord(field.written, in: language) == nil else {
        report(
          "\"\(field.written)\" can't be nested in another time word", at: field.range,
          hints: ["Write it as a separate step."])
        return checks(after: field)
      }
      return sentence(of: field, .check).map { checks(saying: $0, at: field.range) } ?? []
    }
  }
}
