import ScenarioLanguage

/// The examples of a scenario as a table of texts.
package struct ExampleTable: Hashable, Sendable, Encodable {
  package struct Row: Hashable, Sendable, Encodable {
    /// A text for each column.
    package var cells: [String]

    /// The index of the row in the story that this row replaces; `nil` for a new one.
    package var origin: Int?

    package init(_ cells: [String], origin: Int? = nil) {
      (self.cells, self.origin) = (cells, origin)
    }
  }

  package var columns: [String]
  package var rows: [Row]

  package init(columns: [String], rows: [Row]) { (self.columns, self.rows) = (columns, rows) }
}

extension LanguageService {
  /// Returns the examples of a scenario of an open document; `nil` if it has none.
  package func examples(
    ofScenarioAt line: Int, in path: String
  ) throws(Diagnostic) -> ExampleTable? {
    let text = try scenarioText(at: line, in: path)
    return try text["examples"].map { entry throws(Diagnostic) in
      try WrittenTable(entry.value, of: text).table
    }
  }

  /// Writes the examples of a scenario of an open document.
  ///
  /// Only cells that differ, and rows and columns that are new or gone, change in the text. New
  /// columns are the last ones, and new rows come last.
  ///
  /// - Returns: The text.
  /// - Throws: `Diagnostic` if the text has to be changed by hand.
  package func write(
    _ table: ExampleTable, toScenarioAt line: Int, in path: String
  ) throws(Diagnostic) -> String {
    var text = try scenarioText(at: line, in: path)
    let source = text.source
    if let entry = text["examples"] {
      let edits = try WrittenTable(entry.value, of: text).edits(to: table)
      return try source.checked(source.applying(edits))
    }
    let rows = table.rows.map { "\n  - " + WrittenTable.mapping(table.columns, $0.cells) }
    try text.apply(
      text.adding("\(text.language.word(for: "examples")):\(rows.joined())") { $0 != "scenarios" })
    return try source.checked(text.source)
  }
}
