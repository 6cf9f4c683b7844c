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
    let file = URL(filePath: path).deletingPathExtension().lastPathComponent
    let lines = story(of: feature, title: feature.name.isEmpty ? file : feature.name)
      // Other line breaks of Unicode would end a comment in YAML; texts have them in quotes.
      .map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n" }
    let source = SourceFile(path: path, text: lines.joined())
    let formatted = FormattedStoryFile(formatting: source)
    let errors = formatted.diagnostics + StoryFile(reading: source).diagnostics
    if let error = errors.first(where: \.isError) {
      throw Diagnostic(
        "as a story, this feature would have an error: \(error.message)", at: .wholeFile(path),
        hints: ["Change it in the feature: \(error.location?.lineText ?? "")"])
    }
    text = formatted.text ?? ""
  }

  private mutating func story(of feature: GherkinPart, title: String) -> [String] {
    var lines = feature.comments
    if language.code != feature.language { lines += note(["language: \(feature.language)"]) }
    lines += entry(key("story"), title) + entry(key("module"), sentences.module)
    if !feature.description.isEmpty {
      lines += entry(key("about"), feature.description.joined(separator: "\n"))
    }
    if !feature.tags.isEmpty { lines.append("\(key("tags")) \(Notation.tags(feature.tags))") }
    return lines + background(of: feature) + scenarios(in: feature) + feature.ending
  }

  private mutating func background(of part: GherkinPart) -> [String] {
    guard let background = part.children.first, background.kind == .background else { return [] }
    let above = background.comments + note(heading(of: background))
    let lines = steps(of: background)
    let hasKey = part.kind == .feature && !lines.isEmpty
    return above + (hasKey ? [key("background")] + lines.indented : lines)
  }

  /// Returns the scenarios and rules in a part, or one that is skipped if there are none.
  private mutating func scenarios(in part: GherkinPart) -> [String] {
    var lines: [String] = []
    var titles: Set<String> = []
    for child in part.children where child.kind == .scenario || child.kind == .rule {
      let name = child.name.isEmpty ? "\(child.kind)".capitalized : child.name
      lines += scenario(of: child, title: titles.insert(numbered: name))
    }
    if titles.isEmpty {
      lines = (entry(key("scenario"), "Scenario") + entry(key("skip"), "no scenarios yet")).listed
    }
    return [key("scenarios")] + lines.indented
  }

  /// Returns a scenario, or a rule: a scenario with the steps of the background around the others.
  private mutating func scenario(of part: GherkinPart, title: String) -> [String] {
    let examples = ImportedExamples(of: part, title: title, in: language)
    var lines = entry(key("scenario"), examples.title) + note(part.description)
    if examples.tags != "[]" { lines.append("\(key("tags")) \(examples.tags)") }
    if part.kind == .rule {
      lines += background(of: part) + scenarios(in: part)
    } else {
      let steps = steps(of: part)
      let lacksRows = examples.rows.isEmpty && part.children.last?.kind == .examples
      if steps.isEmpty || lacksRows {
        lines += entry(key("skip"), "no \(steps.isEmpty ? "steps" : "examples") yet")
      }
      lines += steps + rows(of: part, as: examples)
    }
    return part.comments + lines.listed
  }

  /// Returns the examples of a scenario; only their comments if they have no rows.
  private mutating func rows(of scenario: GherkinPart, as examples: ImportedExamples) -> [String] {
    var lines: [String] = []
    var values = examples.rows.makeIterator()
    for part in scenario.children where part.kind == .examples {
      // The tags of all examples are those of a scenario without rows.
      let isEmpty = part.rows.count < 2 && !examples.rows.isEmpty
      let tags = isEmpty ? part.tags.map { "@\($0)" } : []
      lines += part.comments + note(tags + heading(of: part))
      if part.rows.count == 1 {
        let names = part.rows[0].cells.map { $0.replacing("\n", with: "\\n") }
        lines += note(["| \(names.joined(separator: " | ")) |"])
      }
      for (index, row) in part.rows.enumerated() {
        lines += row.comments
        if index > 0, let row = values.next() { lines.append("- \(Notation.list(row))") }
      }
    }
    guard !examples.rows.isEmpty else { return lines }
    let columns = examples.columns.map { Notation.text($0, in: .flow) }
    let table = ["\(key("columns")) \(Notation.list(columns))", key("rows")] + lines.indented
    return [key("examples")] + table.indented
  }

  /// Returns the name and the description of a part that has no title in a story.
  private func heading(of part: GherkinPart) -> [String] {
    (part.name.isEmpty ? [] : [key("\(part.kind)") + " " + part.name]) + part.description
  }
}

