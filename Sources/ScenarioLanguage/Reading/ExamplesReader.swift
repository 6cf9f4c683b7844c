import DisplayText

/// Reads the examples of a scenario and fills in their values.
struct ExamplesReader: StoryPartReader {
  let context: ReaderContext

  /// The column names of the enclosing scenarios' examples, which are already filled in.
  let namesAround: Set<String>

  /// Returns a scenario with `examples` once per example, with its placeholders filled in; any
  /// other scenario unchanged.
  func cases(of node: Node) -> [(node: Node, example: Example?)] {
    guard let entries = node.entries,
      let index = entries.enumerated().first(where: { _, entry in
        entry.key.text.map { language.name(of: $0) } == "examples"
      })?.offset
    else { return [(node, nil)] }
    let fields = fields(of: entries)
    var rest = Array(entries)
    rest.remove(at: index)
    let template = Node(.mapping(rest), tag: node.tag, range: node.range)
    let examples = examples(of: fields[index])
    // Without examples, the scenario is still checked for other errors.
    guard let first = examples.first else { return [(template, nil)] }
    let count = Self.product(examples.count, size(of: template))
    guard isWithinLimit(at: fields[index].range, adding: count) else { return [] }
    let laterNames = exampleNames(inside: fields)
    var used: Set<String> = []
    var hasProblems = first.values.contains { namesAround.contains($0.name) }
    var cases: [(node: Node, example: Example?)] = []
    for example in examples {
      var placeholders = Placeholders(
        values: Dictionary(example.values.map { ($0.name, $0.value) }) { first, _ in first },
        laterNames: laterNames)
      var filled = placeholders.fill(template)
      for problem in placeholders.problems { report(problem, at: template.range) }
      used.formUnion(placeholders.used)
      hasProblems = hasProblems || !placeholders.problems.isEmpty
      nameCase(&filled, of: template, after: example)
      cases.append((filled, example))
    }
    reportRepeated(cases, template: template)
    let names = first.values.map { "<\($0.name)>" }.joined(separator: ", ")
    if !hasProblems, !used.isEmpty, !isUsed(first, inStepsOf: template),
      !fields.contains(where: { $0.name == "skip" })
    {
      warn(
        "all examples run the same steps", at: fields[index].range, rule: .unusedPlaceholder,
        hints: ["Write \(names) in a step, too, not only in the title."])
    }
    for value in first.values where !used.contains(value.name) {
      guard !namesAround.contains(value.name) else {
        report(
          "the examples of an enclosing scenario have a value called \"\(value.name)\" already",
          at: value.range, hints: ["Give this one another name."])
        continue
      }
      warn(
        "nothing in this scenario uses <\(value.name)>", at: value.range,
        rule: .unusedPlaceholder,
        hints: ["Write <\(value.name)> where the value belongs, or remove the column."])
    }
    return cases
  }

  /// Returns the number of scenarios and steps in a scenario, with those of its examples.
  private func size(of scenario: Node) -> Int {
    guard let entries = scenario.entries else { return 1 }
    var (size, cases) = (1, 1)
    for field in fields(of: entries) {
      switch field.name {
      case "given", "when", "then", "steps": size += field.value.items?.count ?? 1
      case "examples":
        let rows = field.value.items ?? fields(of: field.value).first(named: "rows")?.value.items
        cases = max(1, rows?.count ?? 1)
      case "scenarios":
        for item in field.value.items.map(Array.init) ?? [] {
          size = min(size + self.size(of: item), Self.tooMany)
        }
      default: break
      }
    }
    return Self.product(cases, size)
  }

  /// A number of scenarios and steps that is over the limit, however many more there are.
  private static let tooMany = Limits.scenariosAndSteps + 1

  private static func product(_ count: Int, _ size: Int) -> Int {
    let (product, overflows) = count.multipliedReportingOverflow(by: size)
    return overflows ? tooMany : min(product, tooMany)
  }

