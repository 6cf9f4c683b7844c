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
      source.text(colon + 1..<range.lowerBound).allSatisfy(\.isWhitespace)
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
    guard member?.key != nil else {
      return padded(TextEdit(range, Self.block(value.lines, indentation: indentation)))
    }
    let edit = closedUp(range)
    guard edit.lowerBound < range.lowerBound || range.isEmpty else { return nil }
    return TextEdit(edit, Self.block([""] + value.lines, indentation: indentation))
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

  // MARK: - Items

  /// Returns the edits that insert and remove elements of a list.
  func edits(_ change: ValueUpdate.Elements) throws(Unacceptable) -> [TextEdit] {
    // An alias has the source range of the value that it repeats.
    guard !syntax.members.contains(where: { $0.value.form == .alias }) else {
      throw Unacceptable("it contains an alias (*)")
    }
    var inserted = Dictionary(grouping: change.inserted, by: \.index).sorted { $0.key < $1.key }
    let runs = RangeSet(change.removed.map { $0..<$0 + 1 }).ranges.map { $0 }
    // Elements that are inserted beside removed ones take their place.
    let replaced = try runs.map { run throws(Unacceptable) in
      let arrivals = inserted.filter { run.lowerBound...run.upperBound ~= $0.key }
      inserted.removeAll { run.lowerBound...run.upperBound ~= $0.key }
      return try edit(at: run, with: arrivals.flatMap { texts(of: $0.value) })
    }
    return try replaced
      + inserted.map { index, arrivals throws(Unacceptable) in
        try edit(at: index..<index, with: texts(of: arrivals))
      }
  }

  private func texts(of arrivals: [ValueUpdate.Arrival]) -> [String] {
    arrivals.map { arrival in
      switch arrival.element {
      case .value(let new): text(for: new.value, beside: min(arrival.index, count - 1))
      case .moved(let index): text(ofMoved: index)
      }
    }
  }

  /// Returns the edit that adds keys to a mapping.
  func edit(adding entries: [ValueUpdate.Entry]) throws(Unacceptable) -> TextEdit {
    try edit(
      at: count..<count,
      with: entries.map {
        Notation.text($0.key, in: isFlow ? .flow : .block) + ": " + $0.value.value.flowDescription
      })
  }

  private func edit(at run: Range<Int>, with texts: [String]) throws(Unacceptable) -> TextEdit {
    guard let edit = syntax.replacing(run, with: texts, in: source) else {
      throw Unacceptable("no element of the list remains to insert it next to")
    }
    return edit
  }

  private var count: Int { syntax.members.count }

  private func text(for value: Value, beside index: Int) -> String {
    if isFlow { return value.flowDescription }
    let sibling = syntax.members[index].value
    guard value.isCollection else { return "- " + value.text(inStyleOf: sibling.node, in: .block) }
    let line = "- " + value.flowDescription
    let isShort = syntax.column(in: source) + DisplayWidth.of(line) <= Self.lineLimit
    if isShort, sibling.form != .lines { return line }
    return "- " + value.blockDescription.replacing("\n", with: "\n  ")
  }

  /// Returns an element as written, with the comment after it.
  private func text(ofMoved index: Int) -> String {
    let member = syntax.members[index]
    return isFlow
      ? source.text(member.start..<member.end)
      : source.text(member.start..<member.end, unindentedBy: syntax.column(in: source))
  }
}

// MARK: - Texts

extension Value {
  /// The lines of the value in block style.
  var lines: [String] {
    blockDescription.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

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
