import ScenarioLanguage
import ScenarioValues

// Scenarios that are added to a story, or inside of another scenario.
extension ScenarioText {
  /// The key and the title of a scenario.
  private static func heading(
    _ title: String, _ language: StoryLanguage, in context: Notation.Context = .block
  ) -> String {
    "\(language.word(for: "scenario")): \(Notation.text(title, in: context))"
  }

  private static func text(_ text: String, _ language: StoryLanguage) -> String {
    language.studioTexts[text] ?? text
  }

  /// The key that a scenario has until it gets its first step, without which it would be an error.
  static func unwritten(_ language: StoryLanguage) -> (key: String, reason: String) {
    (language.word(for: "skip"), text("not written yet", language))
  }

  /// Removes the mark of a scenario that had no steps so far.
  mutating func removeUnwritten(
    from found: Found, _ language: StoryLanguage
  ) throws(Diagnostic) -> Found {
    guard let skip = found["skip"], skip.value.text == Self.unwritten(language).reason,
      let title = found["scenario"]?.value.range.start.line, line(of: skip) >= title,
      depth(line(of: skip)) == skip.key.range.start.column - 1
    else { return found }
    lines.remove(at: line(of: skip))
    return try read(title, language)
  }

  /// Adds a scenario without steps after the one in a line, or else at the end of the story, and
  /// returns its line.
  mutating func addScenario(
    _ title: String, below line: Int, toStoryFrom start: Int, _ language: StoryLanguage
  ) throws(Diagnostic) -> Int {
    let stories = (source.documents ?? []).filter { $0.range.start.line <= start }
    guard let story = stories.last, let list = list(of: line, in: story, language) else {
      throw Self.byHand
    }
    try Self.refuse(title, in: list, language)
    let heading = Self.heading(title, language)
    let skip = Self.unwritten(language)
    let mark = "\(skip.key): \(skip.reason)"
    var indent = spaces(list.key.range.start.column + 1)
    var added = self.line(of: list) + 2
    if list.value.isNull {
      lines.insert(indent + "- " + heading, at: added - 1)
    } else {
      let isBelow = line > self.line(of: list) + 1
      let inBraces = "{ \(Self.heading(title, language, in: .flow)), \(mark) }"
      added = try add(heading, or: inBraces, to: list, after: isBelow ? line : nil)
      if lines[added - 1].contains(inBraces) { return added }
      indent = spaces(depth(added - 1))
      lines.insert("", at: added - 1)
      added += 1
    }
    lines.insert(indent + "  " + mark, at: added)
    return added
  }

  /// Refuses a title that another scenario of a list has.
  private static func refuse(
    _ title: String, in list: Node.Entry, _ language: StoryLanguage
  ) throws(Diagnostic) {
    let titles = (list.value.items.map(Array.init) ?? []).flatMap { item in
      (item.entries.map(Array.init) ?? [])
        .filter { language.name(of: $0.key.text ?? "") == "scenario" }.compactMap(\.value.text)
    }
    if titles.contains(title) {
      throw Diagnostic("a scenario here is called \"\(title)\" already")
    }
  }

  /// Returns the list of scenarios whose item has its title in a line, or else that of the story.
  private func list(of line: Int, in node: Node, _ language: StoryLanguage) -> Node.Entry? {
    let own = node.entries?.first { language.name(of: $0.key.text ?? "") == "scenarios" }
    for item in own?.value.items.map(Array.init) ?? [] {
      let range = item.range.lines
      guard range.contains(line), item.range.start.line < line else { continue }
      let inner = list(of: line, in: item, language)
      if let inner, inner.value.items?.contains(where: { $0.range.lines.contains(line) }) == true {
        return inner
      }
    }
    return own
  }

  /// Adds a nested scenario with a step.
  mutating func nest(
    _ step: NewStep, title: String?, in found: Found, _ language: StoryLanguage
  ) throws(Diagnostic) -> (line: Int, scenario: Int?) {
    let scenario = Self.heading(title ?? Self.text("New scenario", language), language)
    let act = "\(language.word(for: step.kind.rawValue)): \(step.value(language))"
    if let entry = found["scenarios"] {
      if let title { try Self.refuse(title, in: entry, language) }
      let line = try add(scenario, or: scenario, to: entry, after: nil)
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
}
