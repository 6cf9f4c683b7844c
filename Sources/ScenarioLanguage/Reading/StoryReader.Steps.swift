extension StoryReader {
  /// The steps of a scenario or a background, in the order in which they happen.
  mutating func steps(of fields: [Field]) -> [Step] {
    let order = Keys.shortSteps
    let short = fields.filter { order.contains($0.name) }
    if let long = fields.first(named: "steps"), let first = short.first {
      report(
        "\"\(first.written)\" and \"\(long.written)\" can't stand beside each other",
        at: first.range.start < long.range.start ? long.range : first.range,
        remedies: ["Write all steps below \"steps:\", such as \"- \(first.written): …\"."])
    }
    for index in short.indices.dropFirst() {
      let (field, next) = (short[index - 1], short[index])
      guard let place = order.firstIndex(of: field.name), order[..<place].contains(next.name) else {
        continue
      }
      report(
        "\"\(next.written)\" stands behind \"\(field.written)\", but happens before it",
        at: next.range,
        inDoubtOf: field.lines.lowerBound...max(field.lines.lowerBound, next.range.start.line),
        remedies: ["Write \(Self.order(of: short)) in this order, or \"steps:\" for another."])
    }
    var steps: [Step] = []
    steps.reserveCapacity(short.reduce(0) { $0 + ($1.value.items?.count ?? 1) })
    for name in order {
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
      in: field.value, keyword: Keyword(field.written, purpose, range: field.range),
      lines: field.lines, into: &steps)
  }

  /// The keys of steps in their order; `timeline` only where the author knows of it.
  private static func order(of fields: [Field]) -> String {
    fields.contains { $0.name == "timeline" }
      ? "given, when, timeline, then" : "given, when, then"
  }

  private mutating func readLongSteps(of field: Field, into steps: inout [Step]) {
    if field.value.isUnwritten {
      report(
        "nothing stands behind \"steps:\"", at: field.range, inDoubtOf: field.lines,
        remedies: ["Write \"- when: …\" below it, indented deeper."])
      return
    }
    guard let items = field.value.items else {
      report(
        "\"\(field.written)\" is a list, but this is \(field.value.kindName)",
        at: firstLine(of: field.value), inDoubtOf: field.lines,
        remedies: ["Write \"- \" in front of each step."])
      guard field.value.entries != nil else { return }
      steps += longSteps(CollectionOfOne(field.value), upTo: field.lines.upperBound)
      return
    }
    if items.isEmpty {
      report(
        "there are no steps in this list", at: field.value.range, inDoubtOf: field.lines,
        remedies: ["Write \"- when: …\" on a line below \"steps:\", indented deeper."])
    }
    steps += longSteps(items, upTo: field.lines.upperBound)
  }

  /// The steps of a list in which each has its keyword in front.
  mutating func longSteps(_ items: some Collection<Node>, upTo last: Int) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    var purpose: Step.Purpose?
    for (item, lines) in Field.items(of: items, upTo: last) {
      if let pause = pause(item) {
        steps.append(pause)
        continue
      }
      guard let entries = item.entries, !entries.isEmpty else {
        reportNoKeyword(item, lines: lines)
        continue
      }
      let fields = fields(of: entries, upTo: lines.upperBound)
      if fields.count > 1, fields.allSatisfy({ Keys.step.contains($0.name) }) {
        report(
          "a list item holds one step, but this is another", at: fields[1].range,
          inDoubtOf: lines, remedies: ["Write \"- \" in front of it."])
      }
      for field in fields {
        readLongStep(field, of: fields, purpose: &purpose, into: &steps)
      }
    }
    return steps
  }

  /// The one sentence that needs no keyword, because it neither does nor checks anything: `100 ms
  /// pass`.
  private func pause(_ item: Node) -> Step? {
    guard let text = item.text, item.tag == nil else { return nil }
    let own = keywords.words(for: "passes")
    for word in own + ["pass", "passes"] {
      var duration = text
      if text.hasSuffix(" " + word) {
        duration.removeLast(word.count)
      } else if text.hasPrefix(word + " "), own.contains(word) {
        duration.removeFirst(word.count)
      }
      guard duration != text, DurationText.isDuration(duration) else { continue }
      let sentence = Sentence(text, range: item.range)
      return Step(keyword: "", purpose: .act, sentences: [sentence], range: item.range)
    }
    return nil
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
          "\"\(field.written)\" has no step above it to go on from", at: field.range,
          remedies: ["Write given, when or then."])
      }
    case "timeline":
      purpose = .check
      if let step = timeline(of: field) { steps.append(step) }
      return
    default:
      guard let word = TimeWord(field.written, in: keywords) else {
        reportUnknownKeyword(field, of: fields)
        return
      }
      purpose = .check
      let keyword = Keyword(field.written, .check, range: field.range)
      if let step = timedStep(word, field: field, keyword: keyword) { steps.append(step) }
      return
    }
    let keyword = Keyword(field.written, purpose ?? .prepare, range: field.range)
    readSteps(in: field.value, keyword: keyword, lines: field.lines, into: &steps)
  }

  private mutating func reportNoKeyword(_ item: Node, lines: ClosedRange<Int>) {
    let remedies = remedies(forStepWithoutKeyword: item.text ?? "")
    if item.isUnwritten {
      report("this list item is empty", at: item.range, inDoubtOf: lines)
    } else if let text = item.text, let word = TimeWord(text, in: keywords) {
      reportUntold(word, text: text, at: item.range, lines: lines)
    } else {
      let lacksUnit = item.text.flatMap { PauseText.withUnit($0, in: language) } != nil
      report(
        lacksUnit
          ? "\"\(item.text ?? "")\" has no unit"
          : item.text == nil
            ? "a step has a keyword, but this is \(item.kindName)"
            : "this step has no keyword",
        at: firstLine(of: item), inDoubtOf: lines, remedies: remedies)
    }
  }

  private mutating func reportUnknownKeyword(_ field: Field, of fields: [Field]) {
    let near = KeySynonyms.suggestions(for: field.written, among: Keys.step)
    if !near.isEmpty {
      report(
        "unknown keyword \"\(field.written)\"", at: field.range, rule: .unknownKey,
        remedies: ["Did you mean: \(near.joined(separator: ", "))"])
    } else if fields.first?.range == field.range {
      report(
        "this step has no keyword", at: field.range, inDoubtOf: field.lines,
        remedies: remedies(
          forStepWithoutKeyword: "\(field.written): \(field.value.text ?? "…")"))
    } else {
      report(
        "a list item holds one step, but this is something else", at: field.range,
        inDoubtOf: field.lines,
        remedies: ["Indent it deeper if it is data of the sentence above."])
    }
  }
}

/// The word in front of a step, and what it says about it.
struct Keyword {
  /// The word as it was written.
  let text: String

  /// What the step is for.
  let purpose: Step.Purpose

  /// Where the word stands.
  let range: SourceRange

  init(_ text: String, _ purpose: Step.Purpose, range: SourceRange) {
    self.text = text
    self.purpose = purpose
    self.range = range
  }
}
