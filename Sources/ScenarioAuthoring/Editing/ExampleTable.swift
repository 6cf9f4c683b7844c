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
