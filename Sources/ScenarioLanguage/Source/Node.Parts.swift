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
