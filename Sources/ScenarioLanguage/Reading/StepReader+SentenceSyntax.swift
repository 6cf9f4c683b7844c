/// Reads sentences with and without data, and explains values that are not sentences.
extension StepReader {
  /// Returns the sentence of a mapping with its data, and reports anything else in the mapping.
  func sentenceFields(of entries: Node.Entries, in node: Node) -> [Field] {
    let fields = fields(of: entries)
    guard let first = fields.first else {
      return report(
        "there is no sentence in these brackets", at: node.range,
        hints: ["Write a sentence in place of them."]) ?? []
    }
    guard fields.count > 1 else { return fields }
    if fields.allSatisfy(isBareInBraces) {
      let sentences = fields.map(\.written).joined(separator: ", ")
      return report(
        "several sentences have to be a list, but these are in braces", at: first.range,
        hints: ["Write brackets instead: [\(sentences)]"]) ?? []
    }
    if first.value.isUnwritten {
      return report(
        "nothing follows \"\(first.written):\"", at: first.range,
        hints: [
          "Indent the lines below it deeper if they are its data.",
          "Put \"- \" in front of each if they are sentences.",
        ]) ?? []
    }
    // A scenario key here means wrong indentation; the first one is reported for all.
    if let keyword = fields.first(where: { Keys.scenario.contains($0.name) }) {
      reportKeyword(keyword)
      return fields.filter { !Keys.all.contains($0.name) }
    }
    // A duplicate key has already been reported.
    if fields[1].name != first.name {
      report(
        "this is a second sentence, but only one is allowed here", at: fields[1].range,
        hints: ["Put \"- \" in front of each."])
    }
    return fields
  }

  /// Reads a sentence without data, which is no time word.
  func sentence(_ node: Node) -> Sentence? {
    guard let string = node.text else {
      return report(
        "a step is a sentence, but this is \(node.kindName)", at: beginning(of: node),
        hints: ["Write one sentence for each \"- \"."])
    }
    if node.isNull { return report("this list item is empty", at: node.range) }
    if let word = TimeWord(string.trimmed, in: language) {
      reportRemaining(word, text: string.trimmed, at: node.range)
      return nil
    }
    if let tag = node.tag { reportTag(tag, at: node.range) }
    guard !string.trimmed.isEmpty else {
      return report("a step is a sentence, but this text is empty", at: node.range)
    }
    reportDash(in: node)
    return Sentence(text: string.trimmed, range: node.range)
  }

  /// Reads a sentence with data.
  func sentence(of field: Field, _ purpose: Step.Purpose) -> Sentence? {
    if Keys.step.contains(field.name) {
      reportKeyword(field)
      return nil
    }
    if isBareInBraces(field) {
      var hints: [Message] = ["Remove the braces: \(field.written)"]
      // Without a space, a colon is a part of the sentence.
      let colon = field.written.firstMatch(of: /:(?=[^\s\/])/)
      if let colon {
        let sentence = field.written[..<colon.range.lowerBound]
        let data = field.written[colon.range.upperBound...]
        hints.insert("Write a space after the colon: \("{ \(sentence): \(data) }")", at: 0)
      }
      report(
        "braces are for a sentence with data, but nothing follows \"\(field.written)\"",
        at: field.range, hints: hints)
      return colon == nil ? Sentence(text: field.written.trimmed, range: field.range) : nil
    }
    guard
      !field.hasOwnValue
        || isWritten(field, "Write the sentence's data after the colon, or delete the colon.")
    else { return nil }
    let text = field.written.trimmed
    guard !text.isEmpty else {
      return report("a step is a sentence, but this text is empty", at: field.range)
    }
    refuseKeysWithoutValue(in: field.value, purpose)
    return Sentence(text: text, range: field.range, data: field.value)
  }

  /// Reads a pause, which needs no keyword because it neither acts nor checks: `100 ms pass`.
  func pause(_ item: Node) -> Sentence? {
    guard let text = item.text, item.tag == nil else { return nil }
    return PauseText.isPause(text, language) ? Sentence(text: text, range: item.range) : nil
  }

  /// Returns whether a mapping's only key is in braces and has no colon: `{ a sentence }`.
  func isBareInBraces(_ field: Field) -> Bool {
    let bytes = source.bytes
    guard field.value.isUnwritten, field.value.range.start.offset <= bytes.count else {
      return false
    }
    let next = bytes[min(field.range.end.offset, bytes.count)...].first { !$0.isWhiteSpace }
    return next == .ascii("}") || next == .ascii(",")
  }

