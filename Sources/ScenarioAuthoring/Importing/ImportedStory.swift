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

  /// Creates the story of a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - path: The path of its file, whose name is the title of a feature without a name.
  ///   - sentences: The sentences of the module that the story is about.
  /// - Throws: An error that the story would have, but that the feature does not have.
  package init(_ feature: GherkinPart, path: String, for sentences: KnownSentences)
    throws(Diagnostic)
  {
    (language, self.sentences) = (StoryLanguage(code: feature.language) ?? .english, sentences)
    addStory(feature, path: path)
    let source = SourceFile(path: path, text: lines.map { "\($0)\n" }.joined())
    let formatted = FormattedStoryFile(formatting: source)
    let errors = formatted.diagnostics + StoryFile(reading: source).diagnostics
    if let error = errors.first(where: \.isError) {
      throw Diagnostic(
        "as a story, this feature would have an error: \(error.message)", at: .wholeFile(path),
        hints: ["Change it in the feature: \(error.location?.lineText ?? "")"])
    }
    text = formatted.text ?? ""
  }

  private mutating func addStory(_ feature: GherkinPart, path: String) {
    let file = URL(filePath: path).deletingPathExtension().lastPathComponent
    add(feature.comments, 0)
    if language.code != feature.language { add(note: ["language: \(feature.language)"], 0) }
    add(key("story", feature.name.isEmpty ? file : feature.name), 0)
    add(key("module", sentences.module), 0)
    if !feature.description.isEmpty {
      add(key("about"), text: feature.description.joined(separator: "\n"), 0)
    }
    if !feature.tags.isEmpty { add("\(key("tags")) \(Notation.tags(feature.tags))", 0) }
    addBackground(of: feature, 0)
    addScenarios(of: feature, 0)
    add(feature.ending, 0)
  }

  private mutating func addBackground(of part: GherkinPart, _ depth: Int) {
    guard let background = part.children.first, background.kind == .background else { return }
    add(background.comments, depth)
    add(note: heading(of: background), depth)
    let hasKey = part.kind == .feature && !background.children.isEmpty
    if hasKey { add(key("background"), depth) }
    addSteps(of: background, hasKey ? depth + 1 : depth)
  }

  /// Adds the scenarios and rules in a part, or one that is skipped if there are none.
  private mutating func addScenarios(of part: GherkinPart, _ depth: Int) {
    add(key("scenarios"), depth)
    var titles: [String] = []
    let children = part.children.filter { $0.kind == .scenario || $0.kind == .rule }
    if children.isEmpty {
      add("- \(key("scenario", "Scenario"))", depth + 1)
      add(key("skip", "no scenarios yet"), depth + 2)
    }
    for child in children {
      titles.append(
        child.name.isEmpty ? "\(child.kind)".capitalized : child.name, distinctFrom: titles)
      add(child, title: titles[titles.count - 1], depth + 1)
    }
  }

  /// Adds a scenario, or a rule: a scenario with the background's steps, in which the others are.
  private mutating func add(_ part: GherkinPart, title: String, _ depth: Int) {
    let examples = ImportedExamples(of: part, title: title, in: language)
    add(part.comments, depth)
    add("- \(key("scenario", examples.title))", depth)
    add(note: part.description, depth + 1)
    if examples.tags != "[]" { add("\(key("tags")) \(examples.tags)", depth + 1) }
    if part.kind == .rule {
      addBackground(of: part, depth + 1)
      return addScenarios(of: part, depth + 1)
    }
    let hasRows = !examples.rows.joined().isEmpty
    if !part.children.contains(where: { $0.kind.isStep }) {
      add(key("skip", "no steps yet"), depth + 1)
    } else if !examples.rows.isEmpty, !hasRows {
      add(key("skip", "no examples yet"), depth + 1)
    }
    addSteps(of: part, depth + 1)
    if hasRows {
      let columns = examples.columns.map { Notation.text($0, in: .flow) }
      add(key("examples"), depth + 1)
      add("\(key("columns")) [\(columns.joined(separator: ", "))]", depth + 2)
      add(key("rows"), depth + 2)
    }
    for (part, values) in zip(part.children.filter({ $0.kind == .examples }), examples.rows) {
      add(part.comments, depth + 3)
      add(note: heading(of: part), depth + 3)
      if part.rows.count == 1 {
        let names = part.rows[0].cells.map { $0.replacing("\n", with: "\\n") }
        add(note: ["| \(names.joined(separator: " | ")) |"], depth + 3)
      }
      for (index, row) in part.rows.enumerated() {
        add(row.comments, depth + 3)
        if index > 0 { add("- [\(values[index - 1].joined(separator: ", "))]", depth + 3) }
      }
    }
  }

  /// Returns the name and the description of a part that has no title in a story.
  private func heading(of part: GherkinPart) -> [String] {
    (part.name.isEmpty ? [] : [key("\(part.kind)") + " " + part.name]) + part.description
  }
}

