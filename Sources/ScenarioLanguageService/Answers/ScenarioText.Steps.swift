import ScenarioLanguage

// Steps in an order that the keys `given`, `when` and `then` can't express: they become one list.
extension ScenarioText {
  static let keys = ["given", "when", "then"]

  /// Whether a step is a check directly after an act that is not the last one.
  func isBetweenActs(_ step: NewStep, in found: Found, after line: Int?) -> Bool {
    guard let line, step.kind == .then, let acts = found["when"].map(steps),
      let act = acts.lastIndex(where: { $0 <= line })
    else { return false }
    return act < acts.count - 1
  }

  /// Adds a step directly after another one, or as the last one, in a list of all steps.
  mutating func addToList(
    _ step: NewStep, in found: Found, after line: Int?, _ language: StoryLanguage
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    guard found["steps"] == nil else { return try add(step, to: found, after: line, language) }
    // A timeline stands beside no list of steps.
    guard found["timeline"] == nil, let title = found["scenario"]?.value.range.start.line else {
      throw Self.byHand
    }
    let lines = entries(found).flatMap(steps)
    let index = line.flatMap { line in lines.lastIndex { $0 <= line } } ?? lines.count - 1
    // From the last key up, so that the lines of those before it stay what they are.
    for entry in entries(found).reversed() { try makeLines(of: entry) }
    let listed = entries(try read(title, language))
    for entry in listed.reversed() {
      try nameItems(of: entry, isFirst: entry.key.range == listed.first?.key.range, language)
    }
    let all = try read(title, language)
    let steps = all["steps"]?.value.items.map(Array.init) ?? []
    guard steps.count == lines.count, steps.indices.contains(index) else { throw Self.byHand }
    return try add(step, to: all, after: steps[index].range.start.line, language)
  }

  private func entries(_ found: Found) -> [Node.Entry] { Self.keys.compactMap { found[$0] } }

  /// Returns the lines of the steps of a key.
  func steps(of entry: Node.Entry) -> [Int] {
    let value = entry.value
    if let items = value.items { return items.map(\.range.start.line) }
    guard let entries = value.entries, value.range.start.line > entry.key.range.start.line else {
      return [value.range.start.line]
    }
    return entries.map(\.key.range.start.line)
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
