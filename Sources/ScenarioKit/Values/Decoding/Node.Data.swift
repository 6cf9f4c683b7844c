import ScenarioLanguage

extension Node {
  /// A scalar, interpreted according to its quotes and its standard tag, such as `!!str`.
  package struct Scalar {
    package var text: String

    /// Whether the scalar may denote something other than text: a number, `true` or null.
    package var isPlain: Bool

    /// Whether the scalar denotes that there is no value.
    package var isNull: Bool { isPlain && (text.isEmpty || text == "null" || text == "~") }
  }

  /// The node as a scalar; `nil` for a list or a mapping.
  package var scalar: Scalar? {
    guard let text, let style else { return nil }
    return Scalar(text: text, isPlain: style == .plain && tag != "!" && standardTag != "str")
  }

  /// The node's own tag; `nil` if it has none or only one of YAML's standard tags.
  package var ownTag: String? {
    guard let tag, tag != "!", standardTag == nil else { return nil }
    return tag
  }

  /// The source range of the node's tag.
  var tagRange: SourceRange {
    guard let tag else { return range }
    var end = range.start
    end.column += tag.unicodeScalars.count
    end.offset += tag.utf8.count
    return SourceRange(start: range.start, end: end)
  }

  /// The node without its tag.
  package var untagged: Node {
    var node = self
    node.tag = nil
    return node
  }

  private var standardTag: Substring? {
    guard let tag else { return nil }
    let names = ["str", "int", "float", "bool", "null", "seq", "map"]
    for prefix in ["tag:yaml.org,2002:", "!!"] where tag.hasPrefix(prefix) {
      let name = tag.dropFirst(prefix.count)
      if names.contains(String(name)) { return name }
    }
    return nil
  }
}

extension Node {
  /// A description of the node for the second half of "expected a number, but …".
  package var foundInWords: Message {
    guard let scalar else { return items == nil ? "this is a mapping" : "this is a list" }
    if scalar.isNull { return scalar.text.isEmpty ? "there is no value" : "this is null" }
    if scalar.isPlain {
      if scalar.text == "true" { return "this is true" }
      if scalar.text == "false" { return "this is false" }
      if NumberText.isInteger(scalar.text) { return "this is the whole number \(scalar.text)" }
      if NumberText.isNumber(scalar.text) { return "this is the number \(scalar.text)" }
    }
    return "this is the text \(quoted: scalar.text.clipped(to: 60))"
  }

  /// A description of a node that is no mapping with keys, for "needs a mapping, but …".
  package var foundForKeys: Message { entries?.count == 0 ? "this has \(0) keys" : foundInWords }

  /// The kind of the node, for use with "was expected".
  package var kindInWords: String {
    guard let scalar else { return items == nil ? "a mapping" : "a list" }
    return scalar.isNull ? "nothing" : "a text"
  }
}

extension Node {
  /// The node in one line as written, with its tag and its quotes, but without its layout.
  package var notation: String { notation(in: .block) }

  package func notation(in context: Notation.Context) -> String {
    guard let tag else { return untaggedNotation(in: context) }
    if case .scalar("", .plain) = content { return tag }
    // YAML reads "!one of [a, b]" as a tag and a text in block context.
    return tag + " " + untaggedNotation(in: tag == "!one" ? .block : context)
  }

  private func untaggedNotation(in context: Notation.Context) -> String {
    switch content {
    case .scalar(let text, let style): Self.scalarNotation(text, style, in: context)
    case .sequence(let elements): Notation.list(elements.map { $0.notation(in: .flow) })
    case .mapping(let entries):
      Notation.mapping(entries.map { ($0.key.notation(in: .flow), $0.value.notation(in: .flow)) })
    }
  }

  private static func scalarNotation(
    _ text: String, _ style: Style, in context: Notation.Context
  ) -> String {
    switch style {
    case .plain:
      if text.isEmpty { return "null" }
      // A plain text from several lines, or one moved into a list, may need quotes here.
      if Notation.looksLikeAnotherKind(text) { return text }
      return Notation.text(text, in: context)
    case .singleQuoted:
      if Notation.hasHidden(text) { return Notation.quoted(text) }
      return "'" + text.replacing("'", with: "''") + "'"
    case .doubleQuoted: return Notation.quoted(text)
    case .literal, .folded: return Notation.text(text, in: context)
    }
  }
}

extension Node {
  /// The column names and the list of rows; `nil` if the node is not a table.
  ///
  /// A table is a mapping such as `{ columns: [name, age], rows: [[Ann, 3], [Bo, 5]] }`, with the
  /// keys in any language of stories.
  var columnsAndRows: (columns: Items, rows: Node)? {
    // The words of other languages are compared last, because few mappings get that far.
    guard tag == nil, let entries, let columns = entries.first, let names = columns.value.items,
      entries.count == 2, let rows = entries.dropFirst().first, rows.value.items != nil,
      names.allSatisfy({ $0.text != nil }), columns.key.means("columns"), rows.key.means("rows")
    else { return nil }
    return (names, rows.value)
  }

  /// Returns the rows of a table, each as a mapping; `nil` if the node is not a table.
  ///
  /// Throws an error at a row whose number of values differs from the number of columns.
  func tableRows() throws(DataError) -> [Node]? {
    guard let (names, rows) = columnsAndRows, let items = rows.items else { return nil }
    var result: [Node] = []
    result.reserveCapacity(items.count)
    for item in items {
      guard let cells = item.items, cells.count == names.count else {
        let found: Message = item.items.map { "this has \($0.count)" } ?? item.foundInWords
        throw DataError(
          "a row needs a value for each of the \(names.count) columns, but \(found)", at: item.range
        )
      }
      let pairs = zip(names, cells).map { Node.Entry(key: $0, value: $1) }
      result.append(Node(.mapping(pairs), range: item.range))
    }
    return result
  }

  /// Returns whether the node is a word of the scenario language, in English or another language.
  private func means(_ name: String) -> Bool {
    text.map { $0 == name || StoryLanguage.allWords(for: name).contains($0) } ?? false
  }
}

extension StringProtocol {
  /// Returns the text, truncated with an ellipsis if it has more characters than `count`.
  package func clipped(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return String(self)
    }
    return String(self[..<end]) + "…"
  }
}
