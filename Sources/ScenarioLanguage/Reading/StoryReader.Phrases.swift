extension StoryReader {
  /// The phrases behind `phrases:`, whose steps are read where a sentence says them.
  mutating func phrases(of field: Field) -> Phrases {
    guard let entries = field.value.entries, !entries.isEmpty else {
      if field.value.isUnwritten {
        reportUnwritten(field)
      } else {
        report(
          "\"\(field.written)\" gives sentences their steps, but this is "
            + (field.value.entries == nil ? field.value.kindName : "empty"),
          at: firstLine(of: field.value), inDoubtOf: field.lines,
          remedies: ["Write a sentence, and its steps as a list below it."])
      }
      return Phrases()
    }
    var phrases = Phrases()
    for field in fields(of: entries, upTo: field.lines.upperBound) {
      guard !field.written.trimmed.isEmpty else {
        report(
          "a phrase is a sentence, but this text is empty", at: field.range,
          remedies: ["Write the sentence that stories are to say in front of the colon."])
        continue
      }
      if field.value.isUnwritten {
        report(
          "nothing stands behind \"\(field.written):\"", at: field.range, inDoubtOf: field.lines,
          remedies: ["Write the phrase's steps below it: \"- given: …\""])
      }
      do throws(PhrasePattern.Problem) {
        let pattern = try PhrasePattern(field.written.trimmed)
        phrases.all.append(
          Phrase(
            text: Text(field.written.trimmed, range: field.range), pattern: pattern, field: field))
      } catch {
        report(error.message, at: field.range, remedies: error.remedies)
      }
    }
    return phrases
  }

  /// Tells of phrases that no sentence says.
  mutating func warnOfUnusedPhrases() {
    for (index, phrase) in phrases.all.enumerated() where !phrases.used.contains(index) {
      warn(
        "no step says \"\(phrase.text.string)\"", at: phrase.text.range, rule: .unusedPhrase,
        remedies: ["Use the phrase in a scenario, or take it away."])
    }
  }

  /// Reads what a sentence does under its keyword: itself, or the steps of the phrase that it says.
  mutating func readSteps(
    saying sentence: consuming Sentence, keyword: Keyword, range: SourceRange,
    into all: inout [Step]
  ) {
    guard let (phrase, use) = phrase(saidBy: sentence) else {
      guard isWithinLimit(at: range) else { return }
      if !phrases.under.isEmpty { sentence.phrases = phrases.under.map(\.use) }
      all.append(
        Step(
          keyword: keyword.text, purpose: keyword.purpose, sentences: [sentence],
          range: range))
      return
    }
    let steps = steps(of: phrase, use: use)
    let checksOnly = steps.allSatisfy { $0.purpose == .check && $0.timeline == nil }
    if keyword.purpose == .check, let other = steps.first(where: { $0.purpose != .check }) {
      report(
        "\"\(sentence.text)\" does more than to check: \"\(other.sentences[0].text)\"",
        at: sentence.range, remedies: ["Say it under \"given: …\" or \"when: …\"."])
      return
    }
    if keyword.purpose != .check, checksOnly, !steps.isEmpty {
      report(
        "\"\(sentence.text)\" only checks, but it stands under \"\(keyword.text)\"",
        at: sentence.range, remedies: ["Say it under \"then: …\"."])
      return
    }
    all += steps
  }

  /// The checks that a sentence stands for behind a time word, or in `always`.
  mutating func checks(saying sentence: consuming Sentence, at range: SourceRange) -> [Sentence] {
    guard let (phrase, use) = phrase(saidBy: sentence) else {
      if !phrases.under.isEmpty { sentence.phrases = phrases.under.map(\.use) }
      return [sentence]
    }
    let steps = steps(of: phrase, use: use)
    for step in steps
    where step.purpose != .check || step.timing != nil || step.timeline != nil {
      let found = step.timing?.text ?? (step.timeline == nil ? step.sentences[0].text : "timeline")
      report(
        "only a phrase of checks can stand here, but \"\(sentence.text)\" says \"\(found)\"",
        at: sentence.range, remedies: ["Say the phrase as a step of its own."])
      return []
    }
    return steps.flatMap(\.sentences)
  }

  // MARK: - The steps of a phrase

  /// The phrase that a sentence says, and the values that it gives.
  private mutating func phrase(
    saidBy sentence: Sentence
  ) -> (Phrase, (sentence: Sentence, values: [String: Node]))? {
    guard !phrases.all.isEmpty else { return nil }
    let found = phrases.matching(sentence.text)
    guard let (index, texts) = found.first else { return nil }
    let phrase = phrases.all[index]
    guard found.count == 1 else {
      phrases.used.formUnion(found.map(\.index))
      report(
        "\(found.count) phrases match \"\(sentence.text)\"", at: sentence.range,
        remedies: found.map {
          "Could be: \(phrases.all[$0.index].text.string)"
            + "   (line \(phrases.all[$0.index].text.range.start.line))"
        })
      return (Phrase.empty(like: phrase), (sentence, [:]))
    }
    phrases.used.insert(index)
    if phrases.under.contains(where: { $0.phrase == index }) {
      let names = phrases.under.map { "\"\($0.use.string)\"" } + ["\"\(sentence.text)\""]
      report(
        "this phrase says itself: \(names.joined(separator: " → "))", at: sentence.range,
        remedies: [
          phrases.under.last?.phrase == index
            ? "Give the phrase other words." : "Take the sentence out of the phrase."
        ])
      return (Phrase.empty(like: phrase), (sentence, [:]))
    }
    var values: [String: Node] = [:]
    for (name, argument) in texts {
      values[name] = Node(
        .scalar(argument.text, argument.isQuoted ? .doubleQuoted : .plain), range: sentence.range)
    }
    values["data"] = sentence.data
    return (phrase, (sentence, values))
  }

  /// The steps of a phrase with values in the place of its placeholders.
  private mutating func steps(
    of phrase: Phrase, use: (sentence: Sentence, values: [String: Node])
  ) -> [Step] {
    guard let index = phrases.all.firstIndex(where: { $0.text == phrase.text }),
      isWithinLimit(at: use.sentence.range), !phrase.field.value.isUnwritten
    else { return [] }
    var placeholders = Placeholders(use.values)
    let body = placeholders.fill(phrase.field.value)
    for problem in placeholders.problems {
      report(problem.message, at: problem.range, remedies: problem.remedies)
    }
    guard hasItsData(phrase, use: use.sentence, isUsed: placeholders.used.contains("data")) else {
      return []
    }
    for name in phrase.pattern.names where !placeholders.used.contains(name) {
      warn(
        "nothing in this phrase uses <\(name)>", at: phrase.text.range, rule: .unusedPlaceholder,
        remedies: ["Write <\(name)> where the value belongs."])
    }
    phrases.under.append((index, Text(use.sentence.text, range: use.sentence.range)))
    defer { phrases.under.removeLast() }
    return bodySteps(body, of: phrase.field)
  }

  private mutating func bodySteps(_ body: Node, of field: Field) -> [Step] {
    if let entries = body.entries {
      let parts = fields(of: entries, upTo: field.lines.upperBound)
      return steps(of: known(parts, among: Keys.background, of: "a phrase", lines: field.lines))
    }
    if let items = body.items { return longSteps(items, upTo: field.lines.upperBound) }
    report(
      "a phrase is made of steps, but this is a text", at: body.range, inDoubtOf: field.lines,
      remedies: ["Write a list below the phrase: \"- given: …\""])
    return []
  }

  /// Whether a phrase was given data where it takes some, and only there.
  private mutating func hasItsData(_ phrase: Phrase, use: Sentence, isUsed: Bool) -> Bool {
    if let data = use.data, !isUsed {
      report(
        "\"\(phrase.text.string)\" takes no data", at: data.range,
        remedies: ["Write <data> in the phrase where the data belongs, or take the data away."])
      return false
    }
    if use.data == nil, phrase.field.value.mentions("<data>") {
      report(
        "\"\(phrase.text.string)\" needs data", at: use.range,
        remedies: ["Write it behind a colon: \(use.text): …"])
      return false
    }
    return true
  }
}

extension Node {
  /// Whether a text stands anywhere in it.
  fileprivate func mentions(_ words: String) -> Bool {
    (row..<row + Int(table.rows[row].count)).contains { index in
      table.text(ofRow: index)?.contains(words) == true
    }
  }
}
