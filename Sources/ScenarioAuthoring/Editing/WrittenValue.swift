import DisplayText
import ScenarioKit
import ScenarioLanguage

/// The reason why a value can't be changed, as the second half of "can't be accepted: …".
struct Unacceptable: Error {
  let reason: String
}

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

  /// The value and all values in it.
  var withParts: [WrittenValue] {
    [self]
      + syntax.members.flatMap { member in
        WrittenValue(
          source: source, syntax: member.value, member: member, isInFlow: isInFlow || isFlow
        ).withParts
      }
  }

  /// Returns the edits that replace the value.
  ///
  /// - Parameter keepsTag: Whether to keep the tag before the new value.
  func edits(to value: Value, keepsTag: Bool) throws(Unacceptable) -> [TextEdit] {
    guard !syntax.properties.contains(where: { $0.hasPrefix("&") }) else {
      throw Unacceptable(reason: "it has an anchor (&)")
    }
    let start = keepsTag ? syntax.contentStart : node.range.start.offset
    let range = start..<max(start, node.range.end.offset)
    if case .text(let text) = value, let edit = blockEdit(to: text, range) { return [edit] }
    let line = padded(
      TextEdit(isBlock ? closedUp(range) : range, value.text(inStyleOf: node, in: context)))
    let staysBlock = isBlock && value.isCollection && value != .list([]) && value != .mapping([])
    if isInFlow || !staysBlock && fits(line) { return [line] }
    return [blockEdit(to: value, range) ?? line]
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

  /// Returns an edit that writes a list or mapping on several lines, and a long text as a literal
  /// block.
  private func blockEdit(to value: Value, _ range: Range<Int>) -> TextEdit? {
    guard let member else { return nil }
    // Below the value's key or after its dash.
    let indentation =
      member.key.map { $0.node.range.start.column + 1 } ?? node.range.start.column - 1
    if case .text(let text) = value {
      guard let block = LiteralBlock(text) else { return nil }
      return padded(TextEdit(range, block.text(indentedBy: max(indentation, 2))))
    }
    guard value.isCollection else { return nil }
    let text = value.blockDescription.indented(by: indentation)
    guard member.key != nil else {
      return padded(TextEdit(range, String(text.dropFirst(indentation))))
    }
    let edit = closedUp(range)
    guard edit.lowerBound < range.lowerBound || range.isEmpty else { return nil }
    return TextEdit(edit, "\n" + text)
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
    let edit = start..<range.upperBound
    if node.style == .folded, !line.isEmpty, !line.contains("\n"), line.first != " ",
      !Notation.hasHidden(line)
    {
      let mark = line == text ? ">-" : ">"
      return TextEdit(edit, "\(mark)\(comment)\n\(line.indented(by: indentation))")
    }
    return LiteralBlock(text).map {
      TextEdit(edit, $0.text(indentedBy: indentation, comment: comment))
    }
  }

  // MARK: - Items

  /// Returns the edits that insert and remove elements of a list.
  func edits(_ change: ValueUpdate.Elements) throws(Unacceptable) -> [TextEdit] {
    // An alias has the source range of the value that it repeats.
    guard !syntax.members.contains(where: { $0.value.form == .alias }) else {
      throw Unacceptable(reason: "it contains an alias (*)")
    }
    let texts = change.inserted.map { (index: $0.index, text: text(of: $0)) }
    return try placed(syntax.replacing(change.removed, inserting: texts, in: source))
  }

  /// Returns the edits that add keys to a mapping.
  func edits(adding entries: [ValueUpdate.Entry]) throws(Unacceptable) -> [TextEdit] {
    let texts = entries.map {
      Notation.text($0.key, in: isFlow ? .flow : .block) + ": " + $0.value.value.flowDescription
    }
    let end = syntax.members.count
    return try placed([syntax.replacing(end..<end, with: texts, in: source)])
  }

  private func placed(_ edits: [TextEdit?]) throws(Unacceptable) -> [TextEdit] {
    let placed = edits.compactMap(\.self)
    guard placed.count == edits.count else {
      throw Unacceptable(reason: "no element of the list remains to insert it next to")
    }
    return placed
  }

  /// Returns an inserted element; one that moves as it is written, with the comment after it.
  private func text(of arrival: ValueUpdate.Arrival) -> String {
    switch arrival.element {
    case .moved(let index):
      let member = syntax.members[index]
      return source.text(
        member.start..<member.end, unindentedBy: isFlow ? 0 : syntax.column(in: source))
    case .value(let new) where isFlow: return new.value.flowDescription
    case .value(let new):
      let sibling = syntax.members[min(arrival.index, syntax.members.count - 1)].value
      guard new.value.isCollection else {
        return "- " + new.value.text(inStyleOf: sibling.node, in: .block)
      }
      let line = "- " + new.value.flowDescription
      let isShort = syntax.column(in: source) + DisplayWidth.of(line) <= Self.lineLimit
      if isShort, sibling.form != .lines { return line }
      return "- " + new.value.blockDescription.replacing("\n", with: "\n  ")
    }
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

extension LiteralBlock {
  /// Returns the block as it is written.
  ///
  /// - Parameter comment: The comment after the indicator, with the space before it.
  fileprivate func text(indentedBy count: Int, comment: Substring = "") -> String {
    "\(header)\(comment)\n" + lines.joined(separator: "\n").indented(by: count)
  }
}
