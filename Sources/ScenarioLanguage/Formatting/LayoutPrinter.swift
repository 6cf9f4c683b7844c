import DisplayText

/// Prints a syntax tree in the standard layout.
struct LayoutPrinter {
  var lines = LayoutLines()

  /// The words of the language of the current story.
  var language = StoryLanguage.english

  /// Returns the formatted text of a file.
  static func text(of tree: SyntaxTree) -> String {
    var printer = LayoutPrinter()
    for part in tree.parts { printer.add(part) }
    return printer.lines.rendered()
  }

  private mutating func add(_ part: SyntaxTree.Part) {
    switch part {
    case .line(let text, let above, let after):
      lines.add(above, indentation: 0)
      lines.begin(0)
      lines.append(text)
      lines.close(comment: after)
      if text == "---" { lines.holdTogether() }
    case .value(var node):
      lines.add(node.opening.map { [.comment($0, column: 0)] } ?? [], indentation: 0)
      lines.add(node.above, indentation: 0)
      node.opening = nil
      node.above = []
      node.isOnOwnLine = false
      language = node.language
      add(node, indentation: node.hasMembers ? 0 : 2, role: .story)
    case .end(let margin): lines.add(margin, indentation: 0)
    }
  }

  /// Adds a value to the open line of its key or dash, or on lines below it.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of the lines below.
  ///   - cells: The value formatted as a row of a table.
  ///   - column: The column at which the value begins, if it is aligned with others.
  private mutating func add(
    _ node: SyntaxNode, indentation: Int, role: LayoutRole, isItem: Bool = false,
    cells: String? = nil, column: Int? = nil
  ) {
    if node.hasMembers {
      guard let text = inline(node, role: role), node.hasNothingBefore,
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
    default: addLine(node, indentation: indentation, isItem: isItem, column: column)
    }
  }

  /// Adds a value that takes at most one line.
  private mutating func addLine(_ node: SyntaxNode, indentation: Int, isItem: Bool, column: Int?) {
    let text = inline(node, role: .data) ?? ""
    if text.isEmpty {
      lines.close(comment: node.opening ?? node.trailing)
      return lines.add(node.below, indentation: indentation)
    }
    let isLong = lines.column + 1 + DisplayWidth.of(text) > LayoutLines.width
    leaveGap(of: node, indentation: indentation, isOnOwnLine: node.isOnOwnLine && isLong && !isItem)
    if let column, node.hasNothingBefore {
      lines.append(text, fromColumn: text.isQuoted ? column - 1 : column)
    } else {
      lines.append(word: text)
    }
    lines.close(comment: node.trailing)
    lines.add(node.below, indentation: indentation)
  }

  /// Begins a new line for a value that has comments before it or needs its own line.
  private mutating func leaveGap(of node: SyntaxNode, indentation: Int, isOnOwnLine: Bool = false) {
    guard isOnOwnLine || !node.hasNothingBefore else { return }
    lines.closeAboveMembers(comment: node.opening)
    lines.add(node.above, indentation: indentation)
    lines.begin(indentation)
  }

