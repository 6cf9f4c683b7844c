/// Writes down what stands in a file in the one layout.
struct LayoutPrinter {
  var lines = LayoutLines()

  /// The words of the language, as the story that is being laid out writes them.
  var keywords = Keywords.english

  /// The text of a file.
  static func text(of parts: [LayoutParser.Part]) -> String {
    var printer = LayoutPrinter()
    for part in parts { printer.add(part) }
    return printer.lines.rendered()
  }

  private mutating func add(_ part: LayoutParser.Part) {
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
      keywords = .ofStory(node.collection?.members ?? [])
      add(node, indentation: node.collection == nil ? 2 : 0, role: .story)
      lines.add(node.below, indentation: 0)
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
    _ node: LayoutNode, indentation: Int, role: LayoutRole, isItem: Bool = false,
    cells: String? = nil, column: Int? = nil
  ) {
    if let collection = node.collection {
      guard let text = inline(node, role: role), node.hasNothingInFront,
        lines.column + 1 + DisplayWidth.of(text) <= LayoutLines.width
      else {
        return add(collection, of: node, indentation: indentation, role: role, isItem: isItem)
      }
      lines.append(word: cells ?? text)
      return lines.close(comment: node.trailing)
    }
    switch node.content {
    case .block(let block):
      leaveGap(of: node, indentation: indentation)
      lines.append(word: (node.properties + [block.header]).joined(separator: " "))
      lines.close(comment: block.comment)
      lines.add(block, indentation: indentation)
    case .text(let texts, _) where texts.count > 1:
      leaveGap(of: node, indentation: indentation, isOnOwnLine: node.isOnOwnLine)
      lines.append(word: (node.properties + texts.prefix(1)).joined(separator: " "))
      for text in texts.dropFirst() {
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
    _ node: LayoutNode, indentation: Int, isItem: Bool, column: Int?
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
    of node: LayoutNode, indentation: Int, isOnOwnLine: Bool = false
  ) {
    guard isOnOwnLine || !node.hasNothingInFront else { return }
    lines.closeAboveMembers(comment: node.opening)
    lines.add(node.above, indentation: indentation)
    lines.begin(indentation)
  }

  /// Adds a list or a mapping line by line.
  private mutating func add(
    _ collection: LayoutCollection, of node: LayoutNode, indentation: Int, role: LayoutRole,
    isItem: Bool
  ) {
    let mayMove = node.opening == nil && !node.hasCommentsInBrackets
    let opening = mayMove ? node.trailing : node.opening
    for property in node.properties { lines.append(word: property) }
    let isInFront =
      opening == nil && node.above.isEmpty && node.properties.isEmpty
      && collection.members.first?.above.isEmpty ?? true
    if isItem, isInFront {
      lines.append(" ")
    } else {
      lines.closeAboveMembers(comment: opening)
      lines.add(node.above, indentation: indentation)
    }
    addMembers(of: collection, indentation: indentation, role: role)
    lines.add(collection.below, indentation: indentation)
    if !mayMove, let trailing = node.trailing {
      lines.add([.comment(trailing, column: 0)], indentation: indentation)
    }
  }

  private mutating func addMembers(
    of collection: LayoutCollection, indentation: Int, role: LayoutRole
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

extension String {
  /// Whether the text begins with a quote.
  fileprivate var isQuoted: Bool { hasPrefix("\"") || hasPrefix("'") }
}
