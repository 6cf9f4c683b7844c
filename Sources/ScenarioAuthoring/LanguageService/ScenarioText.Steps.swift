import ScenarioLanguage

// Steps that are added to a scenario and removed from it.
extension ScenarioText {
  /// The line of an added step, and that of its scenario if it begins one.
  typealias Added = (line: Int, scenario: Int?)

  /// Adds a step, and returns where it is.
  mutating func add(
    _ step: NewStep, after line: Int?, title: String?, goesOn: Bool
  ) throws(Diagnostic) -> Added {
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
      return try put(edit, next.flatMap { keepingKey(of: $0 - 1, at: $0, in: steps.value) })
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
        try apply(TextEdit((entry.colon ?? 0) + 1..<entry.end, "\n" + items.indented(by: column)))
      }
      guard let list = self[key] else { throw Self.byHand }
      return try put(
        source.adding(
          step.item(language), or: step.value(language, in: .flow), to: list, after: line))
    }
    let before = Self.keys.prefix { $0 != key }
    let others = Self.keys + ["examples", "scenarios"]
    return try put(adding("\(word): \(value)") { before.contains($0) || !others.contains($0) })
  }

  private mutating func put(_ edit: TextEdit, _ key: TextEdit? = nil) throws(Diagnostic) -> Added {
    let line = source.lastLine(of: edit)
    if let key { try apply(edit, key) } else { try apply(edit) }
    return (line, nil)
  }

  /// Adds a nested scenario with a step.
  private mutating func nest(_ step: NewStep, title: String?) throws(Diagnostic) -> Added {
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
    let line = try put(edit).line
    return (line, line - 1)
  }

  /// Removes the step in a line.
  ///
  /// - Throws: ``byHand`` for a step of a timeline, a phrase or another scenario.
  mutating func removeStep(at line: Int) throws(Diagnostic) {
    let (index, step, count) = try step(at: line)
    let value = node.members[index].value
    if count > 1 {
      let edit = value.replacing(step..<step + 1, with: [], in: source)
      guard let kept = keepingKey(of: step, at: step + 1, in: value) else { return try apply(edit) }
      return try apply(edit, kept)
    }
    try apply(node.replacing(index..<index + 1, with: [], in: source))
    try addUnwritten()
  }

  /// Returns the index of the key that has the step in a line, and the step's among its steps.
  ///
  /// - Throws: ``byHand`` for a step of a timeline, a phrase or another scenario.
  func step(at line: Int) throws(Diagnostic) -> (key: Int, index: Int, count: Int) {
    let names = names
    let key = names.indices.first {
      (Self.keys + ["steps"]).contains(names[$0])
        && (self.line(of: node.members[$0])...lastLine(of: node.members[$0])).contains(line)
    }
    guard let key else { throw Self.byHand }
    let starts = steps(of: node.members[key])
    guard let step = starts.lastIndex(where: { $0 <= line }) ?? starts.indices.first,
      Set(starts).count == starts.count
    else { throw Self.byHand }
    return (key, step, starts.count)
  }

  /// Swaps the step in a line with the one before or after it, and returns its new line.
  ///
  /// If that one has another key, all steps become one list.
  mutating func moveStep(at line: Int, up: Bool) throws(Diagnostic) -> Int {
    var line = line
    var (key, index, count) = try step(at: line)
    func isEnd() -> Bool { index == (up ? 0 : count - 1) }
    if isEnd(), self["steps"] == nil {
      line = try makeList(after: line) ?? line
      (key, index, count) = try step(at: line)
    }
    guard !isEnd() else {
      throw Diagnostic(up ? "this is the first step here" : "this is the last step here")
    }
    let first = up ? index - 1 : index
    let isList = names[key] == "steps"
    let old = node.members[key].value
    guard let edits = old.swapping(first, in: source) else { throw Self.byHand }
    try apply(edits, titleAt: title)
    if isList { try keepKeywords(of: old, in: node.members[key].value, first) }
    return self.line(of: node.members[key].value.members[up ? first : first + 1])
  }

  /// Keeps the keywords of steps that were swapped, also of those that continue a step.
  ///
  /// Of two with the same keyword, the words stay where they are, such as `when` and `and`.
  private mutating func keepKeywords(
    of old: SyntaxNode, in new: SyntaxNode, _ first: Int
  ) throws(Diagnostic) {
    func key(_ list: SyntaxNode, _ index: Int) -> Node? {
      list.members[index].value.node.entries?.first?.key
    }
    let was = keywords(of: old)
    /// The index that a step had before.
    func origin(_ now: Int) -> Int { now == first ? first + 1 : now == first + 1 ? first : now }
    let isExchange =
      was[first] == was[first + 1]
      && (first...first + 1).allSatisfy { index in
        (Self.keys + ["and", "but"]).contains(language.name(of: key(old, index)?.text ?? ""))
      }
    let edits = (first..<min(first + 3, was.count)).compactMap { index -> TextEdit? in
      guard let here = key(new, index) else { return nil }
      let word = was[origin(index)]
      if isExchange {
        return index > first + 1 ? nil : TextEdit(here.range.offsets, key(old, index)?.text ?? "")
      }
      let isOther = index == 0 || was[origin(index - 1)] != word
      return continues(here) && isOther && !word.isEmpty ? TextEdit(here.range.offsets, word) : nil
    }
    try apply(edits, titleAt: title)
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
    guard owner >= 0, list.members.indices.contains(index),
      let next = list.members[index].value.node.entries?.first?.key, continues(next),
      case let key = keywords(of: list)[owner], !key.isEmpty
    else { return nil }
    return TextEdit(next.range.offsets, key)
  }

  private func continues(_ key: Node?) -> Bool {
    ["and", "but"].contains(language.name(of: key?.text ?? ""))
  }

  /// Returns the keyword that each step of a list has or continues.
  func keywords(of list: SyntaxNode) -> [String] {
    var last = ""
    return list.members.map { member in
      let key = member.value.node.entries?.first?.key
      if !continues(key), let text = key?.text {
        // Time words and timelines are checks.
        last = Self.keys.contains(language.name(of: text)) ? text : language.word(for: "then")
      }
      return last
    }
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
    try apply(node.replacing(first..<first + entries.count, with: [text], in: source))
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
        let spaces = source.bytes[(member.start + 1)...].prefix { $0 == UInt8(ascii: " ") }
        let start = hasDashes ? spaces.endIndex : member.start
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
