import ScenarioKit
import ScenarioLanguage

/// The examples of a scenario in Gherkin as one table.
struct ImportedExamples {
  /// The title, with a column that tells the rows apart if nothing else does.
  private(set) var title: String

  /// The tags of the scenario, and of its examples if all have the same.
  private(set) var tags: [String]

  /// The column with the tags of each row; `nil` if all have the same.
  private(set) var tagColumn: String?

  private(set) var columns: [String] = []

  /// The notations of the values of each row, for each of the examples in the feature.
  private(set) var rows: [[[String]]] = []

  /// Whether there are examples, but no row in them.
  var areEmpty: Bool { !rows.isEmpty && rows.allSatisfy(\.isEmpty) }

  init(of scenario: GherkinPart, title: String, in language: StoryLanguage) {
    (self.title, tags) = (title, scenario.tags)
    let parts = scenario.children
    let names = parts.map { part in
      (part.rows.first?.cells ?? []).reduce(into: [String]()) { names, cell in
        names.append(ImportedStory.distinct(cell.isEmpty ? "column" : cell, from: names))
      }
    }
    for name in names.joined() where !columns.contains(name) { columns.append(name) }
    var cells = zip(names, parts).map { names, part in
      part.rows.dropFirst().map { row in
        let values = Dictionary(zip(names, row.cells)) { first, _ in first }
        // A placeholder that the examples don't have stays as it is.
        return columns.map { values[$0] ?? "<\($0)>" }
      }
    }
    let titles = cells.joined().map { row in
      zip(columns, row).reduce(title) { $0.replacing("<\($1.0)>", with: $1.1) }
    }
    // A title without placeholders gets the values of its row.
    let isSame = titles.allSatisfy { $0 == title }
    let count = isSame ? Set(cells.joined()).count : Set(titles).count
    if count < titles.count { number(&cells) }
    rows = cells.map { $0.map { $0.map(ImportedStory.value) } }
    guard Set(parts.map(\.tags)).count > 1 else {
      tags += (parts.first?.tags ?? []).filter { !tags.contains($0) }
      return
    }
    let column = ImportedStory.distinct(language.word(for: "tags"), from: columns)
    (tagColumn, columns) = (column, columns + [column])
    for (index, part) in parts.enumerated() {
      let list = Self.list(of: (tags + part.tags).filter(Self.isUsable))
      rows[index] = rows[index].map { $0 + [list] }
    }
  }

  /// Adds a column with the number of each row, and writes it into the title.
  private mutating func number(_ cells: inout [[[String]]]) {
    let column = ImportedStory.distinct("row", from: columns)
    columns.append(column)
    title += " (<\(column)>)"
    var number = 0
    for index in cells.indices {
      for row in cells[index].indices {
        number += 1
        cells[index][row].append("\(number)")
      }
    }
  }

  /// Returns whether a story can have a tag.
  static func isUsable(_ tag: String) -> Bool {
    !tag.contains(",") && !["and", "or", "not", "null", "~"].contains(tag)
  }

  /// Returns tags as a list, each once.
  static func list(of tags: [String]) -> String {
    let tags = tags.enumerated().filter { !tags[..<$0].contains($1) }.map(\.element)
    return "[\(tags.map { Notation.text($0, in: .flow) }.joined(separator: ", "))]"
  }
}
