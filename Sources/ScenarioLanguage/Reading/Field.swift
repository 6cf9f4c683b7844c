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
    of entries: [Node.Entry], upTo last: Int, in keywords: Keywords
  ) -> [Field] {
    entries.indices.map { index in
      let (key, value) = (entries[index].key, entries[index].value)
      let start = key.range.start.line
      let next = index + 1 < entries.count ? entries[index + 1].key.range.start.line - 1 : last
      let written = key.text ?? ""
      return Field(
        name: keywords.name(of: written), written: written, range: key.range, value: value,
        lines: start...max(start, next))
    }
  }

  /// The items of a list, each with the lines up to the next one.
  static func items(of nodes: [Node], upTo last: Int) -> [(node: Node, lines: ClosedRange<Int>)] {
    nodes.indices.map { index in
      let start = nodes[index].range.start.line
      let next = index + 1 < nodes.count ? nodes[index + 1].range.start.line - 1 : last
      return (nodes[index], start...max(start, next))
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
    switch content {
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether nothing was written where the value should be.
  var isUnwritten: Bool {
    if case .scalar("", .plain) = content { tag == nil } else { false }
  }
}
