import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage

/// The examples of a scenario in Gherkin as one table.
struct ImportedExamples {
  /// The title, with the number of the row if two of them would be equal.
  private(set) var title: String

  /// The titles of the scenarios that the story gets: one for each row, or that without examples.
  private(set) var titles: [String] = []

  /// The tags of the scenario with those of its examples, or a column of them if they differ.
  private(set) var tags: String

  private(set) var columns: [String] = []

  /// The values of all rows in YAML.
  private(set) var rows: [[String]]

  init(of scenario: GherkinPart, title: String, in language: StoryLanguage) {
    let parts = scenario.children.filter { $0.kind == .examples }
    let names = parts.map { part -> [String] in
      var taken: Set<String> = []
      let cells = part.rows.first?.cells ?? []
      return cells.map { taken.insert(numbered: $0.isEmpty ? "column" : $0) }
    }
    for name in names.joined() where !columns.contains(name) { columns.append(name) }
    let texts = scenario.children.flatMap { [$0.name, $0.text ?? ""] + $0.rows.flatMap(\.cells) }
    for name in ([title] + texts).flatMap({ $0.matches(of: /<([^<>\n]+)>/).map { String($0.1) } })
    where !columns.contains(name) && !NearestText.suggestions(for: name, among: columns).isEmpty {
      columns.append(name)
    }
    let cells = zip(names, parts).flatMap { [columns] names, part -> [[String]] in
      part.rows.dropFirst().map { row in
        let values = Dictionary(uniqueKeysWithValues: zip(names, row.cells))
        // A placeholder without a value in these examples stays unchanged.
        return columns.map { values[$0] ?? "<\($0)>" }
      }
    }
    rows = cells.map { $0.map(Notation.cell) }
    let lists = parts.flatMap { part in
      part.rows.dropFirst().map { _ in Notation.tags(scenario.tags + part.tags) }
    }
    tags = lists.first ?? Notation.tags(scenario.tags + parts.flatMap(\.tags))
    self.title = title
    titles = cells.map { row in
      zip(columns, row).reduce(title) { $0.replacing("<\($1.0)>", with: $1.1) }
        .trimmingCharacters(in: .whitespaces)
    }
    // A title without placeholders gets the values of its row. One of empty values would be empty.
    let isSame = titles.allSatisfy { $0 == title }
    if titles.contains("") || (isSame ? Set(cells).count : Set(titles).count) < titles.count {
      let numbers = (1...titles.count).map(String.init)
      titles = zip(titles, numbers).map { "\($0) (\($1))" }
      self.title += " (<\(add("row", numbers))>)"
    } else if isSame {
      titles = cells.isEmpty ? [title] : cells.map { "\(title) (\($0.joined(separator: ", ")))" }
    }
    if Set(lists).count > 1 { tags = "<\(add(language.word(for: "tags"), lists))>" }
  }

  /// Adds a column with a value for each row, and returns its name.
  private mutating func add(_ name: String, _ values: [String]) -> String {
    var taken = Set(columns)
    columns.append(taken.insert(numbered: name))
    rows = zip(rows, values).map { $0 + [$1] }
    return columns[columns.count - 1]
  }
}

extension Set<String> {
  /// Inserts a name, with a number if it is taken, and returns it.
  mutating func insert(numbered name: String) -> String {
    let names = (1...).lazy.map { $0 == 1 ? name : "\(name) (\($0))" }
    let free = names.first { !contains($0) } ?? name
    insert(free)
    return free
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
    list(tags.withoutRepeats().map { text($0, in: .flow) })
  }
}
