/// Reads the steps of scenarios, backgrounds and phrases.
struct StepReader: StoryPartReader {
  let context: StoryContext

  private(set) var phrases: PhraseReader

  private let sentenceReader: SentenceReader

  init(_ context: StoryContext, phrases: PhraseReader) {
    self.context = context
    self.phrases = phrases
    sentenceReader = SentenceReader(context: context)
  }

  /// Reads the steps in `background:`.
  mutating func background(of field: Field) -> [Step] {
    if field.value.isUnwritten {
      reportUnwritten(field)
      return []
    }
    if let steps = steps(in: field.value, of: "a background") { return steps }
    report(
      "\"background\" holds steps, but this is a text", at: field.value.range,
      hints: ["Write \"\(word: "given"): …\" below it, indented deeper."])
    return []
  }

  /// Reads the steps of a background or a phrase; `nil` if the node is a text.
  private mutating func steps(in node: Node, of location: Message) -> [Step]? {
    if let entries = node.entries {
      return steps(of: known(fields(of: entries), among: Keys.background, of: location))
    }
    return node.items.map { longSteps($0) }
  }

  /// Reads the checks in `always:`, each of which is a step.
  mutating func always(of field: Field) -> [Step] {
    let keyword = Keyword(field.written, .check, range: field.range)
    var steps: [Step] = []
    readSteps(in: field.value, keyword: keyword, into: &steps)
    return steps.filter { step in
      guard let timing = step.timing else { return true }
      report(
        "a check that always holds can't have a time word, but this has \"\(timing.text)\"",
        at: timing.range,
        hints: ["Write the check without a time word."])
      return false
    }
  }

  /// Reads the steps of a scenario or a background, in the order in which they run.
  mutating func steps(of fields: [Field]) -> [Step] {
    let short = fields.filter { Keys.shortSteps.contains($0.name) }
    StepOrder(context: context).check(short, long: fields.first(named: "steps"))
    var steps: [Step] = []
    steps.reserveCapacity(short.reduce(0) { $0 + ($1.value.items?.count ?? 1) })
    for name in Keys.shortSteps {
      for field in short where field.name == name {
        readShortSteps(of: field, into: &steps)
      }
    }
    for field in fields where field.name == "steps" {
      readLongSteps(of: field, into: &steps)
    }
    return steps
  }

  private mutating func readShortSteps(of field: Field, into steps: inout [Step]) {
    let purpose: Step.Purpose
    switch field.name {
    case "given": purpose = .prepare
    case "when": purpose = .act
    case "timeline":
      if let step = timeline(of: field) { steps.append(step) }
      return
    default: purpose = .check
    }
    readSteps(
      in: field.value, keyword: Keyword(field.written, purpose, range: field.range), into: &steps)
  }

  private mutating func readLongSteps(of field: Field, into steps: inout [Step]) {
    if field.value.isNull {
      report(
        "nothing follows \"\(word: "steps"):\"", at: field.range,
        hints: ["Write \"- \(word: "when"): …\" below it, indented deeper."])
      return
    }
    guard let items = field.value.items else {
      report(
        "\"\(field.written)\" is a list, but this is \(field.value.kindName)",
        at: beginning(of: field.value),
        hints: ["Write \"- \" in front of each step."])
      guard field.value.entries != nil else { return }
      steps += longSteps(CollectionOfOne(field.value))
      return
    }
    if items.isEmpty {
      report(
        "there are no steps in this list", at: field.value.range,
        hints: [
          "Write \"- \(word: "when"): …\" on a line below \"\(word: "steps"):\", indented deeper."
        ])
    }
    steps += longSteps(items)
  }

