import DisplayText
import ScenarioKit
import ScenarioLanguage

/// A value as written in a file, with the edits that replace it and keep its layout.
struct WrittenValue {
  /// The line length, in columns, above which a value is written on several lines.
  private static let lineLimit = 100

  let source: SourceFile
  let syntax: SyntaxNode

  /// The item or entry that contains the value; `nil` for a whole document.
  var member: SyntaxMember?

  /// Whether the value is inside `[…]` or `{…}`.
  var isInFlow = false

  var node: Node { syntax.node }

  /// Whether the value itself is in brackets or braces.
  var isFlow: Bool { syntax.form == .brackets }

  var context: Notation.Context { isInFlow ? .flow : .block }

  /// Returns the edits that replace the value.
  ///
  /// - Parameter keepsTag: Whether to keep the tag before the new value.
  func edits(to value: Value, keepsTag: Bool) throws(Unacceptable) -> [TextEdit] {
    guard !syntax.properties.contains(where: { $0.hasPrefix("&") }) else {
      throw Unacceptable("it has an anchor (&)")
    }
    let start = keepsTag ? syntax.contentStart : node.range.start.offset
    let range = start..<max(start, node.range.end.offset)
    if case .text(let text) = value, let edit = blockEdit(to: text, range) { return [edit] }
    let location = isBlock ? closedUp(range) : range
    if value.isCollection, !isInFlow {
      let flow = TextEdit(location, value.flowDescription)
      let isEmpty = value == .list([]) || value == .mapping([])
      if !isBlock || isEmpty, fits(flow) { return [padded(flow)] }
      return [blockEdit(to: value, range) ?? padded(flow)]
    }
    let edit = padded(TextEdit(location, value.text(inStyleOf: node, in: context)))
    if fits(edit) { return [edit] }
    return [literalEdit(to: value, range) ?? edit]
  }

  /// Whether the value is a list or mapping in block style.
  private var isBlock: Bool { syntax.form == .lines || syntax.form == .pair }

  // MARK: - On one line

  /// Extends a range to the key's colon if there is only white space between them.
  private func closedUp(_ range: Range<Int>) -> Range<Int> {
    guard let colon = member?.colon, colon < range.lowerBound,
      source.isSpace(colon + 1..<range.lowerBound)
    else { return range }
    return colon + 1..<range.upperBound
  }

  /// Returns an edit with a leading space if its text would touch a colon or a dash.
  private func padded(_ edit: TextEdit) -> TextEdit {
    let start = edit.range.lowerBound
    guard start > 0, edit.range.isEmpty || start != node.range.start.offset,
      [UInt8(ascii: ":"), UInt8(ascii: "-")].contains(source.bytes[start - 1])
    else { return edit }
    return TextEdit(edit.range, " " + edit.text)
  }

  private func fits(_ edit: TextEdit) -> Bool {
    guard !edit.text.contains("\n") else { return false }
    let start = source.lineRange(at: edit.range.lowerBound).lowerBound
    let end = source.lineRange(at: edit.range.upperBound).upperBound
    let text =
      source.text(start..<edit.range.lowerBound) + edit.text
      + source.text(edit.range.upperBound..<end)
    return DisplayWidth.of(text) <= Self.lineLimit
  }

  // MARK: - On several lines

  /// The indentation of lines below the value's key or after its dash; `nil` for a document.
  private var indentation: Int? {
    guard let member else { return nil }
    return member.key.map { $0.node.range.start.column + 1 } ?? node.range.start.column - 1
  }

  private func blockEdit(to value: Value, _ range: Range<Int>) -> TextEdit? {
    guard let indentation else { return nil }
    let lines = value.blockDescription.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    guard member?.key != nil else {
      return padded(TextEdit(range, Self.block(lines, indentation: indentation)))
    }
    let edit = closedUp(range)
    guard edit.lowerBound < range.lowerBound || range.isEmpty else { return nil }
    return TextEdit(edit, Self.block([""] + lines, indentation: indentation))
  }

