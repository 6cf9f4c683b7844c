import DisplayText

/// Values by name, which replace `<name>` in part of a story.
///
/// A text that consists of `<name>` alone becomes the value itself, which can be a list or a
/// mapping. It keeps the value's source range, so that errors are reported there. Within other
/// text, only a text can be inserted. A name without a value stays unchanged, because `<b>` may be
/// intended.
struct Placeholders {
  let values: [String: Node]

  /// The names of values that examples of nested scenarios fill in later.
  var laterNames: Set<String> = []

  /// The names of the placeholders found so far.
  private(set) var used: Set<String> = []

  /// The placeholders that can't be filled, in the order in which they were found.
  private(set) var problems: [Problem] = []

  /// Returns a node with its placeholders filled in.
  mutating func fill(_ node: Node) -> Node {
    var table = NodeTable.Builder()
    fill(node, into: &table)
    return Node(table.table, row: 0)
  }

  /// Returns the size of a node in bytes after its placeholders were filled in, without filling
  /// them.
  func size(of node: Node) -> Int {
    let sizes = values.mapValues(\.size)
    return node.texts.reduce(node.size) { size, text in
      guard text.utf8.contains(UInt8(ascii: "<")) else { return size }
      return Self.names(in: text).reduce(size) { $0 + (sizes[$1] ?? 0) }
    }
  }

  /// Returns the names between `<` and `>` in a text.
  private static func names(in text: String) -> [String] {
    text.split(separator: "<").dropFirst(text.first == "<" ? 0 : 1).compactMap { part in
      part.firstIndex(of: ">").map { String(part[..<$0].trimmed) }
    }
  }

  private mutating func fill(_ node: Node, into table: inout NodeTable.Builder) {
    if let items = node.items {
      table.append(.sequence, tag: node.tag, range: node.range) { table in
        for item in items { fill(item, into: &table) }
      }
    } else if let entries = node.entries {
      table.append(.mapping, tag: node.tag, range: node.range) { table in
        for entry in entries {
          table.append(filled(entry.key, isKey: true))
          fill(entry.value, into: &table)
        }
      }
    } else {
      table.append(filled(node))
    }
  }

  /// Returns a text with its placeholders filled in.
  ///
  /// A key stays a text and keeps its source range, so that errors are reported where the sentence
  /// is written.
  private mutating func filled(_ node: Node, isKey: Bool = false) -> Node {
    guard let text = node.text, let style = node.style, text.utf8.contains(UInt8(ascii: "<"))
    else { return node }
    if !isKey, let name = Self.onlyName(in: text), let value = values[name] {
      used.insert(name)
      return whole(value, in: node, style: style)
    }
    let filled = self.text(text, of: node)
    // Without quotes, an empty text would be no value.
    let isEmpty = !isKey && style == .plain && filled.isEmpty
    return Node(.scalar(filled, isEmpty ? .doubleQuoted : style), tag: node.tag, range: node.range)
  }

  /// Returns the value that replaces a text consisting of its name alone.
  private mutating func whole(_ value: Node, in node: Node, style: Node.Style) -> Node {
    var value = value
    if let tag = node.tag {
      if let other = value.tag {
        problems.append(
          Problem(
            message: "\"\(tag)\" and the value's \"\(other)\" can't both be used here",
            range: node.range, hints: ["Write one of them."]))
      }
      value.tag = tag
    }
    // Quotes around the placeholder make the value a text, whatever it looks like.
    if style != .plain, value.tag == nil, case .scalar(let text, .plain) = value.content {
      value.content = .scalar(text, style)
    }
    return value
  }

  private mutating func text(_ text: String, of node: Node) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "<") {
      let inner = rest[open...].dropFirst().prefix { !"<>\n".contains($0) }
      result += rest[..<open]
      rest = rest[inner.endIndex...]
      guard rest.first == ">" else {
        result += "<\(inner)"
        continue
      }
      rest.removeFirst()
      let name = String(inner.trimmed)
      if let value = values[name] {
        used.insert(name)
        result += words(of: value, named: name, in: node)
      } else {
        reportNear(name, in: node)
        result += "<\(inner)>"
      }
    }
    return result + rest
  }

  private mutating func words(of value: Node, named name: String, in node: Node) -> String {
    if let text = value.text { return text }
    problems.append(
      Problem(
        message: "<\(name)> is \(value.kindName), which isn't allowed within a text",
        range: node.range, hints: ["Use it alone, as the data of a sentence or as a value in it."]))
    return "<\(name)>"
  }

  private mutating func reportNear(_ name: String, in node: Node) {
    // </a> is the end of an element.
    guard !laterNames.contains(name), !name.hasPrefix("/") else { return }
    let near = NearestText.suggestions(for: name, among: values.keys.sorted())
    guard !near.isEmpty else { return }
    // In quotes, the text can be written in other characters.
    let text = node.style == .plain ? node.text : nil
    problems.append(
      Problem(
        message: "no value is called <\(name)>", range: node.range,
        hints: didYouMean(
          anyOf: near.map { "<\($0)>" },
          corrections: near.compactMap { text?.replacing("<\(name)>", with: "<\($0)>") })))
  }

  /// Returns the name in a text that consists of `<name>` alone.
  private static func onlyName(in text: String) -> String? {
    let text = text.trimmed
    guard text.hasPrefix("<"), text.hasSuffix(">"), text.count > 2 else { return nil }
    let name = text.dropFirst().dropLast()
    return name.contains(where: { "<>".contains($0) }) ? nil : String(name.trimmed)
  }
}

extension Node {
  /// The texts of the node and its parts.
  var texts: some Sequence<String> { rows.lazy.compactMap { table.text(ofRow: $0) } }

  /// The approximate size of the node with its parts, in bytes.
  fileprivate var size: Int { texts.reduce(Int(table.rows[row].count) * 16) { $0 + $1.utf8.count } }
}
