import ScenarioLanguage

/// The examples of a scenario as a table of texts.
package struct ExampleTable: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// A text for each column.
    package var cells: [String]

    /// The index of the row in the story that this row replaces; `nil` for a new one.
    package var origin: Int?

    package init(_ cells: [String], origin: Int? = nil) {
      self.cells = cells
      self.origin = origin
    }
  }

  package var columns: [String]
  package var rows: [Row]

  package init(columns: [String], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }
}

extension LanguageService {
  /// Returns the examples of a scenario of an open document; `nil` if it has none.
  package func examples(
    ofScenarioAt line: Int, in path: String
  ) throws(Diagnostic) -> ExampleTable? {
    let (_, found, language) = try scenarioText(at: line, in: path)
    guard let document = document(path), let entry = found["examples"] else { return nil }
    return try WrittenTable(entry.value, of: document.source, language).table
  }

  /// Writes the examples of a scenario of an open document.
  ///
  /// Only cells that differ, and rows and columns that are new or gone, change in the text. New columns
  /// are the last ones, and new rows come last.
  ///
  /// - Returns: The text.
  /// - Throws: `Diagnostic` if the text has to be changed by hand.
  package func write(
    _ table: ExampleTable, toScenarioAt line: Int, in path: String
  ) throws(Diagnostic) -> String {
    var (text, found, language) = try scenarioText(at: line, in: path)
    guard let document = document(path), let entry = found["examples"] else {
      let rows = table.rows.map { "  - " + WrittenTable.mapping(table.columns, $0.cells) }
      try text.addKey(["\(language.word(for: "examples")):"] + rows, to: found)
      return try text.source.checked(text.text)
    }
    var written = try WrittenTable(entry.value, of: document.source, language)
    try written.take(table)
    return try document.source.checked(written.text)
  }
}