  /// Returns an edit that writes a long text as a literal block.
  private func literalEdit(to value: Value, _ range: Range<Int>) -> TextEdit? {
    guard !isInFlow, case .text(let text) = value, let block = LiteralBlock(text), let indentation
    else { return nil }
    let lines = Self.block([block.header] + block.lines, indentation: max(indentation, 2))
    return padded(TextEdit(range, lines))
  }

  /// Returns an edit that replaces the text of a block scalar.
  ///
  /// It keeps the block's indentation and the comment after its indicator.
  private func blockEdit(to text: String, _ range: Range<Int>) -> TextEdit? {
    guard case .block = syntax.form else { return nil }
    let start = syntax.contentStart
    let header = source.text(start..<source.lineRange(at: start).upperBound)
    let first = source.nextLine(after: start)
    let indentation = source.text(first..<max(first, node.range.end.offset))
      .prefix { $0 == " " }.count
    guard indentation > 0 else { return nil }
    let comment = header.drop { !$0.isWhitespace }
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    if node.style == .folded, !line.isEmpty, !line.contains("\n"), line.first != " ",
      !Notation.hasHidden(line)
    {
      let mark = line == text ? ">-" : ">"
      return TextEdit(
        start..<range.upperBound, Self.block([mark + comment, line], indentation: indentation))
    }
    guard let block = LiteralBlock(text) else { return nil }
    return TextEdit(
      start..<range.upperBound,
      Self.block([block.header + comment] + block.lines, indentation: indentation))
  }

  /// Joins the lines of a block, with all but the first indented.
  private static func block(_ lines: [String], indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    return lines[0] + lines.dropFirst().map { $0.isEmpty ? "\n" : "\n" + margin + $0 }.joined()
  }
}

// MARK: - Items

extension WrittenValue {
  /// Returns the edits that insert and remove elements of a list.
  func edits(_ change: ValueUpdate.Elements) throws(Unacceptable) -> [TextEdit] {
    // An alias has the source range of the value that it repeats.
    guard !syntax.members.contains(where: { $0.value.form == .alias }) else {
      throw Unacceptable("it contains an alias (*)")
    }
    var edits = RangeSet(change.removed.map { $0..<$0 + 1 }).ranges.map(removal)
    let insertions = Dictionary(grouping: change.inserted, by: \.index)
    for (index, arrivals) in insertions.sorted(by: { $0.key < $1.key }) {
      let texts = arrivals.map { arrival in
        switch arrival.element {
        case .value(let new): text(for: new.value, beside: min(index, count - 1))
        case .moved(let index): text(ofMoved: index)
        }
      }
      edits.append(try insertion(of: texts, before: index, removed: change.removed))
    }
    return edits
  }

  /// Returns the edit that adds keys to a mapping.
  func edit(adding entries: [ValueUpdate.Entry]) throws(Unacceptable) -> TextEdit {
    let texts = entries.map { entry in
      let key = Notation.text(entry.key, in: isFlow ? .flow : .block)
      return key + ": " + entry.value.value.flowDescription
    }
    return try insertion(of: texts, before: count, removed: [])
  }

  private var isList: Bool { node.items != nil }

  private var count: Int { syntax.members.count }

  /// Returns the range of an element, or of an entry with its key.
  private func item(_ index: Int) -> Range<Int> {
    let member = syntax.members[index]
    let start = (member.key ?? member.value).node.range.start.offset
    return start..<max(start, member.value.node.range.end.offset)
  }

  // MARK: Taking out

  private func removal(of run: Range<Int>) -> TextEdit {
    let (first, last) = (run.lowerBound, run.upperBound - 1)
    let line = source.lineRange(at: syntax.members[first].start)
    if !isFlow, source.isSpace(line.lowerBound..<syntax.members[first].start) {
      let end = source.nextLine(after: item(last).upperBound)
      var start = line.lowerBound
      // At the end of a file without a final line break, remove the preceding line break instead.
      if end == source.bytes.count, source.bytes.last?.isLineBreak == false {
        while start > 0, source.bytes[start - 1].isLineBreak { start -= 1 }
      }
      return TextEdit(start..<end, "")
    }
    return last + 1 < count
      ? TextEdit(item(first).lowerBound..<item(last + 1).lowerBound, "")
      : TextEdit(item(first - 1).upperBound..<item(last).upperBound, "")
  }

