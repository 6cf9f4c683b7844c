import ScenarioLanguage

extension LanguageService {
  /// Returns the text of an open document, and the scenario whose title is in a line of it.
  ///
  /// - Throws: `Diagnostic` if there is no such scenario, or if the text has errors.
  func scenarioText(
    at line: Int, in path: String
  ) throws(Diagnostic) -> (ScenarioText, ScenarioText.Found, StoryLanguage) {
    guard let document = document(path), document.text.errors.isEmpty else {
      throw ScenarioText.hasErrors
    }
    let text = ScenarioText(document.source)
    guard let story = document.story(at: line), let language = StoryLanguage(code: story.language),
      let found = (document.source.documents ?? []).lazy
        .compactMap({ text.scenario(at: line, in: $0, language) }).first
    else { throw Diagnostic("there is no scenario in line \(line)") }
    return (text, found, language)
  }
}

extension LanguageService.Document {
  /// Returns the story that a line belongs to.
  func story(at line: Int) -> Story? {
    file.stories.last { $0.range.start.line <= line } ?? file.stories.first
  }
}

extension SourceFile {
  /// Returns a text that takes the place of this one: in the standard layout, if this one is.
  ///
  /// - Throws: ``ScenarioText/byHand`` if it can't be read.
  func checked(_ text: String) throws(Diagnostic) -> String {
    let source = SourceFile(path: path, text: text)
    guard ReadableText(of: source).errors.isEmpty else { throw ScenarioText.byHand }
    guard FormattedStoryFile(formatting: self).text?.utf8.elementsEqual(bytes) == true else {
      return text
    }
    return FormattedStoryFile(formatting: source).text ?? text
  }
}

/// The lines of a file, to which steps are added.
struct ScenarioText {
  /// A scenario's keys, by their English names.
  struct Found {
    var entries: [(name: String, node: Node.Entry)]
    subscript(_ name: String) -> Node.Entry? { entries.first { $0.name == name }?.node }
  }

  let source: SourceFile
  var lines: [String]
  let lineEnd: String

  init(_ source: SourceFile) {
    self.source = source
    var lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let carriageReturn = UInt8(ascii: "\r")
    let isWindows = lines.count > 1 && lines.dropLast().allSatisfy { $0.last == carriageReturn }
    if isWindows { lines = lines.dropLast().map { $0.dropLast() } + lines.suffix(1) }
    lineEnd = isWindows ? "\r\n" : "\n"
    self.lines = lines.map { String(decoding: $0, as: UTF8.self) }
  }

  var text: String { lines.joined(separator: lineEnd) }

  /// Adds lines after a scenario's last key that is not `scenarios`.
  ///
  /// - Parameter added: Lines, indented from the keys of the scenario on.
  mutating func addKey(_ added: [String], to found: Found) throws(Diagnostic) {
    guard let last = found.entries.last(where: { $0.name != "scenarios" })?.node else {
      throw Self.byHand
    }
    let indent = last.key.range.start.column - 1
    lines.insert(
      contentsOf: added.map { spaces(indent) + $0 }, at: endOfBlock(line(of: last), indent))
  }

  /// Finds the scenario whose title is in a line.
  func scenario(at line: Int, in node: Node, _ language: StoryLanguage) -> Found? {
    if let items = node.items {
      return items.lazy.compactMap { scenario(at: line, in: $0, language) }.first
    }
    guard let entries = node.entries else { return nil }
    let named = entries.map { (name: language.name(of: $0.key.text ?? ""), node: $0) }
    if named.contains(where: { $0.name == "scenario" && $0.node.value.range.start.line == line }) {
      return Found(entries: Array(named))
    }
    return named.lazy.filter { $0.name == "scenarios" }
      .compactMap { scenario(at: line, in: $0.node.value, language) }.first
  }

