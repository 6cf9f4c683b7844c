/// The values of a document in a flat table, in the order of the file.
///
/// The rows of a list's items, or a mapping's keys and values, follow the row of the list or
/// mapping. A node keeps the whole table alive. A document is read once and most values are
/// accessed once, so building a tree would be wasted work.
final class NodeTable: Sendable {
  /// The kind of a value.
  enum Kind: Sendable, Hashable, Codable {
    case scalar(Node.Style)
    case sequence, mapping
  }

  /// A value in the table.
  struct Row: Sendable, Codable {
    var kind: Kind

    /// The index of the value's tag in `words`; -1 if it has none.
    var tag: Int32 = -1

    /// The index of a scalar's text in `words`; -1 for a list or a mapping.
    var text: Int32 = -1

    /// The number of rows of the value, including its own.
    var count: Int32 = 1

    /// The source range of the value.
    var range: SourceRange
  }

  let rows: [Row]

  /// The texts of scalars, and the tags as written.
  let words: [String]

  /// Creates the table of a document.
  init(rows: [Row], words: [String]) { (self.rows, self.words) = (rows, words) }

  /// Returns the tag of a row; `nil` if it has none.
  func tag(ofRow row: Int) -> String? {
    let word = Int(rows[row].tag)
    return word < 0 ? nil : words[word]
  }

  /// Returns the text of a row; `nil` for a list or a mapping.
  func text(ofRow row: Int) -> String? {
    let word = Int(rows[row].text)
    return word < 0 ? nil : words[word]
  }

  // MARK: - Tables of values that are made of others

  /// Builds a table value by value.
  struct Builder: Codable {
    /// The rows so far.
    var rows: [Row] = []

    /// The texts and tags of the rows.
    var words: [String] = []

    /// Adds a value; the contents of a list or mapping have to be added after it.
    mutating func append(_ kind: Kind, text: String? = nil, tag: String?, range: SourceRange) {
      rows.append(Row(kind: kind, tag: location(of: tag), text: location(of: text), range: range))
    }

    /// Adds a list or mapping with the values that a closure adds.
    mutating func append(
      _ kind: Kind, tag: String?, range: SourceRange, holding add: (inout Builder) -> Void
    ) {
      let row = rows.count
      append(kind, tag: tag, range: range)
      add(&self)
      rows[row].count = Int32(rows.count - row)
    }

    /// Adds a value with all its contents.
    mutating func append(_ node: Node) {
      let table = node.table
      for index in node.rows {
        var row = table.rows[index]
        row.tag = location(of: table.tag(ofRow: index))
        row.text = location(of: table.text(ofRow: index))
        rows.append(row)
      }
    }

    private mutating func location(of word: String?) -> Int32 {
      guard let word else { return -1 }
      words.append(word)
      return Int32(words.count - 1)
    }

    /// Returns the text of the scalar in a row.
    func word(ofRow row: Int) -> String { words[Int(rows[row].text)] }

    /// The table of the added values.
    var table: NodeTable { NodeTable(rows: rows, words: words) }
  }

  /// Creates the table of a single value with its contents.
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

/// A node that can be encoded and sent to another process.
package struct SentNode: Sendable, Hashable, Codable {
  package let node: Node

  /// Creates the encodable form of a node.
  package init(_ node: Node) { self.node = node }

  /// Decodes a node with all its contents.
  package init(from decoder: any Decoder) throws {
    node = Node(try NodeTable.Builder(from: decoder).table, row: 0)
  }

  /// Encodes the node with all its contents.
  package func encode(to encoder: any Encoder) throws {
    var builder = NodeTable.Builder()
    builder.append(node)
    try builder.encode(to: encoder)
  }
}
