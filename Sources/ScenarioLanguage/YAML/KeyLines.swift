/// Finds repeated keys of a mapping.
struct KeyLines {
  /// The number of keys up to which a linear search is faster than a dictionary.
  private static let few = 12

  private var lines: [String: Int] = [:]
  private var count = 0
  private var row: Int

  /// Creates an empty set of keys for the mapping in a row.
  init(of row: Int) { self.row = row + 1 }

  /// Returns the line of an earlier key with the same text; `nil` if there is none.
  mutating func line(ofKeyLike key: Int, in table: NodeTable.Builder) -> Int? {
    count += 1
    guard count > Self.few else {
      var other = row
      while other < key {
        if table.word(ofRow: other) == table.word(ofRow: key) {
          return table.rows[other].range.start.line
        }
        // A key takes one row.
        other += 1 + Int(table.rows[other + 1].count)
      }
      return nil
    }
    while row < key {
      let text = table.word(ofRow: row)
      if lines[text] == nil { lines[text] = table.rows[row].range.start.line }
      row += 1 + Int(table.rows[row + 1].count)
    }
    return lines[table.word(ofRow: key)]
  }
}
