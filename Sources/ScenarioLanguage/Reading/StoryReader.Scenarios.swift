extension StoryReader {
  /// The scenarios behind `scenarios:`.
  mutating func scenarios(of field: Field) -> [Scenario] {
    if field.value.isUnwritten {
      report(
        "nothing stands behind \"scenarios:\"", at: field.range, inDoubtOf: field.lines,
        remedies: ["Write \"- scenario: …\" below it, indented deeper."])
      return []
    }
    guard let items = field.value.items else {
      report(
        "\"scenarios\" is a list, but this is \(field.value.kindName)",
        at: firstLine(of: field.value), inDoubtOf: field.lines,
        remedies: ["Write \"- \" in front of each \"scenario: …\"."])
      // One scenario that only lacks its dash is looked at nevertheless.
      guard keywords.all(for: "scenario").contains(where: { field.value[$0] != nil }) else {
        return []
      }
      return scenarios(in: CollectionOfOne(field.value), upTo: field.lines.upperBound)
    }
    if items.isEmpty {
      report(
        "there are no scenarios in this list", at: field.value.range, inDoubtOf: field.lines,
        remedies: ["Write \"- scenario: …\" on a line below \"scenarios:\", indented deeper."])
    }
    return scenarios(in: items, upTo: field.lines.upperBound)
  }

  private mutating func scenarios(
    in nodes: some Collection<Node>, upTo last: Int
  ) -> [Scenario] {
    var scenarios: [Scenario] = []
    var lineOfTitle: [String: Int] = [:]
    for (node, lines) in Field.items(of: nodes, upTo: last) {
      for (node, example) in cases(of: node, lines: lines) {
        guard isWithinLimit(at: node.range) else { return scenarios }
        let outerNames = namesAround
        if let example { namesAround.formUnion(example.values.map(\.name)) }
        defer { namesAround = outerNames }
        guard var scenario = scenario(node, lines: lines) else { continue }
        scenario.example = example
        // Examples with one title are told apart from two scenarios with one.
        if example == nil || lineOfTitle[scenario.title.string] == nil {
          reportRepeated(scenario.title, what: "scenario beside this one", firstLines: &lineOfTitle)
        }
        scenarios.append(scenario)
      }
    }
    return scenarios
  }

  private mutating func scenario(_ node: Node, lines: ClosedRange<Int>) -> Scenario? {
    guard let entries = node.entries, let first = entries.first else {
      report(
        node.isUnwritten
          ? "this list item is empty"
          : "a scenario begins with \"scenario:\", but this is \(node.kindName)",
        at: firstLine(of: node), inDoubtOf: lines, remedies: ["Write \"- scenario: …\"."])
      return nil
    }
    let fields = known(
      fields(of: entries, upTo: lines.upperBound), among: Keys.scenario, of: "a scenario",
      lines: lines)
    let title = title(of: fields, key: "scenario", beginning: first.key.range, lines: lines)
    var scenario = Scenario(title: title, range: node.range)
    for field in fields {
      switch field.name {
      case "tags": scenario.tags += tags(of: field)
      case "skip": scenario.skip = scenario.skip ?? reason(of: field)
      case "known issue": scenario.knownIssue = scenario.knownIssue ?? reason(of: field)
      case "scenarios": scenario.scenarios += scenarios(of: field)
      default: break
      }
    }
    scenario.steps = steps(of: fields)
    if !fields.contains(where: { Keys.content.contains($0.name) }) {
      reportMissing(
        "this scenario has no steps", at: title.range, lines: lines,
        remedies: [
          "Write \"when: …\" and \"then: …\" below it, or \"skip: …\" while it is only planned."
        ])
    }
    return scenario
  }

  /// The reason behind `skip:` or `known issue:`, in words.
  private mutating func reason(of field: Field) -> Text? {
    if field.value.isUnwritten {
      report(
        "nothing stands behind \"\(field.written):\"", at: field.range, inDoubtOf: field.lines,
        remedies: ["Write the reason behind the colon, or delete the key."])
      return nil
    }
    guard let text = text(of: field) else { return nil }
    if ["true", "yes", "on", "false", "no", "off"].contains(text.string.lowercased()) {
      report(
        "\"\(field.written)\" is the reason in words, but this is only \"\(text.string)\"",
        at: text.range,
        remedies: [
          field.name == "skip" ? "For example: until storage lands" : "For example: LINKS-7"
        ])
    }
    return text
  }

  /// Whether there may be another scenario or step; that there may not is told once.
  mutating func isWithinLimit(at range: SourceRange) -> Bool {
    count += 1
    if count == Limits.scenariosAndSteps + 1 {
      report(
        "there are more than \(Limits.text(Limits.scenariosAndSteps)) scenarios and steps in this file",
        at: range, remedies: ["Take examples away, or write them into several files."])
    }
    return count <= Limits.scenariosAndSteps
  }

  /// The steps behind `background:`.
  mutating func background(of field: Field) -> [Step] {
    if field.value.isUnwritten {
      reportUnwritten(field)
      return []
    }
    if let entries = field.value.entries {
      let fields = fields(of: entries, upTo: field.lines.upperBound)
      return steps(
        of: known(fields, among: Keys.background, of: "a background", lines: field.lines))
    }
    if let items = field.value.items { return longSteps(items, upTo: field.lines.upperBound) }
    report(
      "\"background\" holds steps, but this is a text", at: field.value.range,
      inDoubtOf: field.lines, remedies: ["Write \"given: …\" below it, indented deeper."])
    return []
  }

  /// The checks behind `always:`, each a step.
  mutating func always(of field: Field) -> [Step] {
    let keyword = Keyword(field.written, .check, range: field.range)
    var steps: [Step] = []
    readSteps(in: field.value, keyword: keyword, lines: field.lines, into: &steps)
    return steps.filter { step in
      guard let timing = step.timing else { return true }
      report(
        "what always holds has no time, but this says \"\(timing.text)\"", at: timing.range,
        remedies: ["Write the check without a time word."])
      return false
    }
  }
}