// MARK: - Steps

extension ImportedStory {
  private static let purposes = ["given", "when", "then"]

  /// Returns the steps of a part under `given`, `when` and `then`, or all under `steps` if they are
  /// in another order.
  private mutating func steps(of part: GherkinPart) -> [String] {
    let steps = part.children.filter { $0.kind.isStep }
    let purposes = purposes(of: steps)
    let isOrdered = zip(purposes, purposes.dropFirst()).allSatisfy { $0 <= $1 }
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      let continues = index > 0 && purposes[index] == purposes[index - 1]
      let isContinued = purposes[index...].dropFirst().first == purposes[index]
      let isJoined = !isOrdered && continues && (step.kind == .and || step.kind == .but)
      let key = key(isJoined ? "\(step.kind)" : Self.purposes[purposes[index]])
      if isOrdered, continues || isContinued {
        lines += continues ? [] : [key]
        lines += self.lines(of: step, after: nil, isListed: true).indented
      } else {
        lines += self.lines(of: step, after: key, isListed: !isOrdered)
      }
    }
    return isOrdered ? lines : [key("steps")] + lines.indented
  }

  /// Returns the index of each step's purpose in the module, otherwise that of its keyword.
  private func purposes(of steps: [GherkinPart]) -> [Int] {
    var written = 0
    return steps.map { step in
      written = step.kind.rawValue < Self.purposes.count ? step.kind.rawValue : written
      let matches = (try? sentences.matches(of: step.sentence)) ?? []
      return switch matches.count == 1 ? matches[0].role : nil {
      case .check, .observation: 2
      case .act where written == 2, .pause where written == 2: 1
      case .preparation where written == 2: 0
      default: written
      }
    }
  }

  /// Returns a step with its comments above it.
  private mutating func lines(
    of step: GherkinPart, after key: String?, isListed: Bool
  ) -> [String] {
    var above = step.comments
    if !step.mediaType.isEmpty { above += note(["media type: \(step.mediaType)"]) }
    let sentence = Notation.text(step.sentence, in: .block)
    var lines = [sentence]
    if !step.rows.isEmpty {
      let text = note(step.text?.components(separatedBy: "\n") ?? [])
      above += key == nil ? text : []
      lines = (key == nil ? [] : text) + ["\(sentence):"] + table(step.rows).indented
    } else if let text = step.text {
      lines = entry("\(sentence):", text)
    }
    if let key { lines = step.hasArgument ? [key] + lines.indented : ["\(key) \(sentence)"] }
    return above + (isListed ? lines.listed : lines)
  }

  /// Returns a table as a list of mappings; as a list of lists if its first row can't name the
  /// columns.
  private func table(_ rows: [GherkinPart.Row]) -> [String] {
    let names = rows[0].cells.map { Notation.text($0, in: .flow) }
    let areKeys = rows.count > 1 && Set(names).count == names.count && !rows[0].cells.contains("")
    return rows.enumerated().flatMap { index, row -> [String] in
      let values = row.cells.map(Notation.cell)
      let pairs = zip(names, values).map { (key: $0, value: $1) }
      let entry = areKeys ? Notation.mapping(pairs) : Notation.list(values)
      return row.comments + (areKeys && index == 0 ? [] : ["- \(entry)"])
    }
  }
}

// MARK: - Lines

extension ImportedStory {
  /// Returns a key in the language of the story, with its colon.
  private func key(_ name: String) -> String { language.word(for: name) + ":" }

  /// Returns a key with a text, which can have several lines.
  private func entry(_ key: String, _ text: String) -> [String] {
    guard let block = LiteralBlock(text) else {
      return ["\(key) \(Notation.text(text, in: .block))"]
    }
    return ["\(key) \(block.header)"] + block.lines.indented
  }

  /// Returns what stories have no form for as a comment.
  private mutating func note(_ lines: [String]) -> [String] {
    if !lines.isEmpty { commentCount += 1 }
    return lines.map { $0.isEmpty ? "#" : "# \($0)" }
  }
}

extension [String] {
  /// The lines in a key or an element of a list.
  fileprivate var indented: [String] { map { $0.isEmpty ? "" : "  \($0)" } }

  /// The lines as an element of a list.
  fileprivate var listed: [String] { ["- \(self[0])"] + Array(dropFirst()).indented }
}
