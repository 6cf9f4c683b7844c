/// One value of a YAML document, with the place it was written at.
///
/// Scalars stay text: what a plain `123` or `no` means is decided by whoever asks for it, so
/// nothing is guessed here and a country code `no` stays a country code.
public struct Node: Sendable {
  /// What a node holds.
  public enum Content: Sendable, Hashable {
    /// A single text and how it was written.
    case scalar(String, Style)

    /// A list, in order.
    case sequence([Node])

    /// Pairs of key and value, in the order of the file.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Sendable, Hashable {
    /// The key as it was written.
    public var key: Node

    /// The value behind it.
    public var value: Node

    /// Creates an entry.
    public init(key: Node, value: Node) {
      self.key = key
      self.value = value
    }
  }

  /// How a scalar was written.
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

  /// The table in which the node stands.
  let table: NodeTable

  // Nodes are copied often, and no table has more rows than 32 bits can count.
  private let row32: Int32

  /// Its row in the table.
  var row: Int { Int(row32) }

  /// Creates the node that stands in a row of a table.
  init(_ table: NodeTable, row: Int) {
    self.table = table
    row32 = Int32(row)
  }

  /// Creates a node.
  public init(_ content: Content, tag: String? = nil, range: SourceRange) {
    self.init(NodeTable(content, tag: tag, range: range), row: 0)
  }

  /// What the node holds.
  ///
  /// ``items`` and ``entries`` are faster where one of the parts is looked at.
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

  /// The tag in front of it as it was written, such as `!contains`; `nil` where there is none.
  public var tag: String? {
    get { table.tag(ofRow: row) }
    set { self = Node(NodeTable(table, withTag: newValue, inRow: row), row: row) }
  }

  /// Where it stands: from its tag or first character to behind its last character.
  public var range: SourceRange {
    get { table.rows[row].range }
    set { self = Node(content, tag: tag, range: newValue) }
  }

  /// The text of a scalar; `nil` for a list or a mapping.
  public var text: String? { table.text(ofRow: row) }

  /// How a scalar was written; `nil` for a list or a mapping.
  public var style: Style? {
    if case .scalar(let style) = table.rows[row].kind { style } else { nil }
  }

  /// Whether the node stands for "nothing": an empty plain scalar, `null` or `~`.
  public var isNull: Bool {
    guard style == .plain, tag == nil, let text else { return false }
    return text.isEmpty || text == "null" || text == "~"
  }

  /// The value behind a key; `nil` where the node is no mapping or has no such key.
  public subscript(key: String) -> Node? {
    entries?.first { $0.key.text == key }?.value
  }
}

// MARK: - Items and entries

extension Node {
  /// The items of a list; `nil` for anything else.
  public var items: Items? {
    if case .sequence = table.rows[row].kind { Items(self) } else { nil }
  }

  /// The entries of a mapping; `nil` for anything else.
  public var entries: Entries? {
    if case .mapping = table.rows[row].kind { Entries(self) } else { nil }
  }

  /// A place among items or entries.
  public struct Index: Sendable, Comparable {
    fileprivate let row: Int

    /// Orders places of one list or mapping from its start to its end.
    public static func < (left: Index, right: Index) -> Bool { left.row < right.row }
  }

  /// The items of a list, which are looked at where they stand.
  public struct Items: Sendable, Collection {
    private let table: NodeTable

    /// The place of the first item.
    public let startIndex: Index

    /// The place behind the last item.
    public let endIndex: Index

    init(_ node: Node) {
      table = node.table
      startIndex = Index(row: node.row + 1)
      endIndex = Index(row: node.row + Int(node.table.rows[node.row].count))
    }

    /// Where the list stands.
    var range: SourceRange { table.rows[startIndex.row - 1].range }

    /// The place behind an item.
    public func index(after index: Index) -> Index {
      Index(row: index.row + Int(table.rows[index.row].count))
    }

    /// The item at a place.
    public subscript(index: Index) -> Node { Node(table, row: index.row) }
  }

  /// The entries of a mapping, which are looked at where they stand.
  public struct Entries: Sendable, Collection {
    /// Each key, and its value behind it.
    private let parts: Items

    init(_ node: Node) { parts = Items(node) }

    /// The place of the first entry.
    public var startIndex: Index { parts.startIndex }

    /// The place behind the last entry.
    public var endIndex: Index { parts.endIndex }

    /// Where the mapping stands.
    var range: SourceRange { parts.range }

    /// The place behind an entry.
    public func index(after index: Index) -> Index {
      parts.index(after: parts.index(after: index))
    }

    /// The entry at a place.
    public subscript(index: Index) -> Entry {
      Entry(key: parts[index], value: parts[parts.index(after: index)])
    }
  }
}

extension Node: Hashable {
  /// Whether two nodes say the same, in the same way, at the same place.
  public static func == (one: Node, other: Node) -> Bool {
    if one.table === other.table, one.row == other.row { return true }
    let count = Int(one.table.rows[one.row].count)
    guard other.table.rows[other.row].count == count else { return false }
    return (0..<count).allSatisfy { offset in
      let (left, right) = (one.row + offset, other.row + offset)
      return one.table.rows[left].kind == other.table.rows[right].kind
        && one.table.rows[left].count == other.table.rows[right].count
        && one.table.rows[left].range == other.table.rows[right].range
        && one.table.text(ofRow: left) == other.table.text(ofRow: right)
        && one.table.tag(ofRow: left) == other.table.tag(ofRow: right)
    }
  }

  /// Hashes what the node says and where it stands.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tag)
    hasher.combine(range)
    hasher.combine(table.rows[row].kind)
    hasher.combine(text)
    hasher.combine(table.rows[row].count)
  }
}

extension Node: CustomStringConvertible {
  /// What the node holds, for developers, with the line and column of its start.
  public var description: String {
    let tag = tag.map { "\($0) " } ?? ""
    return "\(tag)\(content) at \(range.start.line):\(range.start.column)"
  }
}
