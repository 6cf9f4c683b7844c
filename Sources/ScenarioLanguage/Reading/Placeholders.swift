/// Values by name, put in the place of `<name>` wherever it stands in a piece of a story.
///
/// A text that is nothing but `<name>` becomes the value itself, be it a list or a mapping, and
/// keeps the value's place, so that whatever is wrong with it is told there. Within other words
/// only a text can stand. What no value is called is left as it is: `<b>` may well be meant.
struct Placeholders {
  /// A placeholder that can't be filled.
  struct Problem {
    let message: String
    let range: SourceRange
    let remedies: [String]
  }

  private let values: [String: Node]

  /// The names of values that are put in later, by examples further inside.
  private let laterNames: Set<String>

  /// The names that were met.
  private(set) var used: Set<String> = []

  /// What went wrong, in the order in which it did.
  private(set) var problems: [Problem] = []

  init(_ values: [String: Node], laterNames: Set<String> = []) {
    self.values = values
    self.laterNames = laterNames
  }

  /// A piece of a story with values in the place of placeholders.
  mutating func fill(_ node: Node) -> Node {
    var table = NodeTable.Builder()
    fill(node, into: &table)
    return Node(table.table, row: 0)
  }

  private mutating func fill(_ node: Node, into table: inout NodeTable.Builder) {
    if let items = node.items {
      table.append(.sequence, tag: node.tag, range: node.range) { table in
        for item in items { fill(item, into: &table) }
      }
    } else if let entries = node.entries {
      table.append(.mapping, tag: node.tag, range: node.range) { table in
        for entry in entries {
          table.append(fillKey(entry.key))
          fill(entry.value, into: &table)
        }
      }
    } else if let text = node.text, let style = node.style {
      table.append(filled(text, style: style, of: node))
    }
  }

  /// A key stays a text, at its own place: a sentence is told where it was written.
  private mutating func fillKey(_ node: Node) -> Node {
    guard case .scalar(let text, let style) = node.content, text.utf8.contains(UInt8(ascii: "<"))
    else { return node }
    return Node(.scalar(self.text(text, of: node), style), tag: node.tag, range: node.range)
  }

  private mutating func filled(_ text: String, style: Node.Style, of node: Node) -> Node {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return node }
    if let name = Self.onlyName(in: text), let value = values[name] {
      used.insert(name)
      return whole(value, in: node, style: style)
    }
    return Node(.scalar(self.text(text, of: node), style), tag: node.tag, range: node.range)
  }

  /// A value in the place of a text that was nothing but its name.
  private mutating func whole(_ value: Node, in node: Node, style: Node.Style) -> Node {
    var value = value
    if let tag = node.tag {
      if let other = value.tag {
        problems.append(
          Problem(
            message: "\"\(tag)\" and the value's \"\(other)\" can't both stand here",
            range: node.range, remedies: ["Write one of them."]))
      }
      value.tag = tag
    }
    // Quotes around the placeholder say that a text is meant, whatever it looks like.
    if style != .plain, value.tag == nil, case .scalar(let text, .plain) = value.content {
      value.content = .scalar(text, style)
    }
    return value
  }

  private mutating func text(_ text: String, of node: Node) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      let behind = rest.index(after: open)
      guard let close = rest[behind...].firstIndex(where: { "<>\n".contains($0) }),
        rest[close] == ">"
      else {
        result.append("<")
        rest = rest[behind...]
        continue
      }
      let name = String(rest[behind..<close].trimmed)
      if let value = values[name] {
        used.insert(name)
        result += words(of: value, named: name, in: node)
      } else {
        reportNear(name, in: node)
        result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private mutating func words(of value: Node, named name: String, in node: Node) -> String {
    if let text = value.text { return text }
    problems.append(
      Problem(
        message: "<\(name)> is \(value.kindName), which can't stand within a text",
        range: node.range,
        remedies: ["It can stand alone, as the data behind a sentence or as a value in it."]))
    return "<\(name)>"
  }

  private mutating func reportNear(_ name: String, in node: Node) {
    guard !laterNames.contains(name) else { return }
    let near = NearestText.suggestions(for: name, among: values.keys.sorted())
    guard !near.isEmpty else { return }
    problems.append(
      Problem(
        message: "no value is called <\(name)>", range: node.range,
        remedies: ["Did you mean: \(near.map { "<\($0)>" }.joined(separator: ", "))"]))
  }

  /// The name in a text that is `<name>` and nothing else.
  private static func onlyName(in text: String) -> String? {
    let text = text.trimmed
    guard text.hasPrefix("<"), text.hasSuffix(">"), text.count > 2 else { return nil }
    let name = text.dropFirst().dropLast()
    return name.contains(where: { "<>".contains($0) }) ? nil : String(name.trimmed)
  }
}