  private func fields(of node: Node) -> [Field] { node.entries.map { fields(of: $0) } ?? [] }

  /// Returns the column names of the examples in nested scenarios.
  private func exampleNames(inside fields: [Field]) -> Set<String> {
    var names: Set<String> = []
    for field in fields where field.name == "scenarios" {
      for entries in field.value.items?.compactMap(\.entries) ?? [] {
        let inner = self.fields(of: entries)
        names.formUnion(inner.first(named: "examples")?.value.exampleNames ?? [])
        names.formUnion(exampleNames(inside: inner))
      }
    }
    return names
  }

  /// Returns whether a scenario has placeholders for an example elsewhere than in its title, tags
  /// and known issue.
  private func isUsed(_ example: Example, inStepsOf template: Node) -> Bool {
    let others = ["scenario", "tags", "known issue"]
    let rest =
      template.entries?.filter { entry in
        !others.contains(entry.key.text.map { language.name(of: $0) } ?? "")
      } ?? []
    var placeholders = Placeholders(
      values: Dictionary(example.values.map { ($0.name, $0.value) }) { first, _ in first })
    _ = placeholders.fill(Node(.mapping(rest), range: template.range))
    return !placeholders.used.isEmpty
  }

  /// Appends the values to a case's title if the title contains no placeholder.
  private func nameCase(_ node: inout Node, of template: Node, after example: Example) {
    guard let key = titleKey(of: node), case .mapping(var entries) = node.content,
      let index = entries.firstIndex(where: { $0.key.text == key }),
      let title = entries[index].value.text, title == template[key]?.text
    else { return }
    let words = example.values.compactMap { value in
      value.value.text.map { "\(value.name): \($0.clippedToTitle)" }
    }
    guard !words.isEmpty, !title.trimmed.isEmpty else { return }
    entries[index].value.content = .scalar(
      "\(title.trimmed) (\(words.joined(separator: ", ")))", .plain)
    node.content = .mapping(entries)
  }

  private func titleKey(of node: Node) -> String? {
    node.entries?.compactMap(\.key.text).first { language.name(of: $0) == "scenario" }
  }

  /// Reports cases with the same title.
  private func reportRepeated(_ cases: [(node: Node, example: Example?)], template: Node) {
    var lineOfTitle: [String: Int] = [:]
    for (node, example) in cases {
      guard let example, let title = titleKey(of: node).flatMap({ node[$0]?.text })?.trimmed
      else { continue }
      guard let line = lineOfTitle[title] else {
        lineOfTitle[title] = example.range.start.line
        continue
      }
      report(
        "the example on line \(line) has the same title: \"\(title)\"", at: example.range,
        hints: ["Add a placeholder to the title that distinguishes the examples."])
    }
  }

  // MARK: - Reading

  private func examples(of field: Field) -> [Example] {
    var howTo: [Message] {
      ["Write one for each case: \"- { typed: news.example, saved: http://news.example }\""]
    }
    if field.value.isNull {
      return report("nothing follows \"\(field.written):\"", at: field.range, hints: howTo) ?? []
    }
    if let items = field.value.items {
      if items.isEmpty {
        report("there are no examples in this list", at: field.value.range, hints: howTo)
      }
      return examples(in: items, of: field)
    }
    if let entries = field.value.entries { return table(entries, of: field) }
    return report(
      "\"\(field.written)\" is a list, but this is \(field.value.kindName)",
      at: field.value.range, hints: howTo) ?? []
  }