  private func reportKeyword(_ field: Field) {
    report(
      "\"\(field.written)\" isn't allowed here, where a sentence is expected", at: field.range,
      hints: [
        Keys.step.contains(field.name)
          ? "Write \"- \(field.written): …\" in a list below \"\(word: "steps"):\"."
          : "Begin it in the column of the scenario's other keys."
      ])
  }

  // MARK: - Time words

  /// Reports a time word without a check.
  func reportRemaining(_ word: TimeWord, text: String, at range: SourceRange) {
    switch word {
    case .timing(let kind, let duration):
      let pause = language.pause(of: language.format(duration))
      report(
        "no check follows \"\(text)\"", at: range,
        hints: ["Write a colon after it, followed by the check that has to hold."]
          + (kind == .after ? ["Write \"\(pause)\" if you only want time to pass."] : []))
    case .missingColon(let words, let sentence):
      reportMissingColon(after: words, sentence: sentence, at: range, isWhole: true)
    case .diagnostic(let message, let hints):
      let pause: [Message]? = PauseText.meant(by: text, in: language).map {
        ["Write \"\($0)\" to let time pass."]
      }
      report(message, at: range, hints: pause ?? hints)
    }
  }

  /// - Parameter isWhole: Whether the range has the time word and all of the sentence.
  func reportMissingColon(
    after words: String, sentence: String, at range: SourceRange, isWhole: Bool
  ) {
    report(
      "a colon is missing after \"\(words)\"", at: range,
      hints: [didYouMean("{ \(words): \(sentence) }", corrections: isWhole ? nil : [])])
  }

  // MARK: - Keywords

  func reportNoKeyword(_ item: Node) {
    let hints = hints(forStepWithoutKeyword: item.text ?? "")
    if item.isUnwritten {
      report("this list item is empty", at: item.range)
    } else if let text = item.text, let word = TimeWord(text, in: language) {
      reportRemaining(word, text: text, at: item.range)
    } else {
      let lacksUnit = item.text.flatMap { PauseText.withUnit($0, in: language) } != nil
      report(
        lacksUnit
          ? "\"\(item.text ?? "")\" has no unit"
          : item.text == nil
            ? "a step has a keyword, but this is \(item.kindName)" : "this step has no keyword",
        at: beginning(of: item), hints: hints)
    }
  }

  func reportUnknownKeyword(_ field: Field, of fields: [Field]) {
    let near = KeySynonyms.suggestions(for: field.written, among: Keys.step)
    if !near.isEmpty {
      report(
        "unknown keyword \"\(field.written)\"", at: field.range, rule: .unknownKey,
        hints: didYouMean(anyOf: near))
    } else if StoryLanguage.imaginesTimeWord(field.written), fields.first?.range == field.range {
      report(
        "unknown time word \"\(field.written)\"", at: field.range, hints: language.timeWordHints)
    } else if fields.first?.range == field.range {
      report(
        "this step has no keyword", at: field.range,
        hints: hints(
          forStepWithoutKeyword: "\(field.written): \(field.value.text ?? "…")", isWhole: false))
    } else {
      report(
        "a list item holds one step, but this is something else", at: field.range,
        hints: ["Indent it deeper if it is data of the sentence above."])
    }
  }

  /// Returns hints for an item of `steps:` that has no keyword.
  ///
  /// - Parameter isWhole: Whether the diagnostic's range has all of the item.
  private func hints(forStepWithoutKeyword text: String, isWhole: Bool = true) -> [Message] {
    func meant(_ item: String) -> [Message] {
      [didYouMean("- \(item)", corrections: isWhole ? [item] : [])]
    }
    if let pause = PauseText.meant(by: text, in: language) { return meant(pause) }
    if let pause = PauseText.withUnit(text, in: language) {
      return ["Write a unit after the number, as in: \("- \(pause)")"]
    }
    if let (keyword, rest) = keywordBefore(of: text) { return meant("\(keyword): \(rest)") }
    return ["Begin it with given, when, then, and, but or a time word: \"- \(word: "when"): …\""]
  }

  /// Returns the keyword at the start of a text, in lower case, and the text after it.
  private func keywordBefore(of text: String) -> (keyword: String, rest: Substring)? {
    let lowercased = text.lowercased()
    let words = Keys.step.flatMap { language.words(for: $0) }
    guard let word = words.first(where: { lowercased.hasPrefix($0.lowercased() + " ") }) else {
      return nil
    }
    return (word, text.dropFirst(word.count).trimmed)
  }
}
