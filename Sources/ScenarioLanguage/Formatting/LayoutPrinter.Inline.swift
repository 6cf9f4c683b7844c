extension LayoutPrinter {
  /// A value on one line, without what is in front of it and behind it; `nil` where it needs more.
  func inline(_ node: LayoutNode, role: LayoutRole) -> String? {
    let content: String
    switch node.content {
    case .empty: content = ""
    case .alias(let text): content = text
    case .text(let lines, _):
      guard lines.count == 1 else { return nil }
      content = lines[0]
    case .block: return nil
    case .collection(let collection):
      guard let text = inline(collection, role: role) else { return nil }
      content = text
    }
    let words = node.properties + (content.isEmpty ? [] : [content])
    return words.joined(separator: " ")
  }

  private func inline(_ collection: LayoutCollection, role: LayoutRole) -> String? {
    guard collection.form != .lines, collection.below.isEmpty else { return nil }
    if role.isNeverInBrackets, !collection.members.isEmpty { return nil }
    guard let cells = cells(of: collection, role: role) else { return nil }
    switch collection.form {
    case .lines: return nil
    case .pair: return cells.first
    case .brackets: return LayoutRow(cells: cells, isMapping: collection.isMapping).text()
    }
  }

  /// What stands between the commas of a list or mapping on one line.
  func cells(of collection: LayoutCollection, role: LayoutRole) -> [String]? {
    var cells: [String] = []
    for member in collection.members {
      guard member.above.isEmpty, member.value.hasNothingBeside else { return nil }
      let valueRole = member.key == nil ? role.item : role.value(of: name(of: member))
      guard let value = inline(member.value, role: valueRole) else { return nil }
      guard let key = member.key else {
        cells.append(value)
        continue
      }
      let colon = member.hasColon ? ":" : ""
      cells.append(keyInFrontOfColon(key) + colon + (value.isEmpty ? "" : " " + value))
    }
    return cells
  }

  /// A key, which can always stand on one line.
  func keyInFrontOfColon(_ key: LayoutNode) -> String {
    let text = inline(key, role: .data) ?? ""
    // The colon would be taken as part of the name.
    if case .alias = key.content { return text + " " }
    return text
  }

  /// The rows of a table: a list of mappings with the same keys, or of lists of the same length, in
  /// brackets, under each other; `nil` where it is none, or doesn't fit.
  func tableRows(of collection: LayoutCollection, indentation: Int) -> [String]? {
    guard collection.members.count > 1 else { return nil }
    var rows: [LayoutRow] = []
    var keys: [String?]?
    for member in collection.members {
      let node = member.value
      guard member.key == nil, node.properties.isEmpty, node.hasNothingInFront,
        let row = node.collection, row.form == .brackets,
        let cells = cells(of: row, role: .data)
      else { return nil }
      let rowKeys = row.members.map { $0.key == nil ? nil : $0.keyText ?? "" }
      guard keys == nil || keys == rowKeys else { return nil }
      keys = rowKeys
      rows.append(LayoutRow(cells: cells, isMapping: row.isMapping))
    }
    let columns = (keys ?? []).indices.map { column in
      rows.reduce(0) { max($0, DisplayWidth.of($1.cells[column])) }
    }
    let texts = rows.map { $0.text(columns: columns) }
    let isNarrow = texts.allSatisfy { indentation + 2 + DisplayWidth.of($0) <= LayoutLines.width }
    return isNarrow ? texts : nil
  }

  /// The column in which the marbles of a timeline begin: two blanks behind the longest sentence.
  func marbleColumn(of timeline: LayoutCollection, indentation: Int) -> Int {
    var column = 0
    for member in timeline.members {
      guard case .rows = LayoutRole.timeline.value(of: name(of: member)) else { continue }
      for row in member.value.collection?.members ?? [] {
        guard row.isRow, let key = row.key else { continue }
        let width = DisplayWidth.of(keyInFrontOfColon(key)) + 1
        column = max(column, indentation + 2 + width + 2)
      }
    }
    return column
  }
}

/// What stands in brackets on one line.
struct LayoutRow {
  /// What stands between the commas.
  var cells: [String]

  /// Whether the brackets are braces.
  var isMapping: Bool

  /// The line; where widths of columns are given, each cell but the last takes one.
  func text(columns: [Int]? = nil) -> String {
    guard let last = cells.last else { return isMapping ? "{}" : "[]" }
    var text = isMapping ? "{ " : "["
    for (index, cell) in cells.dropLast().enumerated() {
      // A comma at once behind a colon would be read as part of the text.
      text += cell + (cell.hasSuffix(":") ? " ," : ",") + " "
      if let width = columns?[index] {
        text += String(repeating: " ", count: max(width - DisplayWidth.of(cell), 0))
      }
    }
    let needsBlank = isMapping || last.hasSuffix(":") || last.endsWithTag
    return text + last + (needsBlank ? " " : "") + (isMapping ? "}" : "]")
  }
}

extension String {
  /// Whether the last word is a tag, or looks like one, which a bracket would become part of.
  fileprivate var endsWithTag: Bool {
    let word = unicodeScalars.reversed().prefix { $0 != " " }
    return word.last == "!"
  }
}

extension LayoutNode {
  /// Whether there is no comment in front of the value, behind it or below it.
  var hasNothingBeside: Bool { hasNothingInFront && trailing == nil && below.isEmpty }

  /// Whether there are comments between the brackets of a list or mapping.
  var hasCommentsInBrackets: Bool {
    guard case .collection(let collection) = content else { return false }
    return !collection.below.isEmpty
      || collection.members.contains {
        !$0.above.isEmpty || !$0.value.hasNothingBeside || $0.value.hasCommentsInBrackets
      }
  }
}

extension LayoutCollection.Member {
  /// Whether the member can be a row of marbles: a text on one line.
  var isRow: Bool {
    guard case .text(let lines, _) = value.content else { return false }
    return lines.count == 1 && value.hasNothingInFront
  }
}