  // MARK: Putting in

  private func insertion(
    of texts: [String], before index: Int, removed: Set<Int>
  ) throws(Unacceptable) -> TextEdit {
    if let before = (0..<index).last(where: { !removed.contains($0) }) {
      let end = item(before).upperBound
      let location = isFlow ? end : source.lineRange(at: end).upperBound
      let separator = isFlow ? separator(after: before) : "\n" + margin
      return TextEdit(location..<location, texts.map { separator + $0 }.joined())
    }
    guard let after = (index..<count).first(where: { !removed.contains($0) }) else {
      throw Unacceptable("no element of the list remains to insert it next to")
    }
    let location = item(after).lowerBound
    let separator = isFlow ? separator(after: after) : "\n" + margin
    let text = texts.map { $0 + separator }.joined()
    // The existing dash goes to the new element, and the old element gets a new dash.
    return TextEdit(location..<location, isFlow || !isList ? text : text.dropFirst(2) + "- ")
  }

  /// Returns the separator between elements in brackets, copied from a neighbour if possible.
  private func separator(after index: Int) -> String {
    guard count > 1 else {
      let isBelow = source.bytes[node.range.start.offset..<item(0).lowerBound]
        .contains(where: \.isLineBreak)
      return isBelow ? ",\n" + margin : ", "
    }
    let left = min(index, count - 2)
    let text = source.text(item(left).upperBound..<item(left + 1).lowerBound)
    let isPlain = text.allSatisfy { $0.isWhitespace || $0 == "," }
    return isPlain && text.contains(",") ? text.replacing("\r\n", with: "\n") : ", "
  }

  private func text(for value: Value, beside index: Int) -> String {
    if isFlow { return value.flowDescription }
    let neighbour = syntax.members[index].value
    guard value.isCollection else {
      return "- " + value.text(inStyleOf: neighbour.node, in: .block)
    }
    let line = "- " + value.flowDescription
    let isShort = DisplayWidth.of(margin + line) <= Self.lineLimit
    if isShort, neighbour.form != .lines { return line }
    return "- " + value.blockDescription.replacing("\n", with: "\n" + margin + "  ")
  }

  /// Returns an element as written, with the comment after it.
  ///
  /// Its lines keep their indentation, because they stay in the list.
  private func text(ofMoved index: Int) -> String {
    let (start, end) = (item(index).lowerBound, item(index).upperBound)
    let lineEnd = isFlow ? end : source.lineRange(at: end).upperBound
    return (isFlow ? "" : "- ") + source.text(start..<lineEnd).replacing("\r\n", with: "\n")
  }

  /// The indentation of the dashes or keys of a block, or of the first item in brackets.
  private var margin: String {
    let column = source.position(atOffset: syntax.members[0].start).column
    return String(repeating: " ", count: column - 1)
  }
}

// MARK: - Texts

extension Value {
  /// Returns the value on one line, in the quotes of the old scalar if they can represent it.
  fileprivate func text(inStyleOf old: Node, in context: Notation.Context) -> String {
    let number = old.style == .plain && NumberText.isNumber(old.text ?? "")
    switch self {
    case .absent: return "!absent"
    case .list, .mapping: return flowDescription
    case .bool, .integer: return description
    case .number(let value):
      // 1.0 is written as 1 if the old value was a whole number.
      guard number, NumberText.isInteger(old.text ?? "") else { return description }
      return Int64(exactly: value).map { String($0) } ?? description
    case .text(let text):
      let isBool = old.style == .plain && ["true", "false"].contains(old.text)
      // A text such as "5" stays without quotes if its author wrote it so.
      if number && NumberText.isNumber(text) || isBool && ["true", "false"].contains(text) {
        return text
      }
      switch old.style {
      case .singleQuoted where !Notation.hasHidden(text):
        return "'" + text.replacing("'", with: "''") + "'"
      case .singleQuoted, .doubleQuoted: return Notation.quoted(text)
      default: return Notation.text(text, in: context)
      }
    }
  }
}

extension SourceFile {
  /// Returns whether a byte range contains only white space.
  fileprivate func isSpace(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy {
      $0.isLineBreak || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
    }
  }
}

extension UInt8 {
  fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
