import Foundation
import ScenarioKit
import ScenarioLanguage

/// A story converted from a feature in Gherkin, in the standard layout.
///
/// Parts that a story can't express become comments at their places.
package struct ImportedStory {
  /// The story as YAML, which can have errors that the feature does not have, such as a sentence
  /// that begins like a time word.
  package private(set) var text = ""

  /// The first line of each part that became a comment.
  package private(set) var notes: [String]

  /// The parts that may be meant otherwise, each with its line in the feature and what to write.
  package private(set) var doubts: [String] = []

  private let language: StoryLanguage
  private let vocabulary: Vocabulary

  /// Creates the story of a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - path: The path of its file, whose name is the title of a feature without a name.
  ///   - vocabulary: The vocabulary of the module that the story is about.
  package init(_ feature: GherkinPart, path: String, for vocabulary: Vocabulary) {
    (language, self.vocabulary) = (StoryLanguage.named(feature.language) ?? .english, vocabulary)
    notes = feature.ignored
    let file = URL(filePath: path).deletingPathExtension().lastPathComponent
    let lines = story(of: feature, title: feature.name.isEmpty ? file : feature.name)
      // Other line breaks of Unicode would end a comment in YAML; texts have them in quotes.
      .map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n" }
    let source = SourceFile(path: path, text: lines.joined())
    text = FormattedStoryFile(formatting: source).text ?? lines.joined()
  }

  private mutating func story(of feature: GherkinPart, title: String) -> [String] {
    var lines = feature.comments
    if language.code != feature.language { lines += note(["language: \(feature.language)"]) }
    lines += entry(key("story"), title) + entry(key("module"), vocabulary.module)
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
      // A number distinguishes scenarios with equal titles, also once there are examples.
      let choices = (1...).lazy.map { [language] number in
        ImportedExamples(
          of: child, title: number == 1 ? name : "\(name) (\(number))", in: language)
      }
      if let examples = choices.first(where: { titles.isDisjoint(with: $0.titles) }) {
        titles.formUnion(examples.titles)
        lines += scenario(of: child, with: examples)
      }
    }
    let none = ["- \(key("scenario")) Scenario", "  \(key("skip")) no scenarios yet"]
    return [key("scenarios")] + (titles.isEmpty ? none : lines).indented
  }

  /// Returns a scenario, or a rule: a scenario with the steps of the background around the others.
  private mutating func scenario(
    of part: GherkinPart, with examples: ImportedExamples
  ) -> [String] {
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
    if part.kind == .scenario, purposes.max() == 0, let first = steps.first, first.kind != .given {
      doubt(first, "no When or Then begins these steps; move acts and checks from \(key("given"))")
    }
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      let continues = index > 0 && purposes[index] == purposes[index - 1]
      let isContinued = purposes[index...].dropFirst().first == purposes[index]
      let isJoined = !isOrdered && continues && (step.kind == .and || step.kind == .but)
      let key = key(isJoined ? "\(step.kind)" : Self.purposes[purposes[index]])
      let (comments, content) = self.lines(of: step)
      if isOrdered, continues || isContinued {
        lines += (continues ? [] : [key]) + (comments + content.listed).indented
      } else {
        let entry = step.hasArgument ? [key] + content.indented : ["\(key) \(content[0])"]
        lines += comments + (isOrdered ? entry : entry.listed)
      }
    }
    return isOrdered ? lines : [key("steps")] + lines.indented
  }

  /// Returns the index of each step's purpose in the module, otherwise that of its keyword.
  private func purposes(of steps: [GherkinPart]) -> [Int] {
    var written = 0
    return steps.map { step in
      written = step.kind.rawValue < Self.purposes.count ? step.kind.rawValue : written
      return switch vocabulary.sentences.entry(of: step.sentence)?.signature.role {
      case .check, .observation: 2
      case .act where written == 2, .pause where written == 2: 1
      case .preparation where written == 2: 0
      default: written
      }
    }
  }

  /// Returns the comments above a step, and the step.
  private mutating func lines(of step: GherkinPart) -> (comments: [String], content: [String]) {
    var comments = step.comments
    let data = json(of: step)
    if data == nil, !step.mediaType.isEmpty { comments += note(["media type: \(step.mediaType)"]) }
    let sentence = Notation.text(step.sentence, in: .block)
    guard step.rows.isEmpty else {
      comments += note(step.text?.components(separatedBy: "\n") ?? [])
      return (comments, ["\(sentence):"] + table(of: step).indented)
    }
    guard let text = step.text else { return (comments, [sentence]) }
    return (comments, data.map { ["\(sentence):"] + $0.indented } ?? entry("\(sentence):", text))
  }

  /// Returns a table as a list of mappings; as a list of values or lists if its first row can't
  /// name the columns, and as a mapping if the step takes one.
  private mutating func table(of step: GherkinPart) -> [String] {
    let rows = step.rows
    let shape = shape(of: step)
    let names = rows[0].cells.map { Notation.text($0, in: .flow) }
    let values = rows.map { $0.cells.map(Notation.cell) }
    let items = values.map { $0.count == 1 ? $0[0] : Notation.list($0) }
    let areKeys =
      rows.count > 1 && Set(names).count == names.count && !rows[0].cells.contains("")
      && !rows[0].cells.allSatisfy(NumberText.isNumber)
      && shape != .list(.text) && shape != .list(.list(.text))
    let keys = Set(rows.compactMap(\.cells.first))
    let isMapping = names.count == 2 && keys.count == rows.count && !keys.contains("")
    let pairs = (isMapping ? rows : []).map {
      (key: Notation.text($0.cells[0], in: .flow), value: Notation.cell($0.cells[1]))
    }
    switch shape {
    case .mapping where isMapping, .dictionary where isMapping:
      return zip(rows, pairs).flatMap { $0.comments + ["\($1.key): \($1.value)"] }
    case nil where isMapping && mayBeMapping(rows):
      doubt(step, "if the rows are keys and values, write \(Notation.mapping(pairs))")
    case nil where areKeys && mayBeValues(rows):
      doubt(step, "if the first row is no header, write \(Notation.list(items))")
    default: break
    }
    return rows.enumerated().flatMap { index, row -> [String] in
      let pairs = zip(names, values[index]).map { (key: $0, value: $1) }
      let item = areKeys ? Notation.mapping(pairs) : items[index]
      return row.comments + (areKeys && index == 0 ? [] : ["- \(item)"])
    }
  }

  /// Returns whether the rows of a table with two columns may be keys with values, below no header:
  /// the first value does not look like a name, or the values are of several kinds.
  private func mayBeMapping(_ rows: [GherkinPart.Row]) -> Bool {
    let (key, value) = (rows[0].cells[0], rows[0].cells[1])
    return value.contains(/[^\w -]|^-?\d|( \w+){3}|^(on|off|yes|no|true|false)$/)
      || key.first?.isLowercase == true && value.first?.isUppercase == true
      || Set(rows.dropFirst().map { NumberText.isNumber($0.cells[1]) }).count > 1
  }

  /// Returns whether the first row of a table may have values, as those below it: one of them
  /// begins with a digit, or the only one begins as those below it do.
  private func mayBeValues(_ rows: [GherkinPart.Row]) -> Bool {
    let areCapitals = Set(rows.map { $0.cells[0].contains(/^[\p{Lu}<]/) })
    return rows[0].cells.contains { $0.contains(/^-?\d/) }
      || rows[0].cells.count == 1 && areCapitals.count == 1
  }

  /// Adds a step that may be meant otherwise.
  private mutating func doubt(_ step: GherkinPart, _ advice: String) {
    doubts.append("line \(step.line): \(advice)")
  }

  /// Returns the shape of the data that a step takes or shows; `nil` if it is not known.
  private func shape(of step: GherkinPart) -> DataShape? {
    let definition = vocabulary.sentences.entry(of: step.sentence).map(vocabulary.definition)
    if case .given(let shape, _) = definition?.data { return shape }
    return definition?.shownShape
  }

  /// Returns a doc string with a list or an object in JSON as YAML, with its order and its numbers
  /// as they are; `nil` for any other text.
  private func json(of step: GherkinPart) -> [String]? {
    guard step.mediaType.hasSuffix("json"), step.rows.isEmpty, shape(of: step) != .text,
      let text = step.text,
      Value(json: text.replacing(/<[^<>,\n]+>/, with: "0"))?.isCollection == true
    else { return nil }
    return text.replacing(/("(?:[^"\\]|\\.)*")(\s*:)?/) { match in
      guard case .text(let string) = Value(json: String(match.1)) else { return String(match.0) }
      // A value of examples in quotes stays a text.
      let yaml =
        string.contains("<") ? Notation.quoted(string) : Notation.text(string, in: .flow)
      return match.2 == nil ? yaml : "\(yaml): "
    }.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

// MARK: - Lines

extension ImportedStory {
  /// Returns a key in the language of the story, with its colon.
  private func key(_ name: String) -> String { language.word(for: name) + ":" }

  /// Returns a key with a text, which can have several lines.
  private func entry(_ key: String, _ text: String) -> [String] {
    let block = LiteralBlock(text).map { ["\(key) \($0.header)"] + $0.lines.indented }
    return block ?? ["\(key) \(Notation.text(text, in: .block))"]
  }

  /// Returns lines that a story can't express as a comment.
  private mutating func note(_ lines: [String]) -> [String] {
    notes += lines.prefix(1)
    return lines.map { $0.isEmpty ? "#" : "# \($0)" }
  }
}

extension [String] {
  /// The lines in a key or an element of a list.
  fileprivate var indented: [String] { map { $0.isEmpty ? "" : "  \($0)" } }

  /// The lines as an element of a list.
  fileprivate var listed: [String] { ["- \(self[0])"] + Array(dropFirst()).indented }
}
