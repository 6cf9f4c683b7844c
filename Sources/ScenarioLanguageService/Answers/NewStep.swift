import ScenarioKit
import ScenarioLanguage
import ScenarioValues

/// A step to add to a scenario.
package struct NewStep: Sendable {
  /// What the step is, which is also the key that it is written under.
  package enum Kind: String, Sendable { case given, when, then }

  package var kind: Kind

  /// The sentence.
  package var sentence: String

  /// Its data as YAML in one line; `nil` for none.
  package var data: String?

  package init(_ kind: Kind, _ sentence: String, data: String? = nil) {
    self.kind = kind
    self.sentence = sentence
    self.data = data
  }

  /// The step as an item of a list.
  fileprivate var text: String {
    let sentence = Notation.text(sentence, in: .block)
    return data.map { "\(sentence): \($0)" } ?? sentence
  }
}

extension LanguageService {
  /// A text with one more step.
  package struct AddedStep: Sendable {
    package var text: String
    /// The line of the scenario that has the step, from 1.
    package var scenario: Int
    /// The line of the step, from 1.
    package var line: Int
  }

  /// Adds a step to a scenario of an open document.
  ///
  /// Lines are added, and no others change, except where a single step becomes a list. An act after
  /// a check begins a nested scenario, because `when` comes before `then` in one.
  ///
  /// - Parameters:
  ///   - scenario: The line of the scenario's title, from 1.
  ///   - line: The line of the step after which it goes, if they belong to the same list.
  /// - Throws: `Diagnostic` if there is no such scenario, or if its text has to be changed by hand.
  package func add(
    _ step: NewStep, to scenario: Int, after line: Int?, in path: String
  ) throws(Diagnostic) -> AddedStep {
    guard let document = document(path), document.text.errors.isEmpty else {
      throw Diagnostic("the text has errors; correct them first")
    }
    var editor = ScenarioText(document.source)
    guard let story = document.story(at: scenario),
      let language = StoryLanguage(code: story.language),
      let found = (document.source.documents ?? []).lazy
        .compactMap({ editor.scenario(at: scenario, in: $0, language) }).first
    else { throw Diagnostic("there is no scenario in line \(scenario)") }
    let added = try editor.add(step, to: found, after: line, language)
    // What is added must not change how the rest is read.
    guard ReadableText(of: SourceFile(path: path, text: editor.text)).errors.isEmpty else {
      throw ScenarioText.byHand
    }
    return AddedStep(text: editor.text, scenario: added.scenario ?? scenario, line: added.line)
  }
}

extension LanguageService.Document {
  /// Returns the story that a line belongs to.
  func story(at line: Int) -> Story? {
    file.stories.last { $0.range.start.line <= line } ?? file.stories.first
  }
}

/// The lines of a file, to which steps are added.
private struct ScenarioText {
  /// A scenario's keys, by their English names.
  struct Found {
    fileprivate var entries: [(name: String, node: Node.Entry)]
    fileprivate subscript(_ name: String) -> Node.Entry? { entries.first { $0.name == name }?.node }
  }

  private let source: SourceFile
  private var lines: [String]
  private let lineEnd: String

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
    _ step: NewStep, to found: Found, after line: Int?, _ language: StoryLanguage
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    let word = language.word(for: step.kind.rawValue)
    if let steps = found["steps"] {
      return (try add("\(word): \(step.text)", to: steps, after: line), nil)
    }
    let index = line.map { $0 - 1 }
    let isAfterCheck =
      found["then"].map { entry in index.map { $0 >= self.line(of: entry) } ?? true } ?? false
    if step.kind != .then, isAfterCheck { return try nest(step, in: found, language) }
    if let entry = found[step.kind.rawValue] {
      return (try add(step.text, to: entry, after: line), nil)
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
    lines.insert(spaces(indent) + "\(word): \(Self.inValue(step))", at: end)
    return (end + 1, nil)
  }

  private static func inValue(_ step: NewStep) -> String {
    // A sentence with data is a mapping, which a value on the line of its key must not be.
    step.data == nil ? step.text : "{ \(step.text) }"
  }

  static let byHand = Diagnostic("the step can't be added here; write it in the text")

  /// Adds an item to the list of a key, which may have been a single step.
  private mutating func add(
    _ item: String, to entry: Node.Entry, after line: Int?
  ) throws(Diagnostic) -> Int {
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
    }
    lines.insert(spaces(dash) + "- " + item, at: at)
    return at + 1
  }

  /// Writes the single value of a key as the only item of a list.
  private mutating func makeList(of entry: Node.Entry) throws(Diagnostic) {
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

  /// Adds a nested scenario with a step.
  private mutating func nest(
    _ step: NewStep, in found: Found, _ language: StoryLanguage
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    let scenario = "\(language.word(for: "scenario")): New scenario"
    let act = "\(language.word(for: step.kind.rawValue)): \(Self.inValue(step))"
    if let entry = found["scenarios"] {
      let line = try add(scenario, to: entry, after: nil)
      lines.insert(spaces(depth(line - 1) + 2) + act, at: line)
      lines.insert("", at: line - 1)
      return (line + 2, line + 1)
    }
    guard let last = found.entries.last else { throw Self.byHand }
    let indent = last.node.key.range.start.column - 1
    let end = endOfBlock(line(of: last.node), indent)
    lines.insert(
      contentsOf: [
        "", spaces(indent) + "\(language.word(for: "scenarios")):",
        spaces(indent + 2) + "- " + scenario, spaces(indent + 4) + act,
      ], at: end)
    return (end + 4, end + 3)
  }

  // MARK: - Lines

  /// Returns the index of the line of a key.
  private func line(of entry: Node.Entry) -> Int { entry.key.range.start.line - 1 }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func depth(_ line: Int) -> Int { lines[line].prefix { $0 == " " }.count }

  private func isText(_ line: Int) -> Bool { lines[line].contains { $0 != " " && $0 != "\r" } }

  private func isItem(_ line: Int, _ depth: Int) -> Bool {
    lines[line].dropFirst(depth).hasPrefix("- ")
  }

  /// Returns the index after the last line that is deeper than the first one of a block.
  private func endOfBlock(_ first: Int, _ depth: Int) -> Int {
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
