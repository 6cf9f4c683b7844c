/// Writes down what stands in a file in the one layout.
struct LayoutPrinter {
  var lines = LayoutLines()

  /// The words of the language, as the story that is being laid out writes them.
  var keywords = Keywords.english

  /// The text of a file.
  static func text(of tree: SyntaxTree) -> String {
    var printer = LayoutPrinter()
    for part in tree.parts { printer.add(part) }
    return printer.lines.rendered()
  }

  private mutating func add(_ part: SyntaxTree.Part) {
    switch part {
    case .line(let text, let above, let behind):
      lines.add(above, indentation: 0)
      lines.begin(0)
      lines.append(text)
      lines.close(comment: behind)
      if text == "---" { lines.holdTogether() }
    case .value(var node):
      lines.add(node.opening.map { [.comment($0, column: 0)] } ?? [], indentation: 0)
      lines.add(node.above, indentation: 0)
      node.opening = nil
      node.above = []
      node.isOnOwnLine = false
      keywords = .ofStory(node.members)
      add(node, indentation: node.hasMembers ? 0 : 2, role: .story)
    case .end(let margin):
      lines.add(margin, indentation: 0)
    }
  }

  /// Adds a value to the line of its key or dash, if that is open, and to lines below it.
  ///
  /// - Parameters:
  ///   - indentation: Where the lines below it begin.
  ///   - cells: The value as a row of a table.
  ///   - column: Where the value begins, if it stands under others.
  private mutating func add(
    _ node: SyntaxNode, indentation: Int, role: LayoutRole, isItem: Bool = false,
    cells: String? = nil, column: Int? = nil
  ) {
    if node.hasMembers {
      guard let text = inline(node, role: role), node.hasNothingInFront,
        lines.column + 1 + DisplayWidth.of(text) <= LayoutLines.width
      else {
        return addCollection(node, indentation: indentation, role: role, isItem: isItem)
      }
      lines.append(word: cells ?? text)
      return lines.close(comment: node.trailing)
    }
    switch node.form {
    case .block(let block):
      leaveGap(of: node, indentation: indentation)
      lines.append(word: (node.properties + [block.header]).joined(separator: " "))
      lines.close(comment: block.comment)
      lines.add(block, indentation: indentation)
    case .text where node.texts.count > 1:
      leaveGap(of: node, indentation: indentation, isOnOwnLine: node.isOnOwnLine)
      lines.append(word: (node.properties + node.texts.prefix(1)).joined(separator: " "))
      for text in node.texts.dropFirst() {
        lines.closeLineOfText()
        lines.append(text.isEmpty ? "" : String(repeating: " ", count: indentation) + text)
      }
      lines.close(comment: node.trailing)
    default:
      addLine(node, indentation: indentation, isItem: isItem, column: column)
    }
  }

  /// Adds a value that takes one line at most.
  private mutating func addLine(
    _ node: SyntaxNode, indentation: Int, isItem: Bool, column: Int?
  ) {
    let text = inline(node, role: .data) ?? ""
    if text.isEmpty {
      lines.close(comment: node.opening ?? node.trailing)
      return lines.add(node.below, indentation: indentation)
    }
    let isLong = lines.column + 1 + DisplayWidth.of(text) > LayoutLines.width
    leaveGap(
      of: node, indentation: indentation, isOnOwnLine: node.isOnOwnLine && isLong && !isItem)
    if let column, node.hasNothingInFront {
      lines.append(text, fromColumn: text.isQuoted ? column - 1 : column)
    } else {
      lines.append(word: text)
    }
    lines.close(comment: node.trailing)
    lines.add(node.below, indentation: indentation)
  }

  /// Begins a line for a value that has comments in front of it, or that is to have one of its own.
  private mutating func leaveGap(
    of node: SyntaxNode, indentation: Int, isOnOwnLine: Bool = false
  ) {
    guard isOnOwnLine || !node.hasNothingInFront else { return }
    lines.closeAboveMembers(comment: node.opening)
    lines.add(node.above, indentation: indentation)
    lines.begin(indentation)
  }

  /// Adds a list or a mapping line by line.
  private mutating func addCollection(
    _ node: SyntaxNode, indentation: Int, role: LayoutRole, isItem: Bool
  ) {
    let mayMove = node.opening == nil && !node.hasCommentsInBrackets
    let opening = mayMove ? node.trailing : node.opening
    for property in node.properties { lines.append(word: property) }
    let isInFront =
      opening == nil && node.above.isEmpty && node.properties.isEmpty
      && node.members.first?.above.isEmpty ?? true
    if isItem, isInFront {
      lines.append(" ")
    } else {
      lines.closeAboveMembers(comment: opening)
      lines.add(node.above, indentation: indentation)
    }
    addMembers(of: node, indentation: indentation, role: role)
    lines.add(node.below, indentation: indentation)
    if !mayMove, let trailing = node.trailing {
      lines.add([.comment(trailing, column: 0)], indentation: indentation)
    }
  }

