extension StepReader {
  /// Adds the step of a sentence, or the steps of the phrase that it uses.
  mutating func readSteps(
    saying sentence: consuming Sentence, keyword: Keyword, range: SourceRange,
    into all: inout [Step]
  ) {
    guard phrases.isWithinLimit(sentence) else { return }
    guard let use = phrases.use(by: sentence) else {
      guard isWithinLimit(at: range) else { return }
      return all.append(
        Step(
          keyword: keyword.text, purpose: keyword.purpose,
          sentences: [phrases.withUses(sentence)], range: range))
    }
    let steps = steps(of: use)
    let checksOnly = steps.allSatisfy { $0.purpose == .check && $0.timeline == nil }
    if keyword.purpose == .check, let other = steps.first(where: { $0.purpose != .check }) {
      return report(
        "\"\(sentence.text)\" does more than check: \"\(other.sentences[0].text)\"",
        at: sentence.range,
        hints: ["Write it under \"\(word: "given"): …\" or \"\(word: "when"): …\"."])
    }
    if keyword.purpose != .check, checksOnly, !steps.isEmpty {
      return report(
        "\"\(sentence.text)\" only checks, but is under \"\(keyword.text)\"",
        at: sentence.range, hints: ["Write it under \"\(word: "then"): …\"."])
    }
    all += steps
  }

  /// Returns the checks of a sentence after a time word: the sentence itself, or those of the
  /// phrase that it uses.
  mutating func checks(saying sentence: consuming Sentence, at range: SourceRange) -> [Sentence] {
    guard phrases.isWithinLimit(sentence) else { return [] }
    guard let use = phrases.use(by: sentence) else { return [phrases.withUses(sentence)] }
    let steps = steps(of: use)
    for step in steps where step.purpose != .check || step.timing != nil || step.timeline != nil {
      let found = step.timing?.text ?? (step.timeline == nil ? step.sentences[0].text : "timeline")
      return report(
        "only a phrase of checks is allowed here, but \"\(sentence.text)\" says \"\(found)\"",
        at: sentence.range, hints: ["Use the phrase in a separate step."]) ?? []
    }
    return steps.flatMap(\.sentences)
  }

  /// Reads the steps of the phrase that a sentence uses.
  private mutating func steps(of use: PhraseReader.Use) -> [Step] {
    guard isWithinLimit(at: use.sentence.range), let body = phrases.body(of: use) else { return [] }
    phrases.begin(use)
    defer { phrases.end() }
    return steps(in: body, of: "a phrase") ?? report(
      "a phrase is made of steps, but this is a text", at: body.range,
      hints: ["Write a list below the phrase: \"- \(word: "given"): …\""]) ?? []
  }
}