  /// Returns the examples in the list form: one mapping per example.
  private func examples(in items: Node.Items, of field: Field) -> [Example] {
    var (columns, examples): ([String], [Example]) = ([], [])
    for item in items {
      guard let entries = item.entries, !entries.isEmpty else {
        report(
          item.isNull || item.entries?.isEmpty == true
            ? "this list item is empty"
            : "an example gives each placeholder a value, but this is \(item.kindName)",
          at: beginning(of: item),
          hints: ["For example: - { typed: news.example, saved: http://news.example }"])
        continue
      }
      refuseKeysWithoutValue(in: item, .prepare)
      let values = entries.map { NamedValue($0.key, $0.value) }
      let names = values.map(\.name)
      if columns.isEmpty { columns = names }
      let missing = columns.filter { !names.contains($0) }
      if !missing.isEmpty {
        report(
          "this example has no value for \(missing.map { "<\($0)>" }.joined(separator: ", "))",
          at: beginning(of: item))
      }
      for entry in entries {
        guard let name = entry.key.text?.trimmed, !columns.contains(name) else { continue }
        let near = NearestText.suggestions(for: name, among: columns)
        report(
          "the first example has no value called \"\(name)\"", at: entry.key.range,
          hints: didYouMean(anyOf: near))
      }
      guard missing.isEmpty else { continue }
      examples.append(
        Example(
          values: columns.compactMap { name in values.first { $0.name == name } },
          range: item.range))
    }
    return examples
  }

  /// Returns the examples in the table form: column names once, and a list of values per example.
  private func table(_ entries: Node.Entries, of field: Field) -> [Example] {
    let parts = known(fields(of: entries), among: Keys.table, of: "a table")
    guard let columns = parts.first(named: "columns")?.value,
      let rows = parts.first(named: "rows")?.value,
      case .sequence(let names) = columns.content, case .sequence(let items) = rows.content
    else {
      return report(
        "a table has a list of columns and a list of rows", at: beginning(of: field.value),
        hints: ["For example: { columns: [typed, saved], rows: [[a, b], [c, d]] }"]) ?? []
    }
    guard checkColumns(names) else { return [] }
    if items.isEmpty { report("there are no examples in this list", at: rows.range) }
    return items.compactMap { item in
      guard case .sequence(let cells) = item.content, cells.count == names.count else {
        var found: Message = item.kindName
        if case .sequence(let cells) = item.content { found = "a list of \(cells.count)" }
        report(
          "a row needs a value for each of the \(names.count) columns, but this is \(found)",
          at: item.range,
          hints: ["The columns are: \(names.compactMap(\.text).joined(separator: ", "))"])
        return nil
      }
      for cell in cells { refuseKeysWithoutValue(in: cell, .prepare) }
      return Example(
        values: zip(names, cells).map { NamedValue($0, $1) }, range: item.range)
    }
  }

  /// Returns whether each column has a name of its own, and reports the others.
  private func checkColumns(_ names: [Node]) -> Bool {
    var known: Set<String> = []
    for name in names {
      guard let text = name.text?.trimmed, !text.isEmpty else {
        return report(
          "a column needs a name", at: name.range,
          hints: ["Write the name of a placeholder, such as typed for <typed>."]) ?? false
      }
      guard known.insert(text).inserted else {
        return report(
          "two columns are called \"\(text)\"", at: name.range,
          hints: ["Give each column a name of its own."]) ?? false
      }
    }
    return true
  }
}

extension Node {
  /// The names of the values in examples, in the list or the table form.
  fileprivate var exampleNames: [String] {
    let keys: [Node] = items?.flatMap { $0.entries?.map(\.key) ?? [] } ?? []
    // The items of `rows` are lists and have no text, so only the names in `columns` remain.
    let columns: [Node] = entries?.flatMap { $0.value.items.map(Array.init) ?? [] } ?? []
    return (keys + columns).compactMap { $0.text?.trimmed }
  }
}

extension NamedValue {
  /// Creates the value of a key or of a column.
  fileprivate init(_ name: Node, _ value: Node) {
    self.init(name: (name.text ?? "").trimmed, range: name.range, value: value)
  }
}

extension String {
  /// The text on one line, shortened to fit into a title.
  var clippedToTitle: String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}