  mutating func add(
    _ step: NewStep, to found: Found, after line: Int?, title: String? = nil,
    _ language: StoryLanguage
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    let word = language.word(for: step.kind.rawValue)
    if let steps = found["steps"] {
      let value = step.value(language)
      let member = "{ \(word): \(step.value(language, in: .flow)) }"
      let line = try add("\(word): \(value)", or: member, to: steps, after: line)
      keepKey(of: line - 2, from: line, dash: depth(line - 1), language)
      return (line, nil)
    }
    if isBetweenActs(step, in: found, after: line) {
      return try addToList(step, in: found, after: line, language)
    }
    let index = line.map { $0 - 1 }
    let isAfterCheck =
      found["then"].map { entry in index.map { $0 >= self.line(of: entry) } ?? true } ?? false
    if step.kind != .then, isAfterCheck {
      return try nest(step, title: title, in: found, language)
    }
    if let entry = found[step.kind.rawValue] {
      return (
        try add(
          step.item(language), or: step.value(language, in: .flow), to: entry, after: line), nil
      )
    }
    // The keys in the order in which they run.
    let before: Set<String> =
      switch step.kind {
      case .given: []
      case .when: ["given"]
      case .then: ["given", "when"]
      }
    let others: Set<String> = ["given", "when", "then", "examples", "scenarios"]
    guard
      let last = found.entries.last(where: {
        before.contains($0.name) || !others.contains($0.name)
      })
    else { throw Self.byHand }
    let indent = last.node.key.range.start.column - 1
    let end = endOfBlock(self.line(of: last.node), indent)
    lines.insert(spaces(indent) + "\(word): \(step.value(language))", at: end)
    return (end + 1, nil)
  }

  /// Gives the next item, if it continues a step by `and` or `but`, the key of the step that it has
  /// continued so far: the one at an index, or above it.
  mutating func keepKey(of owner: Int, from index: Int, dash: Int, _ language: StoryLanguage) {
    func continues(_ key: String) -> Bool { ["and", "but"].contains(language.name(of: key)) }
    let next = (index..<max(index, lines.count)).first { isText($0) && !isComment($0) }
    guard let next, let item = item(next, dash), continues(item.key), owner >= 0,
      let key = (0...owner).reversed().lazy.compactMap({ [self] in self.item($0, dash)?.key })
        .first(where: { !continues($0) })
    else { return }
    // Time words and timelines are checks.
    let isKeyword = ["given", "when", "then"].contains(language.name(of: key))
    lines[next] =
      spaces(dash) + "- " + (isKeyword ? key : language.word(for: "then")) + item.rest
  }

  private func isComment(_ line: Int) -> Bool { lines[line].drop { $0 == " " }.hasPrefix("#") }

  /// Returns the key of an item of a list whose dashes are in a column, and what follows the key.
  private func item(_ index: Int, _ dash: Int) -> (key: String, rest: Substring)? {
    guard lines.indices.contains(index), depth(index) == dash,
      let match = lines[index].wholeMatch(of: /[ ]*- ([^:]+)(:.*)/)
    else { return nil }
    return (String(match.1), match.2)
  }

  static let hasErrors = Diagnostic("the text has errors; correct them first")
  static let byHand = Diagnostic("this can't be changed here; change it in the text")

  /// Adds an item to the list of a key, which may have been a single step.
  ///
  /// After a step in an earlier list, it is the first one.
  ///
  /// - Parameter member: The item as it is written in brackets.
  mutating func add(
    _ item: String, or member: String, to entry: Node.Entry, after line: Int?
  ) throws(Diagnostic) -> Int {
    let isFirst = line.map { $0 - 1 < self.line(of: entry) } ?? false
    if let line = addInBrackets(member, to: entry.value, isFirst: isFirst) { return line }
    if entry.value.items == nil { try makeList(of: entry) }
    let key = self.line(of: entry)
    let indent = entry.key.range.start.column - 1
    let end = endOfBlock(key, indent)
    // Items are at most as deep as the first one.
    guard let first = (key + 1..<max(key + 1, end)).first(where: { isText($0) }),
      lines[first].drop(while: { $0 == " " }).hasPrefix("-")
    else { throw Self.byHand }
    let dash = depth(first)
    var at = end
    if let line, key < line - 1, line - 1 < end {
      at = line - 1
      while at > first, depth(at) > dash || !isText(at) { at -= 1 }
      at = endOfBlock(at, dash)
    } else if isFirst {
      at = first
    }
    lines.insert(spaces(dash) + "- " + item, at: at)
    return at + 1
  }

