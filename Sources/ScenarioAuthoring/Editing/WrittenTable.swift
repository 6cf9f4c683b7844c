import ScenarioKit
import ScenarioLanguage

/// The examples of a scenario in its syntax tree, and the edits that change them.
struct WrittenTable {
  private let source: SourceFile
  /// The list of names, for examples that are a table; the rows are lists then.
  private let names: SyntaxNode?
  private let list: SyntaxNode
  private let columns: [String]

  private var rows: [SyntaxNode] { list.members.map(\.value) }

  init(_ node: SyntaxNode, of editor: StoryEditor) throws(Diagnostic) {
    source = editor.source
    let names = node.member("columns", editor.language)?.value
    let list = node.member("rows", editor.language)?.value ?? node
    guard
      list.node.items?.allSatisfy({ names == nil ? $0.entries != nil : $0.items != nil }) == true
    else { throw StoryEditor.byHand }
    (self.names, self.list) = (names, list)
    columns =
      names?.members.map { $0.value.node.text ?? "" }
      ?? list.members.flatMap { $0.value.members.map { $0.key?.node.text ?? "" } }
      .withoutRepeats()
  }

  var table: ExampleTable {
    ExampleTable(
      columns: columns,
      rows: rows.indices.map { row in
        ExampleTable.Row(columns.indices.map { cell(row, $0).map(shown) ?? "" }, origin: row)
      })
  }

  private func cell(_ row: Int, _ index: Int) -> SyntaxNode? {
    let members = rows[row].members
    guard names == nil else { return members.indices.contains(index) ? members[index].value : nil }
    return members.first { $0.key?.node.text == columns[index] }?.value
  }

  /// Returns a cell as people read it: a text without its quotes, anything else as it is written.
  private func shown(_ cell: SyntaxNode) -> String {
    if cell.node.tag == nil, let text = cell.node.text, !text.contains("\n") { return text }
    return source.text(cell.node.range.offsets)
  }

  /// Returns the edits that give the examples other rows and columns.
  func edits(to new: ExampleTable) throws(Diagnostic) -> [TextEdit?] {
    let origins = new.rows.compactMap(\.origin)
    guard new.columns.starts(with: columns), !new.rows.isEmpty,
      rows.indices.filter(Set(origins).contains) == origins
    else { throw StoryEditor.byHand }
    let added = new.columns.dropFirst(columns.count)
    var (arrivals, next): ([(index: Int, text: String)], Int) = ([], 0)
    var edits: [TextEdit?] = []
    func append(_ parts: [String], to node: SyntaxNode) {
      guard !parts.isEmpty else { return }
      let count = node.members.count
      let dash = node.form == .lines && node.node.items != nil ? "- " : ""
      edits.append(node.replacing(count..<count, with: parts.map { dash + $0 }, in: source))
    }
    if let names { append(added.map { Notation.text($0, in: .flow) }, to: names) }
    for row in new.rows {
      guard let origin = row.origin else {
        let text =
          names == nil
          ? Self.mapping(new.columns, row.cells)
          : Notation.list(row.cells.map { Self.written($0, over: nil) })
        arrivals.append((next, (list.form == .lines ? "- " : "") + text))
        continue
      }
      next = origin + 1
      for (column, text) in row.cells.prefix(columns.count).enumerated() {
        let old = cell(origin, column)
        guard (old.map(shown) ?? "") != text else { continue }
        // The text of an alias is elsewhere.
        guard let old, old.form != .alias else { throw StoryEditor.byHand }
        edits.append(TextEdit(old.node.range.offsets, Self.written(text, over: old.node)))
      }
      let cells = zip(added, row.cells.dropFirst(columns.count)).map { name, cell in
        let text = Self.written(cell, over: nil)
        return names == nil ? "\(Notation.text(name, in: .flow)): \(text)" : text
      }
      append(cells, to: rows[origin])
    }
    let gone = Set(rows.indices).subtracting(origins)
    return edits + list.replacing(gone, inserting: arrivals, in: source)
  }

  static func mapping(_ columns: [String], _ cells: [String]) -> String {
    Notation.mapping(
      zip(columns, cells).map { (Notation.text($0, in: .flow), written($1, over: nil)) })
  }

  /// Returns a cell as it is written: as typed if that is one value, else as a text.
  private static func written(_ text: String, over old: Node?) -> String {
    let wasText = old?.style == .doubleQuoted || old?.style == .singleQuoted
    let items = SourceFile(path: "", text: "[\(text)]").documents?.first?.items
    // "a: b" in a list is a mapping, too.
    let isValue =
      items?.count == 1 && !text.contains("#")
      && (items?.first?.entries == nil || text.hasPrefix("{"))
      && items?.first?.range.start.offset == 1
      && items?.first?.range.end.offset == text.utf8.count + 1
    return isValue && !wasText ? text : Notation.quoted(text)
  }
}

extension StoryEditor {
  /// Gives the scenario other examples.
  mutating func write(_ table: ExampleTable) throws(Diagnostic) {
    guard let entry = self["examples"] else {
      let rows = table.rows.map { "\n  - " + WrittenTable.mapping(table.columns, $0.cells) }
      let text = "\(language.word(for: "examples")):\(rows.joined())"
      return try apply([adding(text) { $0 != "scenarios" }])
    }
    try apply(WrittenTable(entry.value, of: self).edits(to: table))
  }
}
