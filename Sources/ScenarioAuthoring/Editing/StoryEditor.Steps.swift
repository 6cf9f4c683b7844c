import ScenarioLanguage

// Steps that are added to a scenario and removed from it.
extension StoryEditor {
  /// Adds a step, and returns its line.
  mutating func add(
    _ step: NewStep, after line: Int?, title: String?, goesOn: Bool
  ) throws(Diagnostic) -> Int {
    var line = line
    if self["steps"] == nil, goesOn || isBetweenActs(step, after: line) {
      line = try makeList(after: line)
    }
    let key = step.kind.rawValue
    let text = "\(language.word(for: key)): \(step.value(language))"
    if let steps = self["steps"] {
      let member = "{ \(language.word(for: key)): \(step.value(language, in: .flow)) }"
      let edit = try source.adding(text, or: member, to: steps, after: line)
      let next = steps.value.members.firstIndex { $0.start >= edit.range.lowerBound }
      var words = keywords(of: steps.value)
      words.insert(language.word(for: key), at: next ?? words.count)
      let added = try put(edit)
      try keepKeywords(words)
      return added
    }
    if step.kind != .then, let check = self["then"],
      line.map({ $0 >= self.line(of: check) }) ?? true
    {
      return try nest(text, title: title)
    }
    if let entry = self[key] {
      if entry.value.node.items == nil {
        let items = try items(of: entry).joinedLines
        let column = source.position(atOffset: entry.start).column + 1
        try apply([TextEdit((entry.colon ?? 0) + 1..<entry.end, "\n" + items.indented(by: column))])
        // The only step was in the line of its key.
        if line == self.line(of: entry) { line = nil }
      }
      guard let list = self[key] else { throw Self.byHand }
      let member = step.value(language, in: .flow)
      return try put(source.adding(step.text(language), or: member, to: list, after: line))
    }
    let before = Self.keys.prefix { $0 != key }
    let others = Self.keys + ["examples", "scenarios"]
    return try put(adding(text) { before.contains($0) || !others.contains($0) })
  }

  /// Makes an edit, and returns the line of what it adds.
  private mutating func put(_ edit: TextEdit) throws(Diagnostic) -> Int {
    let line = source.lastLine(of: edit)
    try apply([edit])
    return line
  }

  /// Adds a nested scenario with a step, and becomes its editor.
  private mutating func nest(_ step: String, title: String?) throws(Diagnostic) -> Int {
    let text = Self.heading(title ?? Self.text("New scenario", language), language) + "\n\(step)"
    let edit: TextEdit
    if let list = self["scenarios"] {
      if let title { try Self.refuse(title, in: list, language) }
      guard list.value.form != .brackets else { throw Self.byHand }
      edit = try source.adding(text, or: text, to: list, after: nil, isApart: true)
    } else {
      let key = "\n\(language.word(for: "scenarios")):\n"
      edit = try adding(key + text.listed.indented(by: 2)) { _ in true }
    }
    let line = try put(edit)
    guard let nested = Self(source, scenarioAt: line - 1) else { throw Self.byHand }
    self = nested
    return line
  }

  /// Removes the step in a line.
  ///
  /// - Throws: ``byHand`` for a step of a timeline, a phrase or another scenario.
  mutating func removeStep(at line: Int) throws(Diagnostic) {
    let (index, step, count) = try step(at: line)
    let value = node.members[index].value
    if count > 1 {
      let isList = names[index] == "steps"
      var words = keywords(of: value)
      words.remove(at: step)
      try apply([value.replacing(step..<step + 1, with: [], in: source)])
      if isList { try keepKeywords(words) }
      return
    }
    try apply([node.replacing(index..<index + 1, with: [], in: source)])
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
    try apply(edits)
    if isList {
      var words = keywords(of: old)
      let keys = old.members[first...first + 1].map { $0.keyword?.text ?? "" }
      // Of two with the same keyword, the words stay where they are, such as `when` and `and`.
      if words[first] == words[first + 1],
        keys.allSatisfy({ (Self.keys + ["and", "but"]).contains(language.name(of: $0)) })
      {
        let new = node.members[key].value.members[first...first + 1].compactMap(\.keyword)
        try apply(zip(new, keys).map { TextEdit($0.range.offsets, $1) })
      }
      words.swapAt(first, first + 1)
      try keepKeywords(words)
    }
    return self.line(of: node.members[key].value.members[up ? first : first + 1])
  }

  /// Gives steps that continue another one by `and` or `but` the keyword that they had, where the
  /// step before them has another one now.
  ///
  /// - Parameter words: The keywords that the steps of the list had.
  private mutating func keepKeywords(_ words: [String]) throws(Diagnostic) {
    let keys = (self["steps"]?.value.members ?? []).map(\.keyword)
    let edits = zip(keys, words).enumerated().compactMap { index, step -> TextEdit? in
      guard let key = step.0, continues(key), !step.1.isEmpty,
        index == 0 || words[index - 1] != step.1
      else { return nil }
      return TextEdit(key.range.offsets, step.1)
    }
    try apply(edits)
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

  private func continues(_ key: Node?) -> Bool {
    ["and", "but"].contains(language.name(of: key?.text ?? ""))
  }

  /// Returns the keyword that each step of a list has or continues.
  func keywords(of list: SyntaxNode) -> [String] {
    var last = ""
    return list.members.map { member in
      if !continues(member.keyword), let text = member.keyword?.text {
        // Time words and timelines are checks.
        last = Self.keys.contains(language.name(of: text)) ? text : language.word(for: "then")
      }
      return last
    }
  }

  // MARK: - Lists of steps

  /// Makes one list of all steps, in an order that the keys `given`, `when` and `then` can't
  /// express, and returns the line of the step that was in a line, that above the list if the
  /// line was, or that of the last step without a line.
  private mutating func makeList(after line: Int?) throws(Diagnostic) -> Int? {
    let names = names
    let indices = Self.keys.compactMap { names.firstIndex(of: $0) }
    // A timeline stands beside no list of steps.
    guard let first = indices.first, !names.contains("timeline"),
      indices == Array(first..<first + indices.count)
    else { throw Self.byHand }
    let entries = indices.map { node.members[$0] }
    let lines = entries.flatMap(steps)
    let index = line.map { line in lines.lastIndex { $0 <= line } ?? -1 } ?? lines.count - 1
    var text = language.word(for: "steps") + ":"
    var end = entries[0].start
    for entry in entries {
      let items = comments(in: end..<entry.start) + (try items(of: entry, named: entry.key))
      text = [text, items.joinedLines.indented(by: 2)].joinedLines
      end = entry.end
    }
    // The line break of a text block at the end stays where it is.
    if text.hasSuffix("\n") { text.removeLast() }
    try apply([node.replacing(first..<first + entries.count, with: [text], in: source)])
    guard let list = self["steps"], list.value.members.count == lines.count else {
      throw Self.byHand
    }
    return index < 0 ? self.line(of: list) - 1 : self.line(of: list.value.members[index])
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
      guard let key else { return items.append(text.listed) }
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

extension [String] {
  /// The texts, each in lines of its own; a text block ends with a line break already.
  fileprivate var joinedLines: String {
    dropFirst().reduce(first ?? "") { $0 + ($0.hasSuffix("\n") ? "" : "\n") + $1 }
  }
}

extension SyntaxMember {
  /// The first key of an item of a list.
  fileprivate var keyword: Node? { value.node.entries?.first?.key }
}
