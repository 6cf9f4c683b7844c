/// The values of a document, one behind the other in the order of the file.
///
/// A list or mapping is followed by what it holds, a mapping by each key and its value. Whoever
/// holds one of the values holds them all: a document is read once, and most of its values are asked
/// for once, so that a tree of them would be built and taken apart for nothing.
final class NodeTable: Sendable {
  /// What a value is.
  enum Kind: Sendable, Hashable, Codable {
    case scalar(Node.Style)
    case sequence
    case mapping
  }

  /// A value.
  struct Row: Sendable, Codable {
    /// What it is.
    var kind: Kind

    /// The place of its tag among the words, from 0; -1 where it has none.
    var tag: Int32 = -1

    /// The place of a scalar's text among the words, from 0; -1 for a list or a mapping.
    var text: Int32 = -1

    /// How many rows it takes, its own too.
    var count: Int32 = 1

    /// Where it stands.
    var range: SourceRange
  }

  /// The values.
  let rows: [Row]

  /// The texts of scalars, and the tags in front of values as they are written.
  let words: [String]

  /// The row that has another tag than its own; -1 where none has.
  private let changedRow: Int

  /// What it has instead; `nil` for none.
  private let changedTag: String?

  /// Creates the table of a document that is read.
  init(rows: [Row], words: [String]) {
    self.rows = rows
    self.words = words
    (changedRow, changedTag) = (-1, nil)
  }

  /// Creates a table in which a row has another tag.
  ///
  /// Whoever looks at that row and what it holds sees no row in which the table was changed before:
  /// such a row could only be the same, or one that holds it.
  init(_ other: NodeTable, withTag tag: String?, inRow row: Int) {
    rows = other.rows
    words = other.words
    (changedRow, changedTag) = (row, tag)
  }

  /// The tag of a row; `nil` where it has none.
  func tag(ofRow row: Int) -> String? {
    if row == changedRow { return changedTag }
    let word = Int(rows[row].tag)
    return word < 0 ? nil : words[word]
  }

  /// The text of a row; `nil` for a list or a mapping.
  func text(ofRow row: Int) -> String? {
    let word = Int(rows[row].text)
    return word < 0 ? nil : words[word]
  }
}

// MARK: - Tables of values that are made of others

extension NodeTable {
  /// Puts values into a table one by one.
  struct Builder: Codable {
    /// The rows so far.
    var rows: [Row] = []

    /// Their texts and tags.
    var words: [String] = []

    /// Adds a value; a list or mapping gets what it holds behind it.
    mutating func append(_ kind: Kind, text: String? = nil, tag: String?, range: SourceRange) {
      rows.append(Row(kind: kind, tag: place(of: tag), text: place(of: text), range: range))
    }

    /// Adds a list or mapping with what is added meanwhile.
    mutating func append(
      _ kind: Kind, tag: String?, range: SourceRange, holding add: (inout Builder) -> Void
    ) {
      let row = rows.count
      append(kind, tag: tag, range: range)
      add(&self)
      rows[row].count = Int32(rows.count - row)
    }

    /// Adds a value with all that it holds.
    mutating func append(_ node: Node) {
      let table = node.table
      for index in node.row..<node.row + Int(table.rows[node.row].count) {
        var row = table.rows[index]
        row.tag = place(of: table.tag(ofRow: index))
        row.text = place(of: table.text(ofRow: index))
        rows.append(row)
      }
    }

    private mutating func place(of word: String?) -> Int32 {
      guard let word else { return -1 }
      words.append(word)
      return Int32(words.count - 1)
    }

    /// The text of the scalar in a row.
    func word(ofRow row: Int) -> String { words[Int(rows[row].text)] }

    /// The table of what was added.
    var table: NodeTable { NodeTable(rows: rows, words: words) }
  }

  /// Creates the table of a value with its tag and place.
  convenience init(_ content: Node.Content, tag: String?, range: SourceRange) {
    var builder = Builder()
    switch content {
    case .scalar(let text, let style):
      builder.append(.scalar(style), text: text, tag: tag, range: range)
    case .sequence(let items):
      builder.append(.sequence, tag: tag, range: range) { builder in
        for item in items { builder.append(item) }
      }
    case .mapping(let entries):
      builder.append(.mapping, tag: tag, range: range) { builder in
        for entry in entries {
          builder.append(entry.key)
          builder.append(entry.value)
        }
      }
    }
    self.init(rows: builder.rows, words: builder.words)
  }
}

/// A node in a form that can be sent to another process.
package struct SentNode: Sendable, Hashable, Codable {
  /// The node.
  package let node: Node

  /// Creates the form of a node.
  package init(_ node: Node) { self.node = node }

  /// Reads a node with all that it holds.
  package init(from decoder: any Decoder) throws {
    node = Node(try NodeTable.Builder(from: decoder).table, row: 0)
  }

  /// Writes the node with all that it holds.
  package func encode(to encoder: any Encoder) throws {
    var builder = NodeTable.Builder()
    builder.append(node)
    try builder.encode(to: encoder)
  }
}