  /// Adds an item to a list in brackets in one line, at its start or end, and returns the line.
  private mutating func addInBrackets(_ member: String, to list: Node, isFirst: Bool) -> Int? {
    let range = list.range
    guard range.start.line == range.end.line, let items = list.items.map(Array.init),
      let first = items.first, let last = items.last,
      source.bytes[range.start.offset] == UInt8(ascii: "[")
    else { return nil }
    let index = range.start.line - 1
    var bytes = Array(lines[index].utf8)
    let (text, offset) =
      isFirst ? ("\(member), ", first.range.start.offset) : (", \(member)", last.range.end.offset)
    bytes.insert(contentsOf: Array(text.utf8), at: offset - source.lineStarts[index])
    lines[index] = String(decoding: bytes, as: UTF8.self)
    return range.start.line
  }

  /// Writes the single value of a key as the only item of a list.
  mutating func makeList(of entry: Node.Entry) throws(Diagnostic) {
    let key = line(of: entry)
    let indent = entry.key.range.start.column - 1
    let end = endOfBlock(key, indent)
    let value = entry.value.range.start
    if value.line - 1 == key {
      let bytes = source.lineStarts[key]..<value.offset
      let head = String(decoding: source.bytes[bytes], as: UTF8.self)
      var rest = String(lines[key].dropFirst(head.count))
      if let only = onlyEntry(of: entry.value), only.line - 1 == key {
        rest = only.text + only.rest
      }
      guard !rest.isEmpty, !rest.hasPrefix("|"), !rest.hasPrefix(">") else { throw Self.byHand }
      for line in key + 1..<max(key + 1, end) where isText(line) {
        lines[line] = "  " + lines[line]
      }
      lines[key] = String(head.reversed().drop { $0 == " " }.reversed())
      lines.insert(spaces(indent + 2) + "- " + rest, at: key + 1)
      return
    }
    // Each entry of a mapping below the key is a step of its own.
    let depth = value.column - 1
    for line in value.line - 1..<end where isText(line) {
      lines[line] =
        self.depth(line) == depth
        ? spaces(depth) + "- " + lines[line].dropFirst(depth) : "  " + lines[line]
    }
  }

  /// Returns what a mapping in braces in one line contains, if it is one pair; and what follows it.
  private func onlyEntry(of node: Node) -> (line: Int, text: String, rest: String)? {
    let (start, end) = (node.range.start, node.range.end)
    guard let entries = node.entries, entries.count == 1, start.line == end.line,
      let entry = entries.first, source.bytes[start.offset] == UInt8(ascii: "{")
    else { return nil }
    let inside = entry.key.range.start.offset..<entry.value.range.end.offset
    let line = lines[start.line - 1]
    return (
      start.line, String(decoding: source.bytes[inside], as: UTF8.self),
      String(
        decoding: line.utf8.dropFirst(end.offset - source.lineStarts[start.line - 1]), as: UTF8.self
      )
    )
  }

  // MARK: - Lines

  /// Returns the index of the line of a key.
  func line(of entry: Node.Entry) -> Int { entry.key.range.start.line - 1 }

  func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  func depth(_ line: Int) -> Int { lines[line].prefix { $0 == " " }.count }

  func isText(_ line: Int) -> Bool { lines[line].contains { $0 != " " && $0 != "\r" } }

  func isItem(_ line: Int, _ depth: Int) -> Bool {
    lines[line].dropFirst(depth).hasPrefix("- ")
  }

  /// Returns the index after the last line that is deeper than the first one of a block.
  func endOfBlock(_ first: Int, _ depth: Int) -> Int {
    var end = first + 1
    var last = end
    func isInside(_ line: Int) -> Bool {
      // The items of a list may stand below their key without indentation.
      !isText(line) || self.depth(line) > depth
        || self.depth(line) == depth && isItem(line, depth) && !isItem(first, depth)
    }
    while end < lines.count, isInside(end) {
      end += 1
      if isText(end - 1) { last = end }
    }
    return last
  }
}
