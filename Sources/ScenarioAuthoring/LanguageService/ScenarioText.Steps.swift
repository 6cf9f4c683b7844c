import ScenarioLanguage

// Steps that are added to a scenario and removed from it.
extension ScenarioText {
  /// Adds a step, and returns its line and that of its scenario if it begins one.
  mutating func add(
    _ step: NewStep, after line: Int?, title: String?, goesOn: Bool
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    var line = line
    if self["steps"] == nil, goesOn || isBetweenActs(step, after: line) {
      line = try makeList(after: line)
    }
    let key = step.kind.rawValue
    let word = language.word(for: key)
    let value = step.value(language)
    let edit: TextEdit
    if let steps = self["steps"] {
      let member = "{ \(word): \(step.value(language, in: .flow)) }"
      edit = try source.adding("\(word): \(value)", or: member, to: steps, after: line)
      let next = steps.value.members.firstIndex { $0.start >= edit.range.lowerBound }
      return try insert(edit, next.flatMap { keepingKey(of: $0 - 1, at: $0, in: steps.value) })
    }
    if step.kind != .then, let check = self["then"],
      line.map({ $0 >= self.line(of: check) }) ?? true
    {
      return try nest(step, title: title)
    }
    if let entry = self[key] {
      if entry.value.node.items == nil {
        let items = try items(of: entry).joined(separator: "\n")
        let column = source.position(atOffset: entry.start).column + 1
        try apply(
          TextEdit((entry.colon ?? 0) + 1..<entry.end, "\n" + items.indented(by: column)))
      }
      guard let list = self[key] else { throw Self.byHand }
      return try insert(
        source.adding(
          step.item(language), or: step.value(language, in: .flow), to: list, after: line))
    }
    let before = Self.keys.prefix { $0 != key }
    let others = Self.keys + ["examples", "scenarios"]
    return try insert(
      adding("\(word): \(value)") { before.contains($0) || !others.contains($0) })
  }

  private mutating func insert(
    _ edit: TextEdit, _ other: TextEdit? = nil
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    let line = source.lastLine(of: edit)
    if let other { try apply(edit, other) } else { try apply(edit) }
    return (line, nil)
  }

  /// Adds a nested scenario with a step.
  private mutating func nest(
    _ step: NewStep, title: String?
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    let text =
      Self.heading(title ?? Self.text("New scenario", language), language)
      + "\n\(language.word(for: step.kind.rawValue)): \(step.value(language))"
    let edit: TextEdit
    if let list = self["scenarios"] {
      if let title { try Self.refuse(title, in: list, language) }
      guard list.value.form != .brackets else { throw Self.byHand }
      edit = try source.adding(text, or: text, to: list, after: nil, isApart: true)
    } else {
      let item = "- " + text.indented(by: 2).dropFirst(2)
      edit = try adding(
        "\n\(language.word(for: "scenarios")):\n\(item.indented(by: 2))"
      ) { _ in true }
    }
    let line = try insert(edit).line
    return (line, line - 1)
  }

  /// Removes the step in a line.
  ///
  /// - Throws: ``byHand`` for a step of a timeline, a phrase or another scenario.
  mutating func removeStep(at line: Int) throws(Diagnostic) {
    let names = names
    let index = names.indices.first {
      (Self.keys + ["steps"]).contains(names[$0])
        && (self.line(of: node.members[$0])...lastLine(of: node.members[$0])).contains(line)
    }
    guard let index else { throw Self.byHand }
    let value = node.members[index].value
    let starts = steps(of: node.members[index])
    if starts.count > 1 {
      guard let step = starts.lastIndex(where: { $0 <= line }), Set(starts).count == starts.count
      else { throw Self.byHand }
      let edit = value.replacing(step..<step + 1, with: [], in: source)
      guard let other = keepingKey(of: step, at: step + 1, in: value) else {
        return try apply(edit)
      }
      return try apply(edit, other)
    }
    let edit = node.replacing(index..<index + 1, with: [], in: source)
    // A scenario without steps would be an error, unless it has others inside.
    guard names.filter((Self.keys + ["steps", "timeline"]).contains).count == 1,
      !names.contains("scenarios")
    else { return try apply(edit) }
    let mark = Self.unwritten(language)
    try apply(edit, adding("\(mark.key): \(mark.reason)") { $0 == "scenario" })
  }

  // MARK: - The steps of a key

  private func line(of member: SyntaxMember) -> Int { source.lineIndex(at: member.start) + 1 }

  private func lastLine(of member: SyntaxMember) -> Int {
    source.lineIndex(at: max(member.start, member.end - 1)) + 1
  }

  /// Returns the lines of the steps of a key.
  private func steps(of entry: SyntaxMember) -> [Int] {
    entry.value.node.items != nil || entry.value.form == .lines
      ? entry.value.members.map(line) : [entry.value.node.range.start.line]
  }