  private mutating func addMembers(
    of collection: SyntaxNode, indentation: Int, role: LayoutRole
  ) {
    let table = role == .table ? tableRows(of: collection, indentation: indentation) : nil
    let marbles = role == .timeline ? marbleColumn(of: collection, indentation: indentation) : 0
    for (index, member) in collection.members.enumerated() {
      let isApart =
        index > 0 && separates(collection.members[index - 1], from: member, in: role)
        && !member.above.contains(.blank)
      if isApart { lines.addBlank() }
      lines.add(member.above, indentation: indentation)
      lines.begin(indentation)
      guard let key = member.key else {
        lines.append("-")
        add(
          member.value, indentation: indentation + 2, role: role.item, isItem: true,
          cells: table?[index])
        continue
      }
      lines.append(keyInFrontOfColon(key) + ":")
      var column: Int?
      if case .rows(let marbles) = role, member.isRow { column = marbles }
      var valueRole = role.value(of: name(of: member))
      if case .rows = valueRole { valueRole = .rows(column: marbles) }
      add(member.value, indentation: indentation + 2, role: valueRole, column: column)
    }
  }
}

// MARK: - On one line

extension LayoutPrinter {
  /// A value on one line, without what is in front of it and behind it; `nil` where it needs more.
  func inline(_ node: SyntaxNode, role: LayoutRole) -> String? {
    var words = node.properties
    switch node.form {
    case .empty: break
    case .alias, .text:
      guard node.texts.count == 1 else { return nil }
      words += node.texts
    case .block, .lines: return nil
    case .pair, .brackets:
      guard node.members.isEmpty || node.below.isEmpty && !role.isNeverInBrackets,
        let cells = cells(of: node, role: role)
      else { return nil }
      words.append(
        node.form == .pair ? cells[0] : LayoutRow(cells: cells, isMapping: node.isMapping).text())
    }
    return words.joined(separator: " ")
  }

  /// What stands between the commas of a list or mapping on one line.
  func cells(of collection: SyntaxNode, role: LayoutRole) -> [String]? {
    var cells: [String] = []
    for member in collection.members {
      guard member.above.isEmpty, member.value.hasNothingBeside else { return nil }
      let valueRole = member.key == nil ? role.item : role.value(of: name(of: member))
      guard let value = inline(member.value, role: valueRole) else { return nil }
      guard let key = member.key else {
        cells.append(value)
        continue
      }
      let colon = member.colon == nil ? "" : ":"
      cells.append(keyInFrontOfColon(key) + colon + (value.isEmpty ? "" : " " + value))
    }
    return cells
  }

  /// A key, which can always stand on one line.
  func keyInFrontOfColon(_ key: SyntaxNode) -> String {
    let text = inline(key, role: .data) ?? ""
    // The colon would be taken as part of the name.
    return key.form == .alias ? text + " " : text
  }

  /// The rows of a table: a list of mappings with the same keys, or of lists of the same length, in
  /// brackets, under each other; `nil` where it is none, or doesn't fit.
  func tableRows(of collection: SyntaxNode, indentation: Int) -> [String]? {
    guard collection.members.count > 1 else { return nil }
    var rows: [LayoutRow] = []
    var keys: [String?]?
    for member in collection.members {
      let node = member.value
      guard member.key == nil, node.properties.isEmpty, node.hasNothingInFront,
        node.form == .brackets, node.hasMembers, let cells = cells(of: node, role: .data)
      else { return nil }
      let rowKeys = node.members.map { $0.key.map { $0.text ?? "" } }
      guard keys == nil || keys == rowKeys else { return nil }
      keys = rowKeys
      rows.append(LayoutRow(cells: cells, isMapping: node.isMapping))
    }
    let columns = (keys ?? []).indices.map { column in
      rows.reduce(0) { max($0, DisplayWidth.of($1.cells[column])) }
    }
    let texts = rows.map { $0.text(columns: columns) }
    let isNarrow = texts.allSatisfy { indentation + 2 + DisplayWidth.of($0) <= LayoutLines.width }
    return isNarrow ? texts : nil
  }

  /// The column in which the marbles of a timeline begin: two blanks behind the longest sentence.
  func marbleColumn(of timeline: SyntaxNode, indentation: Int) -> Int {
    var column = 0
    for member in timeline.members {
      guard case .rows = LayoutRole.timeline.value(of: name(of: member)) else { continue }
      for row in member.value.members {
        guard row.isRow, let key = row.key else { continue }
        let width = DisplayWidth.of(keyInFrontOfColon(key)) + 1
        column = max(column, indentation + 2 + width + 2)
      }
    }
    return column
  }

  /// The English word for a key.
  func name(of member: SyntaxMember) -> String? {
    member.key?.text.map { keywords.name(of: $0) }
  }

  /// Whether an empty line stands between two members of a list or mapping.
  func separates(
    _ first: SyntaxMember, from second: SyntaxMember, in role: LayoutRole
  ) -> Bool {
    role.isSpaced || role.isSection(name(of: first)) || role.isSection(name(of: second))
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
  /// Whether the text begins with a quote.
  fileprivate var isQuoted: Bool { hasPrefix("\"") || hasPrefix("'") }

  /// Whether the last word is a tag, or looks like one, which a bracket would become part of.
  fileprivate var endsWithTag: Bool {
    let word = unicodeScalars.reversed().prefix { $0 != " " }
    return word.last == "!"
  }
}

extension SyntaxMember {
  /// Whether the member can be a row of marbles: a text on one line.
  fileprivate var isRow: Bool {
    guard case .text = value.form else { return false }
    return value.texts.count == 1 && value.hasNothingInFront
  }
}

extension Keywords {
  /// The language of a story.
  static func ofStory(_ members: [SyntaxMember]) -> Keywords {
    let keys = members.map { $0.key?.text ?? "" }
    if let index = languageKey(among: keys), let code = members[index].value.text?.trimmed,
      !code.isEmpty, members[index].value.properties.isEmpty
    {
      return languages[code] ?? .english
    }
    return suggested(by: keys)
  }
}
