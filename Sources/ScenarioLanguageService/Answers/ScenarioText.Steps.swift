import ScenarioLanguage

// A check between two acts, which the keys `when` and `then` can't express.
extension ScenarioText {
  /// Adds a check directly after an act that is not the last one; the steps become one list.
  ///
  /// - Returns: The line of the check; `nil` for a step that goes elsewhere.
  mutating func addBetweenActs(
    _ step: NewStep, to found: Found, after line: Int, _ language: StoryLanguage
  ) throws(Diagnostic) -> Int? {
    guard step.kind == .then, let acts = found["when"]?.value.items.map(Array.init),
      let act = acts.lastIndex(where: { $0.range.start.line <= line }), act < acts.count - 1,
      let title = found["scenario"]?.value.range.start.line
    else { return nil }
    let keys = ["given", "when", "then"]
    func entries(_ found: Found) -> [Node.Entry] { keys.compactMap { found[$0] } }
    // From the last key up, so that the lines of those before it stay what they are.
    for entry in entries(found).reversed() { try makeLines(of: entry) }
    let listed = try read(title, language)
    let count = listed["given"]?.value.items.map { Array($0).count } ?? 0
    let first = entries(listed).first?.key.range
    for entry in entries(listed).reversed() {
      try nameItems(of: entry, isFirst: entry.key.range == first, language)
    }
    let steps = try read(title, language)["steps"]?.value.items.map(Array.init) ?? []
    guard steps.indices.contains(count + act) else { throw Self.byHand }
    let place = steps[count + act].range.start.line
    return try add(step, to: try read(title, language), after: place, language).line
  }

  /// Reads the changed lines, and returns the scenario.
  mutating func read(_ title: Int, _ language: StoryLanguage) throws(Diagnostic) -> Found {
    self = ScenarioText(SourceFile(path: source.path, text: text))
    let found = (source.documents ?? []).lazy
      .compactMap { [self] in scenario(at: title, in: $0, language) }.first
    guard let found else { throw Self.byHand }
    return found
  }

  /// Writes the steps of a key as items on lines of their own.
  private mutating func makeLines(of entry: Node.Entry) throws(Diagnostic) {
    guard let items = entry.value.items else { return try makeList(of: entry) }
    let range = entry.value.range
    guard source.bytes[range.start.offset] == UInt8(ascii: "[") else { return }
    let key = line(of: entry)
    let end = range.end.offset - source.lineStarts[range.end.line - 1]
    guard range.start.line == range.end.line, key == range.start.line - 1,
      lines[key].utf8.dropFirst(end).allSatisfy({ $0 == UInt8(ascii: " ") })
    else { throw Self.byHand }
    let dash = spaces(entry.key.range.start.column + 1) + "- "
    lines[key] = spaces(entry.key.range.start.column - 1) + (entry.key.text ?? "") + ":"
    lines.insert(
      contentsOf: items.map {
        dash + String(decoding: source.bytes[$0.range.offsets], as: UTF8.self)
      }, at: key + 1)
  }

  /// Writes a key before each of its items, and in place of the first key that of all steps.
  private mutating func nameItems(
    of entry: Node.Entry, isFirst: Bool, _ language: StoryLanguage
  ) throws(Diagnostic) {
    let key = entry.key.text ?? ""
    let items = entry.value.items.map(Array.init) ?? []
    let dash = entry.key.range.start.column + 1
    for item in items.reversed() {
      let first = item.range.start.line - 1
      guard isItem(first, dash), depth(first) == dash else { throw Self.byHand }
      let content = lines[first].dropFirst(dash + 2)
      if item.text != nil {
        lines[first] = spaces(dash) + "- \(key): " + content
      } else {
        for line in first..<endOfBlock(first, dash) where isText(line) {
          lines[line] = "  " + lines[line]
        }
        lines[first] = spaces(dash + 4) + content
        lines.insert(spaces(dash) + "- \(key):", at: first)
      }
    }
    let line = line(of: entry)
    let indent = spaces(dash - 2)
    let rest = lines[line].dropFirst(dash - 2 + key.count + 1).drop { $0 == " " }
    if isFirst {
      lines[line] = "\(indent)\(language.word(for: "steps")):" + (rest.isEmpty ? "" : "  " + rest)
    } else if rest.isEmpty {
      lines.remove(at: line)
    } else {
      lines[line] = "\(indent)  \(rest)"
    }
  }
}