  /// Adds a list or a mapping on several lines.
  private mutating func addCollection(
    _ node: SyntaxNode, indentation: Int, role: LayoutRole, isItem: Bool
  ) {
    let mayMove = node.opening == nil && !node.hasCommentsInBrackets
    let opening = mayMove ? node.trailing : node.opening
    for property in node.properties { lines.append(word: property) }
    let isBefore =
      opening == nil && node.above.isEmpty && node.properties.isEmpty
      && node.members.first?.above.isEmpty ?? true
    if isItem, isBefore {
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

  private mutating func addMembers(of collection: SyntaxNode, indentation: Int, role: LayoutRole) {
    let table = role == .table ? tableRows(of: collection, indentation: indentation) : nil
    let marbles = role == .timeline ? marbleColumn(of: collection, indentation: indentation) : 0
    for (index, member) in collection.members.enumerated() {
      let isApart =
        index > 0 && !member.above.contains(.space)
        && (role == .scenarios
          || [collection.members[index - 1], member].contains { role.isSection(name(of: $0)) })
      if isApart { lines.addSpace() }
      lines.add(member.above, indentation: indentation)
      lines.begin(indentation)
      guard let key = member.key else {
        lines.append("-")
        add(
          member.value, indentation: indentation + 2, role: role.item, isItem: true,
          cells: table?[index])
        continue
      }
      lines.append(keyBeforeColon(key) + ":")
      var column: Int?
      if case .rows(let marbles) = role, member.isRow { column = marbles }
      var valueRole = role.value(of: name(of: member))
      if case .rows = valueRole { valueRole = .rows(column: marbles) }
      add(member.value, indentation: indentation + 2, role: valueRole, column: column)
    }
  }

  // MARK: - On one line

  /// Returns a value on one line, without the comments around it; `nil` if it needs several lines.
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

  /// Returns the comma-separated parts of a list or mapping; `nil` if it needs several lines.
  func cells(of collection: SyntaxNode, role: LayoutRole) -> [String]? {
    var cells: [String] = []
    for member in collection.members {
      guard member.above.isEmpty, member.value.hasNothingBeside else { return nil }
      let valueRole = member.key == nil ? role.item : role.value(of: name(of: member))
      guard let value = inline(member.value, role: valueRole) else { return nil }
      let colon = member.colon == nil ? "" : ":"
      cells.append(
        member.key.map { keyBeforeColon($0) + colon + (value.isEmpty ? "" : " " + value) } ?? value)
    }
    return cells
  }

  /// Returns a key, which always fits on one line.
  func keyBeforeColon(_ key: SyntaxNode) -> String {
    let text = inline(key, role: .data) ?? ""
    // Without the space, the colon would become part of the alias name.
    return key.form == .alias ? text + " " : text
  }

  /// Returns the aligned rows of a table; `nil` if the value is not a table or is too wide.
  ///
  /// A table is a list of mappings with the same keys, or of lists of the same length, all in
  /// brackets.
  func tableRows(of collection: SyntaxNode, indentation: Int) -> [String]? {
    guard collection.members.count > 1 else { return nil }
    var (rows, keys): ([LayoutRow], [String?]?) = ([], nil)
    for member in collection.members {
      let node = member.value
      guard member.key == nil, node.properties.isEmpty, node.hasNothingBefore,
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

  /// Returns the column at which a timeline's marbles begin: two spaces after the longest sentence.
  func marbleColumn(of timeline: SyntaxNode, indentation: Int) -> Int {
    var column = 0
    for member in timeline.members {
      guard case .rows = LayoutRole.timeline.value(of: name(of: member)) else { continue }
      for row in member.value.members {
        guard row.isRow, let key = row.key else { continue }
        column = max(column, indentation + 2 + DisplayWidth.of(keyBeforeColon(key)) + 1 + 2)
      }
    }
    return column
  }

  /// Returns the English word for a member's key.
  func name(of member: SyntaxMember) -> String? { member.key?.text.map { language.name(of: $0) } }
}

extension SyntaxNode {
  /// The language of a story.
  package var language: StoryLanguage {
    StoryLanguage.ofStory(members.map { $0.key?.text ?? "" }) { index in
      members[index].value.properties.isEmpty ? members[index].value.text : nil
    }.language
  }
}

/// A list or mapping in brackets on one line.
struct LayoutRow {
  /// The comma-separated parts.
  var cells: [String]

  /// Whether the brackets are braces.
  var isMapping: Bool

  /// Returns the line; if column widths are given, every cell except the last is padded to its
  /// width.
  func text(columns: [Int]? = nil) -> String {
    guard let last = cells.last else { return isMapping ? "{}" : "[]" }
    var text = isMapping ? "{ " : "["
    for (index, cell) in cells.dropLast().enumerated() {
      // A comma right after a colon would become part of the text.
      text += cell + (cell.hasSuffix(":") ? " ," : ",") + " "
      if let width = columns?[index] {
        text += String(repeating: " ", count: max(width - DisplayWidth.of(cell), 0))
      }
    }
    let needsSpace = isMapping || last.hasSuffix(":") || last.endsWithTag
    return text + last + (needsSpace ? " " : "") + (isMapping ? "}" : "]")
  }
}

extension String {
  /// Whether the text begins with a quote.
  fileprivate var isQuoted: Bool { hasPrefix("\"") || hasPrefix("'") }

  /// Whether the last word is a tag, or looks like one, so that a bracket would become part of it.
  fileprivate var endsWithTag: Bool { unicodeScalars.reversed().prefix { $0 != " " }.last == "!" }
}

extension SyntaxMember {
  /// Whether the member can be a row of marbles: a text on one line.
  fileprivate var isRow: Bool {
    guard case .text = value.form else { return false }
    return value.texts.count == 1 && value.hasNothingBefore
  }
}
