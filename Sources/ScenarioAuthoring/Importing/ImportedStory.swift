import Foundation
import ScenarioKit
import ScenarioLanguage

/// A story that says what a feature in Gherkin says, in the standard layout.
///
/// What stories have no form for becomes a comment at its place.
package struct ImportedStory {
  /// The story as YAML.
  package private(set) var text = ""

  /// The number of parts that became comments.
  package private(set) var commentCount = 0

  private let language: StoryLanguage
  private let sentences: KnownSentences
  private var lines: [String] = []

  /// Creates the story of a feature in a file.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - path: The path of its file, for errors; the file's name is the title of a feature without
  ///     a name.
  ///   - sentences: The sentences of the module that the story is about.
  /// - Throws: The error that the story would have, and the feature has not.
  package init(_ feature: GherkinPart, path: String, for sentences: KnownSentences)
    throws(Diagnostic)
  {
    language = StoryLanguage(code: feature.language) ?? .english
    self.sentences = sentences
    let file = URL(filePath: path).deletingPathExtension().lastPathComponent
    addStory(feature, title: feature.name.isEmpty ? file : feature.name)
    let source = SourceFile(path: path, text: lines.map { "\($0)\n" }.joined())
    let formatted = FormattedStoryFile(formatting: source)
    let read = StoryFile(reading: SourceFile(path: path, text: formatted.text ?? "story:"))
    let errors = (formatted.text == nil ? formatted.diagnostics : read.diagnostics)
      .filter(\.isError)
    if let error = errors.first {
      throw Diagnostic(
        "as a story, this feature would have an error: \(error.message)", at: .wholeFile(path),
        hints: [Message](verbatim: error.location.map { ["It is in: \($0.lineText)"] } ?? []))
    }
    text = formatted.text ?? ""
  }

  private mutating func addStory(_ feature: GherkinPart, title: String) {
    addComments(feature.comments, depth: 0)
    if language.code != feature.language { add(note: ["language: \(feature.language)"], depth: 0) }
    add("\(key("story")): \(Notation.text(title, in: .block))", depth: 0)
    add("\(key("module")): \(Notation.text(sentences.module, in: .block))", depth: 0)
    let about = Self.withoutIndentation(feature.description)
    if !about.isEmpty { add(key("about"), about.joined(separator: "\n"), depth: 0) }
    addTags(feature.tags, depth: 0)
    if let background = feature.children.first, background.kind == .background {
      addComments(background.comments, depth: 0)
      if background.steps.contains(where: { !$0.text.isEmpty }) {
        add("\(key("background")):", depth: 0)
      }
      addBackground(background, depth: 1)
    }
    addScenarios(of: feature, depth: 0)
    addComments(feature.ending, depth: 0)
  }

  /// Adds the scenarios and rules of a feature or a rule, or one that is skipped if it has none.
  private mutating func addScenarios(of part: GherkinPart, depth: Int) {
    add("\(key("scenarios")):", depth: depth)
    var children = part.children.filter { $0.kind != .background }
    if children.isEmpty {
      children = [
        GherkinPart(
          kind: .scenario, name: "", tags: [], comments: [], language: part.language)
      ]
    }
    var titles: [String] = []
    for child in children {
      let name = child.name.isEmpty ? "\(child.kind)".capitalized : child.name
      titles.append(Self.distinct(name, from: titles))
      if child.kind == .rule {
        addRule(child, title: titles[titles.count - 1], depth: depth + 1)
      } else {
        addScenario(child, title: titles[titles.count - 1], depth: depth + 1)
      }
    }
  }

  /// Adds a rule: a scenario with the background's steps, in which the others are nested.
  private mutating func addRule(_ rule: GherkinPart, title: String, depth: Int) {
    addComments(rule.comments, depth: depth)
    add("- \(key("scenario")): \(Notation.text(title, in: .block))", depth: depth)
    add(note: Self.withoutIndentation(rule.description), depth: depth + 1)
    addTags(rule.tags, depth: depth + 1)
    if let background = rule.children.first, background.kind == .background {
      addComments(background.comments, depth: depth + 1)
      addBackground(background, depth: depth + 1)
    }
    addScenarios(of: rule, depth: depth + 1)
  }

  private mutating func addBackground(_ background: GherkinPart, depth: Int) {
    add(note: heading(of: background, "background"), depth: depth)
    addSteps(of: background, depth: depth)
  }

  private mutating func addScenario(_ scenario: GherkinPart, title: String, depth: Int) {
    let examples = ImportedExamples(of: scenario, title: title, in: language)
    addComments(scenario.comments, depth: depth)
    add("- \(key("scenario")): \(Notation.text(examples.title, in: .block))", depth: depth)
    add(note: Self.withoutIndentation(scenario.description), depth: depth + 1)
    if let column = examples.tagColumn {
      add("\(key("tags")): <\(column)>", depth: depth + 1)
    } else {
      addTags(examples.tags, depth: depth + 1)
    }
    let hasSteps = scenario.steps.contains { !$0.text.isEmpty }
    if !hasSteps || examples.areEmpty {
      let reason = hasSteps ? "no examples yet" : "no steps yet"
      add("\(key("skip")): \(reason)", depth: depth + 1)
    }
    addSteps(of: scenario, depth: depth + 1)
    addExamples(examples, of: scenario, depth: depth + 1)
  }

  private mutating func addExamples(
    _ examples: ImportedExamples, of scenario: GherkinPart, depth: Int
  ) {
    let isTable = !examples.areEmpty && !examples.columns.isEmpty
    if isTable {
      add("\(key("examples")):", depth: depth)
      let columns = examples.columns.map { Notation.text($0, in: .flow) }
      add("\(key("columns")): [\(columns.joined(separator: ", "))]", depth: depth + 1)
      add("\(key("rows")):", depth: depth + 1)
    }
    for (index, part) in scenario.children.enumerated() {
      addComments(part.comments, depth: depth + 2)
      add(note: heading(of: part, "examples"), depth: depth + 2)
      if part.rows.count == 1 {
        add(note: ["| \(part.rows[0].cells.joined(separator: " | ")) |"], depth: depth + 2)
      }
      addComments(part.rows.first?.comments ?? [], depth: depth + 2)
      for (row, values) in zip(part.rows.dropFirst(), examples.rows[index]) {
        addComments(row.comments, depth: depth + 2)
        add("- [\(values.joined(separator: ", "))]", depth: depth + 2)
      }
    }
  }

  /// Returns the name and the description of a part that has no title here.
  private func heading(of part: GherkinPart, _ name: String) -> [String] {
    (part.name.isEmpty ? [] : ["\(key(name)): \(part.name)"])
      + Self.withoutIndentation(part.description)
  }

  /// Returns a description without the spaces before all of its lines and the lines around it.
  private static func withoutIndentation(_ lines: [String]) -> [String] {
    func isEmpty(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }),
      let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return [] }
    let indentation = lines.filter { !isEmpty($0) }
      .map { $0.prefix(while: \.isWhitespace).count }.min()
    return lines[first...last].map { line in
      let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
      return String(line[..<end].dropFirst(indentation ?? 0))
    }
  }

  /// Returns a title or name, with a number if it is taken.
  static func distinct(_ name: String, from taken: [String]) -> String {
    guard taken.contains(name) else { return name }
    var number = 2
    while taken.contains("\(name) (\(number))") { number += 1 }
    return "\(name) (\(number))"
  }
}

