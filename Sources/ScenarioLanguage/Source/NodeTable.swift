/// The values of a document, one behind the other in the order of the file.
///
/// A list or mapping is followed by what it holds, a mapping by each key and its value. Whoever
/// holds one of the values holds them all: a document is read once, and most of its values are asked
/// for once, so that a tree of them would be built and taken apart for nothing.
final class NodeTable: Sendable {
  /// What a value is.
  enum Kind: Sendable, Hashable {
    case scalar(Node.Style)
    case sequence
    case mapping
  }

  /// A value.
  struct Row: Sendable, Hashable {
    /// What it is.
    var kind: Kind

    /// Its place among the tags, from 0; -1 where it has none.
    var tag: Int32 = -1

    /// How many rows it takes, its own too.
    var count: Int32 = 1

    /// Where it stands.
    var range: SourceRange

    /// The text of a scalar; empty for a list or a mapping.
    var text = ""
  }

  /// The values.
  let rows: [Row]

  /// The tags in front of values, as they are written.
  let tags: [String]

  /// Creates the table of a document that is read.
  init(rows: [Row], tags: [String]) {
    self.rows = rows
    self.tags = tags
  }
}

// MARK: - Tables of values that are made of others

extension NodeTable {
  /// Puts values into a table one by one.
  struct Builder {
    /// The rows so far.
    var rows: [Row] = []

    /// Their tags.
    var tags: [String] = []

    /// Takes note of a tag, and tells its place among them.
    mutating func index(of tag: String?) -> Int32 {
      guard let tag else { return -1 }
      tags.append(tag)
      return Int32(tags.count - 1)
    }

    /// Adds a value with all that it holds.
    mutating func append(_ node: Node) {
      let table = node.table
      for row in table.rows[node.row..<node.row + Int(table.rows[node.row].count)] {
        rows.append(row)
        guard row.tag >= 0 else { continue }
        rows[rows.count - 1].tag = index(of: table.tags[Int(row.tag)])
      }
    }

    /// The table of what was added.
    var table: NodeTable { NodeTable(rows: rows, tags: tags) }
  }

  /// Creates the table of a value with its tag and place.
  convenience init(_ content: Node.Content, tag: String?, range: SourceRange) {
    var builder = Builder()
    let tag = builder.index(of: tag)
    switch content {
    case .scalar(let text, let style):
      builder.rows.append(Row(kind: .scalar(style), tag: tag, range: range, text: text))
    case .sequence(let items):
      builder.rows.append(Row(kind: .sequence, tag: tag, range: range))
      for item in items { builder.append(item) }
    case .mapping(let entries):
      builder.rows.append(Row(kind: .mapping, tag: tag, range: range))
      for entry in entries {
        builder.append(entry.key)
        builder.append(entry.value)
      }
    }
    builder.rows[0].count = Int32(builder.rows.count)
    self.init(rows: builder.rows, tags: builder.tags)
  }
}

extension NodeTable {
  /// The tag of a row of the table; `nil` where it has none.
  func tag(of row: Row) -> String? { row.tag < 0 ? nil : tags[Int(row.tag)] }
}