  /// Whether a step is a check directly after an act that is not the last one.
  private func isBetweenActs(_ step: NewStep, after line: Int?) -> Bool {
    guard let line, step.kind == .then, let acts = self["when"].map(steps),
      let act = acts.lastIndex(where: { $0 <= line })
    else { return false }
    return act < acts.count - 1
  }

  /// Returns the edit that gives an item, if it continues a step by `and` or `but`, the key of the
  /// step that it has continued so far: the one at an index, or above it.
  private func keepingKey(of owner: Int, at index: Int, in list: SyntaxNode) -> TextEdit? {
    let keys = list.members.map { $0.value.node.entries?.first?.key }
    func continues(_ key: Node?) -> Bool {
      ["and", "but"].contains(language.name(of: key?.text ?? ""))
    }
    guard owner >= 0, keys.indices.contains(index), let next = keys[index], continues(next),
      let key = keys[...owner].last(where: { !continues($0) })??.text
    else { return nil }
    // Time words and timelines are checks.
    let isKeyword = Self.keys.contains(language.name(of: key))
    return TextEdit(next.range.offsets, isKeyword ? key : language.word(for: "then"))
  }

  // MARK: - Lists of steps

  /// Makes one list of all steps, in an order that the keys `given`, `when` and `then` can't
  /// express, and returns the line of the step that was in a line, or else that of the last one.
  private mutating func makeList(after line: Int?) throws(Diagnostic) -> Int? {
    let names = names
    let indices = Self.keys.compactMap { names.firstIndex(of: $0) }
    // A timeline stands beside no list of steps.
    guard let first = indices.first, !names.contains("timeline"),
      indices == Array(first..<first + indices.count)
    else { throw Self.byHand }
    let entries = indices.map { node.members[$0] }
    let lines = entries.flatMap(steps)
    let index = line.flatMap { line in lines.lastIndex { $0 <= line } } ?? lines.count - 1
    var text = language.word(for: "steps") + ":"
    var end = entries[0].start
    for entry in entries {
      let items = comments(in: end..<entry.start) + (try items(of: entry, named: entry.key))
      text += "\n" + items.joined(separator: "\n").indented(by: 2)
      end = entry.end
    }
    try apply(
      node.replacing(first..<first + entries.count, with: [text], in: source))
    let steps = self["steps"]?.value.members ?? []
    guard steps.count == lines.count, steps.indices.contains(index) else { throw Self.byHand }
    return self.line(of: steps[index])
  }

  /// Returns the steps of a key as items of a list, with the comments between them.
  ///
  /// - Parameter key: A key that is written before each of them.
  private func items(
    of entry: SyntaxMember, named key: SyntaxNode? = nil
  ) throws(Diagnostic) -> [String] {
    let value = entry.value
    guard value.properties.isEmpty, value.form != .alias, var end = entry.colon else {
      throw Self.byHand
    }
    if case .block = value.form { throw Self.byHand }
    var items: [String] = []
    func add(_ item: SyntaxNode?, from start: Int, to last: Int) {
      items += comments(in: end..<start)
      end = last
      var (content, rest) = (start..<last, "")
      if let item, item.form == .brackets, item.node.entries?.count == 1,
        let only = item.members.first
      {
        (content, rest) = (only.start..<only.end, source.text(item.end..<last))
      }
      let column = source.position(atOffset: content.lowerBound).column - 1
      let text = source.text(content, unindentedBy: column) + rest
      guard let key else { return items.append("- " + text.indented(by: 2).dropFirst(2)) }
      let indented = text.indented(by: 4)
      items.append(
        "- \(source.text(key.node.range.offsets)):"
          + (item?.node.text == nil ? "\n" + indented : " " + indented.dropFirst(4)))
    }
    let isList = value.node.items != nil
    if isList || value.form == .lines {
      let hasDashes = isList && value.form == .lines
      for member in value.members {
        let start = hasDashes ? source.contentStart(afterDash: member.start) : member.start
        // Each key of a mapping is a step with its data.
        add(isList ? member.value : nil, from: start, to: member.end)
      }
      items += comments(in: end..<entry.end)
    } else {
      add(value, from: value.contentStart, to: entry.end)
    }
    return items
  }

  /// Returns the comments in a range without values.
  private func comments(in range: Range<Int>) -> [String] {
    source.text(range).split(whereSeparator: \.isNewline).compactMap { line in
      line.firstIndex(of: "#").map { String(line[$0...]) }
    }
  }
}

extension SourceFile {
  /// Returns the offset of what follows a dash in its line.
  fileprivate func contentStart(afterDash dash: Int) -> Int {
    bytes[(dash + 1)...].firstIndex { $0 != UInt8(ascii: " ") } ?? dash + 1
  }
}