// MARK: - Steps

extension ImportedStory {
  /// A step with its purpose, and its keyword among others.
  private typealias Placed = (step: GherkinPart.Step, purpose: Int, keyword: String)

  private static let purposes = ["given", "when", "then"]

  private mutating func addSteps(of part: GherkinPart, depth: Int) {
    let placed = placed(part.steps)
    let steps = placed.filter { !$0.step.text.isEmpty }
    for (step, _, keyword) in placed where step.text.isEmpty {
      // A sentence is missing, so the argument has no place.
      let rows = step.rows.map { "| \($0.cells.joined(separator: " | ")) |" }
      addComments(step.comments + step.inner + step.rows.flatMap(\.comments), depth: depth)
      add(note: [key(keyword)] + rows + Self.lines(of: step.docString), depth: depth)
    }
    guard zip(steps, steps.dropFirst()).allSatisfy({ $0.purpose <= $1.purpose }) else {
      add("\(key("steps")):", depth: depth)
      for (step, _, keyword) in steps { add(step, after: "- \(key(keyword)):", depth: depth + 1) }
      return
    }
    for (index, name) in Self.purposes.enumerated() {
      let steps = steps.filter { $0.purpose == index }.map(\.step)
      if steps.count == 1 {
        add(steps[0], after: "\(key(name)):", depth: depth)
      } else if !steps.isEmpty {
        add("\(key(name)):", depth: depth)
        for step in steps { add(step, after: "-", depth: depth + 1) }
      }
    }
  }