  /// Reads the steps of a list in which each item has its own keyword.
  private mutating func longSteps(_ items: some Collection<Node>) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    var purpose: Step.Purpose?
    for item in items {
      if let pause = sentenceReader.pause(item) {
        steps.append(Step(keyword: "", purpose: .act, sentences: [pause], range: item.range))
        continue
      }
      guard let entries = item.entries, !entries.isEmpty else {
        sentenceReader.reportNoKeyword(item)
        continue
      }
      var fields = fields(of: entries)
      for (index, field) in fields.enumerated() where !Keys.step.contains(field.name) {
        fields[index] = inLowerCase(field, among: Keys.step) ?? field
      }
      if fields.count > 1, fields.allSatisfy({ Keys.step.contains($0.name) }) {
        report(
          "a list item contains one step, but this is a second one", at: fields[1].range,
          hints: ["Write \"- \" in front of it."])
      }
      for field in fields {
        readLongStep(field, of: fields, purpose: &purpose, into: &steps)
      }
    }
    return steps
  }

  private mutating func readLongStep(
    _ field: Field, of fields: [Field], purpose: inout Step.Purpose?, into steps: inout [Step]
  ) {
    switch field.name {
    case "given": purpose = .prepare
    case "when": purpose = .act
    case "then": purpose = .check
    case "and", "but":
      if purpose == nil {
        report(
          "\"\(field.written)\" has no step above it to continue", at: field.range,
          hints: ["Write given, when or then."])
      }
    case "timeline":
      purpose = .check
      if let step = timeline(of: field) { steps.append(step) }
      return
    default:
      guard let word = TimeWord(field.written, in: keywords) else {
        sentenceReader.reportUnknownKeyword(field, of: fields)
        return
      }
      purpose = .check
      let keyword = Keyword(field.written, .check, range: field.range)
      if let step = timedStep(word, field: field, keyword: keyword) { steps.append(step) }
      return
    }
    let keyword = Keyword(field.written, purpose ?? .prepare, range: field.range)
    let before = steps.count
    readSteps(in: field.value, keyword: keyword, into: &steps)
    if field.name == "and" || field.name == "but" { warnOfUncovered(field, steps, after: before) }
  }

  /// Warns about a check with `and` after a check with a time word that covers a span of time.
  ///
  /// After `after 1 s`, both checks are of the same moment.
  private func warnOfUncovered(_ field: Field, _ steps: [Step], after count: Int) {
    guard let last = steps[..<count].last, let timing = last.timing, timing.kind != .after,
      last.sentences[0].phrases.count == phrases.under.count,
      let step = steps[count...].first, step.purpose == .check, step.timing == nil,
      step.timeline == nil
    else { return }
    warn(
      "\"\(field.written)\" checks one moment only; \"\(timing.text)\" does not cover it",
      at: field.range, rule: .uncoveredCheck,
      hints: [
        "Write both checks as a list below \"\(timing.text):\".",
        "Write \"\(word: "then"):\" in place of \"\(field.written):\" to check one moment.",
      ])
  }
}

// MARK: - Sentences and time words

extension StepReader {
  /// Reads the steps of a keyword: a single step or a list.
  private mutating func readSteps(in node: Node, keyword: Keyword, into steps: inout [Step]) {
    if node.isNull {
      report(
        "nothing follows \"\(keyword.text):\"", at: keyword.range,
        hints: ["Write a sentence after the colon, or a list of sentences below it."])
      return
    }
    guard let items = node.items else {
      readStep(node, keyword: keyword, into: &steps)
      return
    }
    if items.isEmpty {
      report(
        "there are no steps in this list", at: node.range,
        hints: ["Add a sentence, or delete \"\(keyword.text):\"."])
    }
    for item in items {
      readStep(item, keyword: keyword, into: &steps)
    }
  }

