import DisplayText
import ScenarioKit
import ScenarioLanguage

/// The examples of a scenario in Gherkin as one table.
struct ImportedExamples {
  /// The title, with the number of the row if nothing else tells two of them apart.
  private(set) var title: String

  /// The tags of the scenario, and those of its examples if all have the same; otherwise a column.
  private(set) var tags: String

  private(set) var columns: [String] = []

  /// The values of the rows in YAML, for each of the examples in the feature.
  private(set) var rows: [[[String]]] = []

  init(of scenario: GherkinPart, title: String, in language: StoryLanguage) {
    let parts = scenario.children.filter { $0.kind == .examples }
    (self.title, tags) = (title, Notation.tags(scenario.tags))
    let names = parts.map { part in
      (part.rows.first?.cells ?? []).reduce(into: [String]()) { names, cell in
        names.append(cell.isEmpty ? "column" : cell, distinctFrom: names)
      }
    }
    for name in names.joined() where !columns.contains(name) { columns.append(name) }
    let texts = scenario.children.flatMap { [$0.name, $0.text ?? ""] + $0.rows.flatMap(\.cells) }
    for name in ([title] + texts).flatMap({ $0.matches(of: /<([^<>\n]+)>/).map { String($0.1) } })
    where !NearestText.suggestions(for: name, among: columns).isEmpty && !columns.contains(name) {
      columns.append(name)
    }
    let cells = zip(names, parts).map { [columns] names, part in
      part.rows.dropFirst().map { row in
        let values = Dictionary(uniqueKeysWithValues: zip(names, row.cells))
        // What these examples have no value for stays as it is.
        return columns.map { values[$0] ?? "<\($0)>" }
      }
    }
    rows = cells.map { $0.map { $0.map(Notation.cell) } }
    let titles = cells.joined().map { row in
      zip(columns, row).reduce(title) { $0.replacing("<\($1.0)>", with: $1.1) }
    }
    // A title without placeholders gets the values of its row.
    let isSame = titles.allSatisfy { $0 == title }
    if (isSame ? Set(cells.joined()).count : Set(titles).count) < titles.count {
      var numbers = (1...titles.count).makeIterator()
      self.title += " (<\(add("row") { _ in numbers.next().map(String.init) ?? "" })>)"
    }
    let lists = parts.map { Notation.tags(scenario.tags + $0.tags) }
    tags = Notation.tags(scenario.tags + parts.flatMap(\.tags))
    guard Set(lists).count > 1, !titles.isEmpty else { return }
    tags = "<\(add(language.word(for: "tags")) { lists[$0] })>"
  }

  /// Adds a column and returns its name.
  ///
  /// - Parameter value: Returns the value of a row, from the index of its examples.
  private mutating func add(_ name: String, value: (Int) -> String) -> String {
    columns.append(name, distinctFrom: columns)
    for index in rows.indices { rows[index] = rows[index].map { $0 + [value(index)] } }
    return columns[columns.count - 1]
  }
}

extension [String] {
  /// Appends a name, with a number if it is taken.
  mutating func append(_ name: String, distinctFrom taken: [String]) {
    let names = (2...taken.count + 2).map { "\(name) (\($0))" }
    append(([name] + names).first { !taken.contains($0) } ?? name)
  }
}

extension Notation {
  /// Returns the value of a cell: a number, `true` or `false`, otherwise a text.
  static func cell(_ text: String) -> String {
    NumberText.isNumber(text) || ["true", "false"].contains(text)
      ? text : Notation.text(text, in: .flow)
  }

  /// Returns tags as a list in one line, each once.
  static func tags(_ tags: [String]) -> String {
    let tags = tags.enumerated().filter { !tags[..<$0].contains($1) }.map(\.element)
    return "[\(tags.map { text($0, in: .flow) }.joined(separator: ", "))]"
  }
}
