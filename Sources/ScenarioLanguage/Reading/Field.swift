/// A key of a mapping with its value, and the lines that may belong to it.
struct Field {
  /// The key's text in English, or the known key that was meant where its author mistyped it.
  var name: String

  /// The key's text as it was written, or was meant to be.
  var written: String

  /// Where the key stands.
  let range: SourceRange

  /// The value behind it.
  let value: Node

  /// From the line of the key to the last line before the next key.
  let lines: ClosedRange<Int>

  /// The fields of a mapping that ends before a line which is given, in the words of a language.
  static func fields(
    of entries: Node.Entries, upTo last: Int, in keywords: Keywords
  ) -> [Field] {
    var fields: [Field] = []
    fields.reserveCapacity(entries.count)
    var index = entries.startIndex
    while index < entries.endIndex {
      let (key, value) = (entries[index].key, entries[index].value)
      let range = key.range
      entries.formIndex(after: &index)
      let next = index < entries.endIndex ? entries[index].key.range.start.line - 1 : last
      let written = key.text ?? ""
      fields.append(
        Field(
          name: keywords.name(of: written), written: written, range: range, value: value,
          lines: range.start.line...max(range.start.line, next)))
    }
    return fields
  }

  /// The items of a list, each with the lines up to the next one.
  static func items(
    of nodes: some Collection<Node>, upTo last: Int
  ) -> some Sequence<(node: Node, lines: ClosedRange<Int>)> {
    Items(nodes: nodes, last: last)
  }

  private struct Items<Nodes: Collection<Node>>: Sequence, IteratorProtocol {
    private let nodes: Nodes
    private let last: Int
    private var index: Nodes.Index

    init(nodes: Nodes, last: Int) {
      self.nodes = nodes
      self.last = last
      index = nodes.startIndex
    }

    mutating func next() -> (node: Node, lines: ClosedRange<Int>)? {
      guard index < nodes.endIndex else { return nil }
      let node = nodes[index]
      nodes.formIndex(after: &index)
      let start = node.range.start.line
      let next = index < nodes.endIndex ? nodes[index].range.start.line - 1 : last
      return (node, start...Swift.max(start, next))
    }
  }
}

extension [Field] {
  /// The first field with a name.
  func first(named name: String) -> Field? { first { $0.name == name } }
}

extension Node {
  /// What the node is, for people: `a text`, `a list` or `a mapping`.
  var kindName: String {
    switch table.rows[row].kind {
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether nothing was written where the value should be.
  var isUnwritten: Bool {
    style == .plain && text?.isEmpty == true && tag == nil
  }
}