  /// Reads a step: a sentence, a sentence with data, or a time word with a check.
  ///
  /// Yields several steps only if a phrase expands to several, or if the author wrote several in
  /// place of one.
  private mutating func readStep(_ node: Node, keyword: Keyword, into steps: inout [Step]) {
    if let text = node.text, !node.isUnwritten, let word = TimeWord(text.trimmed, in: keywords) {
      sentenceReader.reportRemaining(word, text: text.trimmed, at: node.range)
      return
    }
    guard let entries = node.entries else {
      guard let sentence = sentenceReader.sentence(node) else { return }
      readSteps(saying: sentence, keyword: keyword, range: node.range, into: &steps)
      return
    }
    for field in sentenceReader.sentenceFields(of: entries, in: node) {
      if let word = TimeWord(field.written, in: keywords) {
        if let step = timedStep(word, field: field, keyword: keyword) { steps.append(step) }
      } else if keywords.name(of: field.written) == "at once" {
        if let step = stepAtOnce(field, keyword: keyword) { steps.append(step) }
      } else if let sentence = sentenceReader.sentence(
        of: field, keyword.purpose == .check ? .expected : .given)
      {
        readSteps(
          saying: sentence, keyword: keyword,
          range: SourceRange(start: field.range.start, end: field.end), into: &steps)
      }
    }
  }

  private func timeline(of field: Field) -> Step? {
    TimelineReader(context: context, phrases: phrases).step(of: field)
  }

  /// Reads the acts of `at once`, which are one step.
  private mutating func stepAtOnce(_ field: Field, keyword: Keyword) -> Step? {
    guard keyword.purpose != .check else {
      report(
        "\"\(field.written)\" groups acts, but this is a \"\(keyword.text)\" step",
        at: field.range, hints: ["Checks of a list under a time word hold at one moment."])
      return nil
    }
    guard let items = field.value.items, items.count > 1 else {
      report(
        "\"\(field.written)\" needs a list of at least two acts", at: field.range,
        hints: ["Write \"- \" in front of each act, on lines of their own."])
      return nil
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
      let fields = sentenceReader.sentenceFields(of: entries, in: node)
      guard fields.count == 1 else { return nil }
      sentence = sentenceReader.sentence(of: fields[0], .given)
    } else {
      sentence = sentenceReader.sentence(node)
    }
    guard let sentence, phrases.isWithinLimit(sentence) else { return nil }
    guard phrases.use(by: sentence) == nil else {
      report(
        "\"\(field.written)\" contains acts, but \"\(sentence.text)\" is a phrase",
        at: sentence.range, hints: ["Write the acts of the phrase here."])
      return nil
    }
    return phrases.withUses(sentence)
  }

  /// Reads a time word and its checks.
  private mutating func timedStep(_ word: TimeWord, field: Field, keyword: Keyword) -> Step? {
    var timing: Timing?
    switch word {
    case .timing(let kind, let duration):
      timing = Timing(kind, duration, text: field.written, range: field.range)
    case .diagnostic(let message, let hints):
      report(message, at: field.range, hints: hints)
    case .missingColon(let words, let sentence):
      let check = sentenceReader.isBareInBraces(field) ? sentence : "{ \(sentence): … }"
      sentenceReader.reportMissingColon(after: words, sentence: check, at: field.range)
      return nil
    }
    if timing != nil, keyword.purpose != .check {
      report(
        "\"\(field.written)\" waits for a check, but this is a \"\(keyword.text)\" step",
        at: field.range,
        hints: [
          "Write it under \"then\"; the step "
            + "\"\(keywords.pause(of: keywords.format(.milliseconds(100))))\" only lets time pass."
        ])
    }
    let sentences = checks(after: field)
    guard !sentences.isEmpty else { return nil }
    return Step(
      keyword: keyword.text, purpose: .check, timing: timing, sentences: sentences,
      range: SourceRange(start: field.range.start, end: field.end))
  }

  private mutating func checks(after field: Field) -> [Sentence] {
    if field.value.isUnwritten {
      report(
        "nothing follows \"\(field.written):\"", at: field.range,
        hints: ["Write the check that has to hold after the colon."])
      return []
    }
    guard let items = field.value.items else {
      return check(field.value)
    }
    if items.isEmpty {
      report(
        "there are no checks in this list", at: field.value.range,
        hints: ["Add the check that has to hold."])
    }
    return items.flatMap { check($0) }
  }

