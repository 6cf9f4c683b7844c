import ScenarioLanguage
import ScenarioValues

/// The examples of a scenario as nodes of a text, and changes of it.
struct WrittenTable {
  private let source: SourceFile
  private let lineEnd: String
  /// The list of names, for examples that are a table; the rows are lists then.
  private let names: Node?
  private let list: Node
  private let rows: [Node]
  private let columns: [String]
  private var edits: [(range: Range<Int>, text: String)] = []

  init(_ node: Node, of source: SourceFile, _ language: StoryLanguage) throws(Diagnostic) {
    self.source = source
    lineEnd = ScenarioText(source).lineEnd
    func value(of name: String) -> Node? {
      node.entries?.first { language.name(of: $0.key.text ?? "") == name }?.value
    }
    let names = value(of: "columns")
    guard let list = value(of: "rows") ?? (node.items == nil ? nil : node), let items = list.items,
      items.allSatisfy({ names == nil ? $0.entries != nil : $0.items != nil })
    else { throw ScenarioText.byHand }
    self.names = names
    self.list = list
    rows = Array(items)
    var seen: Set<String> = []
    columns =
      names?.items?.map { $0.text ?? "" }
      ?? items.flatMap { $0.entries?.map { $0.key.text ?? "" } ?? [] }
      .filter { seen.insert($0).inserted }
  }

  var table: ExampleTable {
    ExampleTable(
      columns: columns,
      rows: rows.indices.map { row in
        ExampleTable.Row(
          columns.indices.map { cell(row, $0).map(shown) ?? "" }, origin: row)
      })
  }

  /// The text with all changes.
  var text: String {
    var bytes = Array(source.bytes)
    for edit in edits.enumerated().sorted(by: {
      // Of several insertions at one place, the last one is made first.
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }).map(\.element) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func cell(_ row: Int, _ column: Int) -> Node? {
    if let entries = rows[row].entries {
      return entries.first { $0.key.text == columns[column] }?.value
    }
    return rows[row].items.flatMap { Array($0).indices.contains(column) ? Array($0)[column] : nil }
  }

  /// Returns a cell as people read it: a text without its quotes, anything else as it is written.
  private func shown(_ node: Node) -> String {
    if node.tag == nil, let text = node.text, !text.contains("\n") { return text }
    return String(decoding: source.bytes[node.range.offsets], as: UTF8.self)
  }

  mutating func take(_ new: ExampleTable) throws(Diagnostic) {
    guard new.columns.starts(with: columns), !new.rows.isEmpty else { throw ScenarioText.byHand }
    let added = Array(new.columns.dropFirst(columns.count))
    if let names { try append(added.map { Notation.text($0, in: .flow) }, to: names) }
    for row in new.rows {
      guard let origin = row.origin, rows.indices.contains(origin) else { continue }
      for column in columns.indices where row.cells.indices.contains(column) {
        try set(origin, column, to: row.cells[column])
      }
      let cells = row.cells.dropFirst(columns.count)
      try append(
        zip(added, cells).map { name, cell in
          let text = Self.written(cell, over: nil)
          return names == nil ? "\(Notation.text(name, in: .flow)): \(text)" : text
        }, to: rows[origin])
    }
    try remove(Set(rows.indices).subtracting(new.rows.compactMap(\.origin)))
    for row in new.rows where row.origin == nil {
      try append(
        names == nil
          ? Self.mapping(new.columns, row.cells)
          : "[\(row.cells.map { Self.written($0, over: nil) }.joined(separator: ", "))]")
    }
  }

  private mutating func set(_ row: Int, _ column: Int, to text: String) throws(Diagnostic) {
    guard let old = cell(row, column) else {
      if !text.isEmpty { throw ScenarioText.byHand }
      return
    }
    guard shown(old) != text else { return }
    edits.append((old.range.offsets, Self.written(text, over: old)))
  }

  /// Adds parts to a row, or to the list of names.
  private mutating func append(_ parts: [String], to node: Node) throws(Diagnostic) {
    guard !parts.isEmpty else { return }
    let last =
      node.entries.flatMap { Array($0).last?.value } ?? node.items.flatMap { Array($0).last }
    guard let last else { throw ScenarioText.byHand }
    let place = last.range.end.offset..<last.range.end.offset
    if isInBraces(node) {
      edits.append((place, parts.map { ", " + $0 }.joined()))
    } else if let entry = node.entries?.first, last.text != nil {
      let indent = String(repeating: " ", count: entry.key.range.start.column - 1)
      edits.append((place, parts.map { lineEnd + indent + $0 }.joined()))
    } else {
      throw ScenarioText.byHand
    }
  }

  /// Adds a row at the end.
  private mutating func append(_ row: String) throws(Diagnostic) {
    guard let last = rows.last else { throw ScenarioText.byHand }
    if isInBraces(list) {
      edits.append((last.range.end.offset..<last.range.end.offset, ", " + row))
      return
    }
    let line = last.range.lines.upperBound
    let end =
      source.lineStarts.indices.contains(line) ? source.lineStarts[line] : source.bytes.count
    let isLast = end == source.bytes.count && source.bytes.last != UInt8(ascii: "\n")
    let start = source.lineStarts[last.range.start.line - 1]
    let dash = source.bytes[start...].prefix { $0 == UInt8(ascii: " ") }.count
    let text = String(repeating: " ", count: dash) + "- " + row
    edits.append((end..<end, isLast ? lineEnd + text : text + lineEnd))
  }

  private mutating func remove(_ gone: Set<Int>) throws(Diagnostic) {
    for index in gone.sorted() {
      let row = rows[index]
      if !isInBraces(list) {
        let lines = row.range.lines
        let start = source.lineStarts[lines.lowerBound - 1]
        guard source.bytes[start...].first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "-")
        else { throw ScenarioText.byHand }
        let isLast = !source.lineStarts.indices.contains(lines.upperBound)
        edits.append(
          (start..<(isLast ? source.bytes.count : source.lineStarts[lines.upperBound]), ""))
      } else if let next = rows.indices.contains(index + 1) ? rows[index + 1] : nil {
        edits.append((row.range.start.offset..<next.range.start.offset, ""))
      } else {
        // Before the last rows that go, there is one that stays.
        let kept = rows.indices.last { $0 < index && !gone.contains($0) }
        guard let kept else { throw ScenarioText.byHand }
        edits.removeAll { $0.range.lowerBound >= rows[kept].range.end.offset && $0.text.isEmpty }
        edits.append((rows[kept].range.end.offset..<row.range.end.offset, ""))
      }
    }
  }

  private func isInBraces(_ node: Node) -> Bool {
    [UInt8(ascii: "["), UInt8(ascii: "{")].contains(source.bytes[node.range.start.offset])
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
