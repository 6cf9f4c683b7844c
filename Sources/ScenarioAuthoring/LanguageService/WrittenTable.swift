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

  init(_ node: SyntaxNode, of text: ScenarioText) throws(Diagnostic) {
    source = text.source
    let names = node.member("columns", text.language)?.value
    let list = node.member("rows", text.language)?.value ?? node
    guard
      list.node.items?.allSatisfy({ names == nil ? $0.entries != nil : $0.items != nil }) == true
    else { throw ScenarioText.byHand }
    (self.names, self.list) = (names, list)
    var seen: Set<String> = []
    columns =
      names?.members.map { $0.value.node.text ?? "" }
      ?? list.members.flatMap { $0.value.members.map { $0.key?.node.text ?? "" } }
      .filter { seen.insert($0).inserted }
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
    guard new.columns.starts(with: columns), !new.rows.isEmpty else { throw ScenarioText.byHand }
    let added = new.columns.dropFirst(columns.count)
    var edits: [TextEdit?] = []
    func append(_ parts: [String], to node: SyntaxNode) {
      guard !parts.isEmpty else { return }
      let count = node.members.count
      let dash = node.form == .lines && node.node.items != nil ? "- " : ""
      edits.append(node.replacing(count..<count, with: parts.map { dash + $0 }, in: source))
    }
    if let names { append(added.map { Notation.text($0, in: .flow) }, to: names) }
    for row in new.rows {
      guard let origin = row.origin, rows.indices.contains(origin) else { continue }
      for column in columns.indices where row.cells.indices.contains(column) {
        edits += try edit(origin, column, to: row.cells[column]).map { [$0] } ?? []
      }
      let cells = zip(added, row.cells.dropFirst(columns.count)).map { name, cell in
        let text = Self.written(cell, over: nil)
        return names == nil ? "\(Notation.text(name, in: .flow)): \(text)" : text
      }
      append(cells, to: rows[origin])
    }
    let texts = new.rows.filter { $0.origin == nil }.map { row in
      (list.form == .lines ? "- " : "")
        + (names == nil
          ? Self.mapping(new.columns, row.cells)
          : "[\(row.cells.map { Self.written($0, over: nil) }.joined(separator: ", "))]")
    }
    let gone = Set(rows.indices).subtracting(new.rows.compactMap(\.origin))
    var runs = RangeSet(gone.map { $0..<$0 + 1 }).ranges.map { $0 }
    // New rows take the place of the last ones.
    let end = runs.last?.upperBound == rows.count ? runs.removeLast() : rows.count..<rows.count
    edits += runs.map { list.replacing($0, with: [], in: source) }
    if !end.isEmpty || !texts.isEmpty { edits.append(list.replacing(end, with: texts, in: source)) }
    return edits
  }

  private func edit(_ row: Int, _ column: Int, to text: String) throws(Diagnostic) -> TextEdit? {
    guard let old = cell(row, column) else {
      if !text.isEmpty { throw ScenarioText.byHand }
      return nil
    }
    guard shown(old) != text else { return nil }
    // The text of an alias is elsewhere.
    guard old.form != .alias else { throw ScenarioText.byHand }
    return TextEdit(old.node.range.offsets, Self.written(text, over: old.node))
  }

  static func mapping(_ columns: [String], _ cells: [String]) -> String {
    let parts = zip(columns, cells).map {
      "\(Notation.text($0, in: .flow)): \(written($1, over: nil))"
    }
    return "{ \(parts.joined(separator: ", ")) }"
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