  private mutating func check(_ node: Node) -> [Sentence] {
    guard let entries = node.entries else {
      if let text = node.text, let word = TimeWord(text.trimmed, in: keywords), !node.isUnwritten {
        sentenceReader.reportRemaining(word, text: text.trimmed, at: node.range)
        return []
      }
      return sentenceReader.sentence(node).map { checks(saying: $0, at: node.range) } ?? []
    }
    let fields = sentenceReader.sentenceFields(of: entries, in: node)
    return fields.flatMap { field -> [Sentence] in
      guard TimeWord(field.written, in: keywords) == nil else {
        report(
          "\"\(field.written)\" can't be nested in another time word", at: field.range,
          hints: ["Write it as a separate step."])
        return checks(after: field)
      }
      return sentenceReader.sentence(of: field, .expected)
        .map { checks(saying: $0, at: field.range) } ?? []
    }
  }
}

// MARK: - Phrases

extension StepReader {
  /// Adds the step of a sentence, or the steps of the phrase that it uses.
  private mutating func readSteps(
    saying sentence: consuming Sentence, keyword: Keyword, range: SourceRange,
    into all: inout [Step]
  ) {
    guard phrases.isWithinLimit(sentence) else { return }
    guard let use = phrases.use(by: sentence) else {
      guard isWithinLimit(at: range) else { return }
      all.append(
        Step(
          keyword: keyword.text, purpose: keyword.purpose,
          sentences: [phrases.withUses(sentence)], range: range))
      return
    }
    let steps = steps(of: use)
    let checksOnly = steps.allSatisfy { $0.purpose == .check && $0.timeline == nil }
    if keyword.purpose == .check, let other = steps.first(where: { $0.purpose != .check }) {
      report(
        "\"\(sentence.text)\" does more than check: \"\(other.sentences[0].text)\"",
        at: sentence.range,
        hints: ["Write it under \"\(word: "given"): …\" or \"\(word: "when"): …\"."])
      return
    }
    if keyword.purpose != .check, checksOnly, !steps.isEmpty {
      report(
        "\"\(sentence.text)\" only checks, but is under \"\(keyword.text)\"",
        at: sentence.range, hints: ["Write it under \"\(word: "then"): …\"."])
      return
    }
    all += steps
  }

  /// Returns the checks of a sentence after a time word: the sentence itself, or those of the
  /// phrase that it uses.
  private mutating func checks(saying sentence: consuming Sentence, at range: SourceRange)
    -> [Sentence]
  {
    guard phrases.isWithinLimit(sentence) else { return [] }
    guard let use = phrases.use(by: sentence) else {
      return [phrases.withUses(sentence)]
    }
    let steps = steps(of: use)
    for step in steps
    where step.purpose != .check || step.timing != nil || step.timeline != nil {
      let found = step.timing?.text ?? (step.timeline == nil ? step.sentences[0].text : "timeline")
      report(
        "only a phrase of checks is allowed here, but \"\(sentence.text)\" says \"\(found)\"",
        at: sentence.range, hints: ["Use the phrase in a separate step."])
      return []
    }
    return steps.flatMap(\.sentences)
  }

  /// Reads the steps of the phrase that a sentence uses.
  private mutating func steps(of use: PhraseReader.Use) -> [Step] {
    guard isWithinLimit(at: use.sentence.range), let body = phrases.body(of: use) else { return [] }
    phrases.begin(use)
    defer { phrases.end() }
    if let steps = steps(in: body, of: "a phrase") { return steps }
    report(
      "a phrase is made of steps, but this is a text", at: body.range,
      hints: ["Write a list below the phrase: \"- \(word: "given"): …\""])
    return []
  }
}