  /// Returns the steps with the purpose that they have in the module, otherwise that of their
  /// keyword.
  private func placed(_ steps: [GherkinPart.Step]) -> [Placed] {
    var (written, last) = (0, -1)
    return steps.map { step in
      written = Self.purposes.firstIndex(of: step.keyword) ?? written
      let matches = (try? sentences.matches(of: Self.sentence(of: step))) ?? []
      let purpose =
        switch matches.count == 1 ? matches[0].role : nil {
        case .check, .observation: 2
        case .act where written == 2, .pause where written == 2: 1
        case .preparation where written == 2: 0
        default: written
        }
      let continues = purpose == last && !Self.purposes.contains(step.keyword)
      if !step.text.isEmpty { last = purpose }
      return (step, purpose, continues ? step.keyword : Self.purposes[purpose])
    }
  }

  /// Returns the sentence of a step; before an argument, without the colon at its end.
  private static func sentence(of step: GherkinPart.Step) -> String {
    let hasArgument = step.docString != nil || !step.rows.isEmpty
    return hasArgument && step.text.hasSuffix(":") && step.text.count > 1
      ? String(step.text.dropLast()) : step.text
  }

  /// Adds a step after its key, or after the dash of a list.
  private mutating func add(_ step: GherkinPart.Step, after mark: String, depth: Int) {
    addComments(step.comments + step.inner, depth: depth)
    if !step.mediaType.isEmpty { add(note: ["media type: \(step.mediaType)"], depth: depth) }
    if !step.rows.isEmpty { add(note: Self.lines(of: step.docString), depth: depth) }
    let sentence = Notation.text(Self.sentence(of: step), in: .block)
    guard step.docString != nil || !step.rows.isEmpty else {
      return add("\(mark) \(sentence)", depth: depth)
    }
    var depth = depth
    var line = sentence
    if mark == "-" {
      line = "- \(sentence)"
    } else {
      add(mark, depth: depth)
      depth += mark.hasPrefix("-") ? 2 : 1
    }
    if step.rows.isEmpty, let text = step.docString { return add(line, text, depth: depth) }
    add("\(line):", depth: depth)
    addTable(step.rows, depth: depth + (mark == "-" ? 2 : 1))
  }

  private static func lines(of text: String?) -> [String] {
    text.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) } ?? []
  }

  /// Adds a table as a list of mappings; as a list of lists if its first row can't name the columns.
  private mutating func addTable(_ rows: [GherkinPart.Row], depth: Int) {
    let names = rows.first?.cells ?? []
    let areKeys = rows.count > 1 && Set(names).count == names.count && !names.contains("")
    for (index, row) in rows.enumerated() {
      addComments(row.comments, depth: depth)
      guard areKeys else {
        add("- [\(row.cells.map(Self.value).joined(separator: ", "))]", depth: depth)
        continue
      }
      let entries = zip(names, row.cells)
        .map { "\(Notation.text($0, in: .flow)): \(Self.value($1))" }
      if index > 0 { add("- { \(entries.joined(separator: ", ")) }", depth: depth) }
    }
  }

  /// Returns the value of a cell: a number, `true` or `false`, otherwise a text.
  static func value(_ cell: String) -> String {
    NumberText.isNumber(cell) || ["true", "false"].contains(cell)
      ? cell : Notation.text(cell, in: .flow)
  }
}

// MARK: - Lines

extension ImportedStory {
  private func key(_ name: String) -> String { language.word(for: name) }

  private mutating func add(_ line: String, depth: Int) {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
  }

  /// Adds a key with a text, which can have several lines.
  private mutating func add(_ key: String, _ text: String, depth: Int) {
    guard let block = LiteralBlock(text) else {
      return add("\(key): \(Notation.text(text, in: .block))", depth: depth)
    }
    add("\(key): \(block.header)", depth: depth)
    for line in block.lines { add(line, depth: depth + (key.hasPrefix("- ") ? 2 : 1)) }
  }

  private mutating func addComments(_ comments: [String], depth: Int) {
    for comment in comments { add(comment, depth: depth) }
  }

  /// Adds what stories have no form for as a comment.
  private mutating func add(note: [String], depth: Int) {
    guard !note.isEmpty else { return }
    commentCount += 1
    addComments(note.map { $0.isEmpty ? "#" : "# \($0)" }, depth: depth)
  }

  /// Adds tags; those that stories can't have become comments.
  private mutating func addTags(_ tags: [String], depth: Int) {
    let usable = tags.filter(ImportedExamples.isUsable)
    add(note: tags.filter { !ImportedExamples.isUsable($0) }.map { "@\($0)" }, depth: depth)
    guard !usable.isEmpty else { return }
    add("\(key("tags")): \(ImportedExamples.list(of: usable))", depth: depth)
  }
}
