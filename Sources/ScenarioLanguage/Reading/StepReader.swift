/// Reads the steps of scenarios, backgrounds and phrases.
struct StepReader: StoryPartReader {
  let context: ReaderContext

  var phrases: PhraseReader

  /// Reads the steps in `background:`.
  mutating func background(of field: Field) -> [Step] {
    if field.value.isUnwritten || field.value.isEmptyCollection {
      reportUnwritten(field)
      return []
    }
    return steps(in: field.value, of: "a background") ?? report(
      "\"background\" holds steps, but this is a text", at: field.value.range,
      hints: ["Write \"\(word: "given"): …\" below it, indented deeper."]) ?? []
  }

  /// Reads the steps of a background or a phrase; `nil` if the node is a text.
  mutating func steps(in node: Node, of location: Message) -> [Step]? {
    if let entries = node.entries {
      return steps(of: known(fields(of: entries), among: Keys.background, of: location))
    }
    return node.items.map { longSteps($0) }
  }

  /// Reads the checks in `always:`, each of which is a step.
  mutating func always(of field: Field) -> [Step] {
    let keyword = Keyword(text: field.written, purpose: .check, range: field.range)
    var steps: [Step] = []
    readSteps(in: field.value, keyword: keyword, into: &steps)
    return steps.filter { step in
      guard let timing = step.timing else { return true }
      return report(
        "a check that always holds can't have a time word, but this has \"\(timing.text)\"",
        at: timing.range, hints: ["Write the check without a time word."]) ?? false
    }
  }

  /// Reads the steps of a scenario or a background, in the order in which they run.
  mutating func steps(of fields: [Field]) -> [Step] {
    let short = fields.filter { Keys.shortSteps.contains($0.name) }
    checkOrder(of: short, long: fields.first(named: "steps"))
    var steps: [Step] = []
    steps.reserveCapacity(short.reduce(0) { $0 + ($1.value.items?.count ?? 1) })
    var purpose: Step.Purpose?
    for name in Keys.shortSteps {
      for field in short where field.name == name {
        readKeyword(field, of: short, purpose: &purpose, into: &steps)
      }
    }
    for field in fields where field.name == "steps" { readLongSteps(of: field, into: &steps) }
    return steps
  }

  private mutating func readLongSteps(of field: Field, into steps: inout [Step]) {
    if field.value.isNull {
      return reportUnwritten(field, "Write \"- \(word: "when"): …\" below it, indented deeper.")
    }
    guard let items = field.value.items else {
      report(
        "\"\(field.written)\" is a list, but this is \(field.value.kindName)",
        at: beginning(of: field.value), hints: ["Write \"- \" in front of each step."])
      guard field.value.entries != nil else { return }
      return steps += longSteps(CollectionOfOne(field.value))
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
      if let pause = pause(item) {
        steps.append(Step(keyword: "", purpose: .act, sentences: [pause], range: item.range))
        continue
      }
      guard let entries = item.entries, !entries.isEmpty else {
        reportNoKeyword(item)
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
      for field in fields { readKeyword(field, of: fields, purpose: &purpose, into: &steps) }
    }
    return steps
  }

  private mutating func readKeyword(
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
      let reader = TimelineReader(context: context, phrases: phrases)
      if let step = reader.step(of: field) { steps.append(step) }
      return
    default:
      guard let word = TimeWord(field.written, in: language) else {
        return reportUnknownKeyword(field, of: fields)
      }
      purpose = .check
      let keyword = Keyword(text: field.written, purpose: .check, range: field.range)
      if let step = timedStep(word, field: field, keyword: keyword) { steps.append(step) }
      return
    }
    let keyword = Keyword(text: field.written, purpose: purpose ?? .prepare, range: field.range)
    let before = steps.count
    readSteps(in: field.value, keyword: keyword, into: &steps)
    if field.name == "and" || field.name == "but" { warnOfUncovered(field, steps, after: before) }
  }

  /// Warns about a check with `and` after a check with a time word that covers a span of time.
  ///
  /// After `after 1 s`, both checks are of the same moment.
  private func warnOfUncovered(_ field: Field, _ steps: [Step], after count: Int) {
    guard let last = steps[..<count].last, let timing = last.timing, timing.kind != .after,
      last.sentences[0].phrases.count == phrases.under.count, let step = steps[count...].first,
      step.purpose == .check, step.timing == nil, step.timeline == nil
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
