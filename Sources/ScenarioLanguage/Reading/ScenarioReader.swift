/// Reads scenarios.
struct ScenarioReader: StoryPartReader {
  let context: ReaderContext

  var steps: StepReader

  /// The column names of the enclosing scenarios' examples, which are already filled in.
  private(set) var namesAround: Set<String> = []

  /// Reads the scenarios in `scenarios:`.
  mutating func scenarios(of field: Field) -> [Scenario] {
    guard isWritten(field, "Write \"- \(word: "scenario"): …\" below it, indented deeper.")
    else { return [] }
    guard let items = field.value.items else {
      report(
        "\"\("scenarios")\" is a list, but this is \(field.value.kindName)",
        at: beginning(of: field.value),
        hints: ["Write \"- \" in front of each \"\(word: "scenario"): …\"."])
      // A single scenario without a dash is still checked.
      guard language.words(for: "scenario").contains(where: { field.value[$0] != nil }) else {
        return []
      }
      return scenarios(in: CollectionOfOne(field.value))
    }
    if items.isEmpty {
      report(
        "there are no scenarios in this list", at: field.value.range,
        hints: [
          "Write \"- \(word: "scenario"): …\" on a line below \"\(word: "scenarios"):\", indented deeper."
        ])
    }
    return scenarios(in: items)
  }

  private mutating func scenarios(in nodes: some Collection<Node>) -> [Scenario] {
    var (scenarios, lineOfTitle): ([Scenario], [String: Int]) = ([], [:])
    let examples = ExamplesReader(context: context, namesAround: namesAround)
    for node in nodes {
      let cases = examples.cases(of: node)
      if namesAround.isEmpty {
        warnOfPlaceholders(inScenario: node, except: cases.first?.example?.values.map(\.name))
      }
      for (node, example) in cases {
        guard isWithinLimit(at: node.range) else { return scenarios }
        let outerNames = namesAround
        if let example { namesAround.formUnion(example.values.map(\.name)) }
        defer { namesAround = outerNames }
        guard var scenario = scenario(node) else { continue }
        scenario.example = example
        // Examples with the same title have their own diagnostic.
        if example == nil || lineOfTitle[scenario.title.string] == nil {
          reportRepeated(scenario.title, what: "scenario at this level", firstLines: &lineOfTitle)
        }
        scenarios.append(scenario)
      }
    }
    return scenarios
  }

  private mutating func scenario(_ node: Node) -> Scenario? {
    guard let entries = node.entries, let first = entries.first else {
      return report(
        node.isUnwritten
          ? "this list item is empty"
          : "a scenario begins with \"\(word: "scenario"):\", but this is \(node.kindName)",
        at: beginning(of: node), hints: ["Write \"- \(word: "scenario"): …\"."])
    }
    let fields = known(fields(of: entries), among: Keys.scenario, of: "a scenario")
    if fields.map(\.name) == ["scenarios"] {
      return report(
        "these scenarios belong to no scenario", at: first.key.range,
        hints: [
          "Nested scenarios are a key of the scenario around them: write "
            + "\"\(word: "scenarios"):\" without the dash, in the column of its other keys."
        ])
    }
    let title = title(of: fields, key: "scenario", beginning: first.key.range)
    var scenario = Scenario(title: title, range: node.range)
    for field in fields {
      switch field.name {
      case "tags": scenario.tags += tags(of: field)
      case "skip": scenario.skip = scenario.skip ?? reason(of: field)
      case "known issue": scenario.knownIssue = scenario.knownIssue ?? knownIssue(of: field)
      case "scenarios": scenario.scenarios += scenarios(of: field)
      default: break
      }
    }
    scenario.steps = steps.steps(of: fields)
    if !fields.contains(where: { Keys.content.contains($0.name) && !$0.isReasonForNothing }) {
      report(
        "this scenario has no steps", at: title.range,
        hints: [
          "Write \"\(word: "when"): …\" and \"\(word: "then"): …\" below it, or \"\(word: "skip"): …\" while it is only planned."
        ])
    }
    return scenario
  }

  /// Reads an issue alone, `LIST-7`, or with the failures that it explains, `{ LIST-7: the list is
  /// }`.
  private func knownIssue(of field: Field) -> KnownIssue? {
    guard let entries = field.value.entries, let entry = entries.first else {
      return reason(of: field).map { KnownIssue(reason: $0, node: field.value) }
    }
    guard entries.count == 1 else {
      return report(
        "\"\(field.written)\" names one issue, but this is \(entries.count)",
        at: field.value.range, hints: ["Write all their names in one text."])
    }
    let key = Field(
      name: field.name, written: field.written, range: field.range, value: entry.key,
      hasOwnValue: true)
    guard let reason = reason(of: key, isRequired: true) else { return nil }
    let values = entry.value.items.map(Array.init) ?? [entry.value]
    let failures = values.compactMap { value in
      text(
        of: Field(
          name: reason.string, written: reason.string, range: entry.key.range, value: value,
          hasOwnValue: true), isRequired: true)
    }
    for failure in failures where failure.string.count(where: \.isLetter) < 4 {
      report(
        "\"\(failure.string)\" is too short to name a failure", at: failure.range,
        hints: ["Write the step that fails, or the failure's message."])
    }
    if values.isEmpty { report("there are no failures in this list", at: entry.value.range) }
    return KnownIssue(reason: reason, failures: failures, node: field.value)
  }

  /// Reads the reason in `skip:` or `known issue:`, which has to be in words, or the number of an
  /// issue, such as `#42`; `nil` for no value, which examples can have.
  private func reason(of field: Field, isRequired: Bool = false) -> Text? {
    guard isWritten(field, "Write the reason after the colon, or delete the key."),
      isRequired || !field.isReasonForNothing, let text = text(of: field)
    else { return nil }
    warnOfContinuation(of: field)
    let isNumbered = field.name == "known issue" && text.string.contains(/[\p{L}#].*[0-9]/)
    if text.string.count(where: \.isLetter) < 2 && !isNumbered
      || LanguageFile.hints(for: "yes").contains(
        text.string.lowercased().trimmingCharacters(in: .punctuationCharacters))
    {
      report(
        "\"\(field.written)\" needs a reason in words, but this is only \"\(text.string)\"",
        at: text.range,
        hints: [
          field.name == "skip"
            ? "Write one, such as \"until storage lands\", or delete the key."
            : "Write one, such as \"\("LINKS-7")\", or delete the key."
        ])
    }
    return text
  }
}

extension Field {
  /// Whether the key gives no reason: `skip: ~`.
  fileprivate var isReasonForNothing: Bool {
    (name == "skip" || name == "known issue") && value.isNull && !value.isUnwritten
  }
}