// MARK: - Steps

extension ImportedStory {
  private static let purposes = ["given", "when", "then"]

  /// Adds the steps of a part under `given`, `when` and `then`, or all under `steps` if they are in
  /// another order.
  private mutating func addSteps(of part: GherkinPart, _ depth: Int) {
    let steps = part.children.filter { $0.kind.isStep }
    let purposes = purposes(of: steps)
    guard zip(purposes, purposes.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      add(key("steps"), depth)
      for (index, step) in steps.enumerated() {
        let continues = index > 0 && purposes[index] == purposes[index - 1]
        let isJoined = continues && (step.kind == .and || step.kind == .but)
        let keyword = isJoined ? "\(step.kind)" : Self.purposes[purposes[index]]
        add(step, after: "- \(key(keyword))", depth + 1)
      }
      return
    }
    for (index, name) in Self.purposes.enumerated() {
      let steps = zip(steps, purposes).filter { $0.1 == index }.map(\.0)
      if steps.count > 1 { add(key(name), depth) }
      for step in steps {
        add(step, after: steps.count > 1 ? "-" : key(name), steps.count > 1 ? depth + 1 : depth)
      }
    }
  }

  /// Returns the index of each step's purpose in the module, otherwise that of its keyword.
  private func purposes(of steps: [GherkinPart]) -> [Int] {
    var written = 0
    return steps.map { step in
      written = step.kind.rawValue < Self.purposes.count ? step.kind.rawValue : written
      let matches = (try? sentences.matches(of: Self.sentence(of: step))) ?? []
      return switch matches.count == 1 ? matches[0].role : nil {
      case .check, .observation: 2
      case .act where written == 2, .pause where written == 2: 1
      case .preparation where written == 2: 0
      default: written
      }
    }
  }

  /// Returns the sentence of a step; before an argument, without the colon at its end.
  private static func sentence(of step: GherkinPart) -> String {
    let hasArgument = step.text != nil || !step.rows.isEmpty
    return hasArgument && step.name.hasSuffix(":") ? String(step.name.dropLast()) : step.name
  }

  /// Adds a step after its key, or after the dash of a list.
  private mutating func add(_ step: GherkinPart, after mark: String, _ depth: Int) {
    add(step.comments, depth)
    if !step.mediaType.isEmpty { add(note: ["media type: \(step.mediaType)"], depth) }
    let sentence = Notation.text(Self.sentence(of: step), in: .block)
    if step.rows.isEmpty, step.text == nil { return add("\(mark) \(sentence)", depth) }
    var (line, depth) = ("\(sentence):", depth)
    if mark == "-" {
      line = "- \(line)"
    } else {
      add(mark, depth)
      depth += mark.hasPrefix("-") ? 2 : 1
    }
    guard !step.rows.isEmpty else { return add(line, text: step.text ?? "", depth) }
    if let text = step.text { add(note: text.components(separatedBy: "\n"), depth) }
    add(line, depth)
    addTable(step.rows, mark == "-" ? depth + 2 : depth + 1)
  }

  /// Adds a table as a list of mappings; as a list of lists if its first row can't name the columns.
  private mutating func addTable(_ rows: [GherkinPart.Row], _ depth: Int) {
    let names = rows.first?.cells ?? []
    let areKeys = rows.count > 1 && Set(names).count == names.count && !names.contains("")
    for (index, row) in rows.enumerated() {
      add(row.comments, depth)
      let values = row.cells.map(Notation.cell)
      let entries = zip(names, values).map { "\(Notation.text($0, in: .flow)): \($1)" }
      if !areKeys {
        add("- [\(values.joined(separator: ", "))]", depth)
      } else if index > 0 {
        add("- { \(entries.joined(separator: ", ")) }", depth)
      }
    }
  }
}

// MARK: - Lines

extension ImportedStory {
  /// Returns a key in the language of the story, with its colon.
  private func key(_ name: String) -> String { language.word(for: name) + ":" }

  private func key(_ name: String, _ text: String) -> String {
    "\(key(name)) \(Notation.text(text, in: .block))"
  }

  private mutating func add(_ line: String, _ depth: Int) {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
  }

  private mutating func add(_ comments: [String], _ depth: Int) {
    for comment in comments { add(comment, depth) }
  }

  /// Adds a key with a text, which can have several lines.
  private mutating func add(_ key: String, text: String, _ depth: Int) {
    guard let block = LiteralBlock(text) else {
      return add("\(key) \(Notation.text(text, in: .block))", depth)
    }
    add("\(key) \(block.header)", depth)
    for line in block.lines { add(line, key.hasPrefix("-") ? depth + 2 : depth + 1) }
  }

  /// Adds what stories have no form for as a comment.
  private mutating func add(note: [String], _ depth: Int) {
    if !note.isEmpty { commentCount += 1 }
    add(note.map { $0.isEmpty ? "#" : "# \($0)" }, depth)
  }
}
