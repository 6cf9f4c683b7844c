/// A value in a YAML document, with its source range.
///
/// A scalar stays a text, because only its consumer can decide what a plain `123` or `no` means.
/// For example, a country code `no` stays a country code.
public struct Node: Sendable, Hashable, CustomStringConvertible {
  /// The content of a node.
  public enum Content: Sendable, Hashable {
    /// A text, and how it is written.
    case scalar(String, Style)

    /// A list, in order.
    case sequence([Node])

    /// Pairs of a key and a value, in the order of the file.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Sendable, Hashable {
    /// The key as written.
    public var key: Node

    /// The value of the key.
    public var value: Node

    /// Creates an entry.
    public init(key: Node, value: Node) { (self.key, self.value) = (key, value) }
  }

  /// The notation of a scalar.
  public enum Style: String, Sendable, Hashable, Codable {
    /// Without quotes.
    case plain
    /// In `'single'` quotes.
    case singleQuoted
    /// In `"double"` quotes.
    case doubleQuoted
    /// As a `|` block, line by line.
    case literal
    /// As a `>` block, folded into one line.
    case folded
  }

  /// The table that contains the node.
  let table: NodeTable

  // Nodes are copied often, and the limits keep the number of rows within 32 bits.
  private let row32: Int32

  /// The node's row in the table.
  var row: Int { Int(row32) }

  /// The rows of the node and of its parts.
  var rows: Range<Int> { row..<row + Int(table.rows[row].count) }

  /// Creates the node in a row of a table.
  init(_ table: NodeTable, row: Int) { (self.table, row32) = (table, Int32(row)) }

  /// Creates a node.
  public init(_ content: Content, tag: String? = nil, range: SourceRange) {
    self.init(NodeTable(content, tag: tag, range: range), row: 0)
  }

  /// The content of the node.
  ///
  /// To access single parts, ``items`` and ``entries`` are faster.
  public var content: Content {
    get {
      switch table.rows[row].kind {
      case .scalar(let style): .scalar(text ?? "", style)
      case .sequence: .sequence(Array(Items(self)))
      case .mapping: .mapping(Array(Entries(self)))
      }
    }
    set { self = Node(newValue, tag: tag, range: range) }
  }

  /// The tag of the node as written, such as `!contains`; `nil` if there is none.
  public var tag: String? {
    get { table.tag(ofRow: row) }
    set { self = Node(content, tag: newValue, range: range) }
  }

  /// The source range, from the tag or first character to the end of the last character.
  public var range: SourceRange {
    get { table.rows[row].range }
    set { self = Node(content, tag: tag, range: newValue) }
  }

  /// The text of a scalar; `nil` for a list or a mapping.
  public var text: String? { table.text(ofRow: row) }

  /// The notation of a scalar; `nil` for a list or a mapping.
  public var style: Style? {
    if case .scalar(let style) = table.rows[row].kind { style } else { nil }
  }

  /// Whether the node is an empty value: an empty plain scalar, `null` or `~`.
  public var isNull: Bool {
    guard style == .plain, tag == nil, let text else { return false }
    return text.isEmpty || text == "null" || text == "~"
  }

  /// The value of a key; `nil` if the node is not a mapping or lacks the key.
  public subscript(key: String) -> Node? { entries?.first { $0.key.text == key }?.value }

  // MARK: - Items and entries

  /// The items of a list; `nil` for anything else.
  public var items: Items? {
    if case .sequence = table.rows[row].kind { Items(self) } else { nil }
  }

  /// The entries of a mapping; `nil` for anything else.
  public var entries: Entries? { table.rows[row].kind == .mapping ? Entries(self) : nil }

  /// The node and all its parts, keys included, in the order of the file.
  package var withParts: [Node] { rows.map { Node(table, row: $0) } }

  /// The entries of the node and of all its parts, those of a mapping before those inside of it.
  package var allEntries: [Entry] { withParts.compactMap(\.entries).flatMap(Array.init) }

  /// Returns whether the node or a part of it has one of some tags, or is a mapping without entries.
  package func hasEmptyMapping(orTag tags: [String]) -> Bool {
    rows.contains { row in
      table.tag(ofRow: row).map(tags.contains) == true
        || table.rows[row].kind == .mapping && table.rows[row].count == 1
    }
  }

  /// The items of a list, accessed without copying them.
  public struct Items: Sendable, Collection {
    private let table: NodeTable

    /// The row of the first item.
    public let startIndex: Int

    /// The row after the last item.
    public let endIndex: Int

    init(_ node: Node) {
      (table, startIndex) = (node.table, node.row + 1)
      endIndex = node.row + Int(node.table.rows[node.row].count)
    }

    /// The source range of the list.
    var range: SourceRange { table.rows[startIndex - 1].range }

    /// Returns the row after an item.
    public func index(after row: Int) -> Int { row + Int(table.rows[row].count) }

    /// The item in a row.
    public subscript(row: Int) -> Node { Node(table, row: row) }
  }

  /// The entries of a mapping, accessed without copying them.
  public struct Entries: Sendable, Collection {
    /// The keys and values, alternating.
    private let parts: Items

    init(_ node: Node) { parts = Items(node) }

    /// The row of the first entry.
    public var startIndex: Int { parts.startIndex }

    /// The row after the last entry.
    public var endIndex: Int { parts.endIndex }

    /// The source range of the mapping.
    var range: SourceRange { parts.range }

    /// Returns the row after an entry.
    public func index(after row: Int) -> Int { parts.index(after: parts.index(after: row)) }

    /// The entry in a row.
    public subscript(row: Int) -> Entry {
      Entry(key: parts[row], value: parts[parts.index(after: row)])
    }
  }

  /// Returns whether two nodes have the same content, notation, tags and source ranges.
  public static func == (one: Node, other: Node) -> Bool {
    if one.table === other.table, one.row == other.row { return true }
    return one.isWritten(like: other, inSameRanges: true)
  }

  /// Returns whether two nodes are the same, with the same tags and quotes.
  func isWritten(like other: Node, inSameRanges: Bool = false) -> Bool {
    let count = Int(table.rows[row].count)
    guard other.table.rows[other.row].count == count else { return false }
    return (0..<count).allSatisfy { offset in
      let (left, right) = (row + offset, other.row + offset)
      return table.rows[left].kind == other.table.rows[right].kind
        && table.rows[left].count == other.table.rows[right].count
        && (!inSameRanges || table.rows[left].range == other.table.rows[right].range)
        && table.text(ofRow: left) == other.table.text(ofRow: right)
        && table.tag(ofRow: left) == other.table.tag(ofRow: right)
    }
  }

  /// Hashes the node's own content and source range.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tag)
    hasher.combine(range)
    hasher.combine(table.rows[row].kind)
    hasher.combine(text)
    hasher.combine(table.rows[row].count)
  }

  /// The content of the node for debugging, with the line and column of its start.
  public var description: String {
    "\(tag.map { "\($0) " } ?? "")\(content) at \(range.start.line):\(range.start.column)"
  }
}
