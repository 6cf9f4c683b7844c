import ScenarioKit
import ScenarioLanguage

/// A value of a file, which others can take the place of in the layout that it has.
struct WrittenValue {
  /// How long a line may become before what is on it is written over several.
  private static let lineLimit = 100

  let source: SourceFile
  let syntax: SyntaxNode

  /// The item or the entry whose value it is; `nil` for a whole document.
  var member: SyntaxMember?

  /// Whether it stands inside `[…]` or `{…}`.
  var isInFlow = false

  var node: Node { syntax.node }

  /// Whether it is in brackets or braces itself.
  var isFlow: Bool { syntax.form == .brackets }

  var context: Notation.Context { isInFlow ? .flow : .block }

  /// The edits that put another value there.
  ///
  /// - Parameter keepsTag: Whether the tag stays, in front of the new value.
  func edits(to value: Value, keepsTag: Bool) throws(Unacceptable) -> [TextEdit] {
    guard !syntax.properties.contains(where: { $0.hasPrefix("&") }) else {
      throw Unacceptable("it has an anchor (&)")
    }
    let start = keepsTag ? syntax.contentStart : node.range.start.offset
    let range = start..<max(start, node.range.end.offset)
    if case .text(let text) = value, let edit = blockEdit(to: text, range) { return [edit] }
    let place = isBlock ? closedUp(range) : range
    if value.isCollection, !isInFlow {
      let flow = TextEdit(place, value.flowDescription)
      let isEmpty = value == .list([]) || value == .mapping([])
      if !isBlock || isEmpty, fits(flow) { return [padded(flow)] }
      return [blockEdit(to: value, range) ?? padded(flow)]
    }
    let edit = padded(TextEdit(place, value.text(inStyleOf: node, in: context)))
    if fits(edit) { return [edit] }
    return [literalEdit(to: value, range) ?? edit]
  }

  /// Whether it is a list or mapping that is told by indentation.
  private var isBlock: Bool { syntax.form == .lines || syntax.form == .pair }

  // MARK: - On one line

  /// A stretch with the line breaks in front of it, up to the key's colon, if nothing else is
  /// there.
  private func closedUp(_ range: Range<Int>) -> Range<Int> {
    guard let colon = member?.colon, colon < range.lowerBound,
      source.isBlank(colon + 1..<range.lowerBound)
    else { return range }
    return colon + 1..<range.upperBound
  }

  /// With a space in front where the text would touch a colon or a dash.
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

  /// How far what is written below the value's key or behind its dash is indented.
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

  /// A text of several lines that doesn't fit in one.
  private func literalEdit(to value: Value, _ range: Range<Int>) -> TextEdit? {
    guard !isInFlow, case .text(let text) = value, let block = LiteralBlock(text), let indentation
    else { return nil }
    let lines = Self.block([block.header] + block.lines, indentation: max(indentation, 2))
    return padded(TextEdit(range, lines))
  }

  /// A text in the place of one that was written as a block, with its indentation, and with what
  /// stands behind its mark.
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

  /// The lines of a block, of which all but the first are indented.
  private static func block(_ lines: [String], indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    return lines[0] + lines.dropFirst().map { $0.isEmpty ? "\n" : "\n" + margin + $0 }.joined()
  }
}

// MARK: - Items

extension WrittenValue {
  /// The edits for elements of a list that go and come.
  func edits(_ change: Amendment.Elements) throws(Unacceptable) -> [TextEdit] {
    // An alias has the place of what it repeats.
    guard !syntax.members.contains(where: { $0.value.form == .alias }) else {
      throw Unacceptable("it has an alias (*) in it")
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

  /// The edit for more keys of a mapping.
  func edit(adding entries: [Amendment.Entry]) throws(Unacceptable) -> TextEdit {
    let texts = entries.map { entry in
      let key = Notation.text(entry.key, in: isFlow ? .flow : .block)
      return key + ": " + entry.value.value.flowDescription
    }
    return try insertion(of: texts, before: count, removed: [])
  }

  private var isList: Bool { node.items != nil }

  private var count: Int { syntax.members.count }

  /// The stretch of an element, or of an entry with its key.
  private func item(_ index: Int) -> Range<Int> {
    let member = syntax.members[index]
    let start = (member.key ?? member.value).node.range.start.offset
    return start..<max(start, member.value.node.range.end.offset)
  }

  // MARK: Taking out

  private func removal(of run: Range<Int>) -> TextEdit {
    let (first, last) = (run.lowerBound, run.upperBound - 1)
    let line = source.lineRange(at: syntax.members[first].start)
    if !isFlow, source.isBlank(line.lowerBound..<syntax.members[first].start) {
      let end = source.nextLine(after: item(last).upperBound)
      var start = line.lowerBound
      // At the end of a file without a line break the one in front goes instead.
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
      let place = isFlow ? end : source.lineRange(at: end).upperBound
      let separator = isFlow ? separator(behind: before) : "\n" + margin
      return TextEdit(place..<place, texts.map { separator + $0 }.joined())
    }
    guard let behind = (index..<count).first(where: { !removed.contains($0) }) else {
      throw Unacceptable("nothing of the list is left to put it beside")
    }
    let place = item(behind).lowerBound
    let separator = isFlow ? separator(behind: behind) : "\n" + margin
    let text = texts.map { $0 + separator }.joined()
    // The dash that is there is the new element's; the old one gets another.
    return TextEdit(place..<place, isFlow || !isList ? text : text.dropFirst(2) + "- ")
  }

  /// What stands between elements in brackets, as near to one as can be told.
  private func separator(behind index: Int) -> String {
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

  /// An element as it is written, with the comment behind it; its lines keep their indentation, as
  /// they stay in the list.
  private func text(ofMoved index: Int) -> String {
    let (start, end) = (item(index).lowerBound, item(index).upperBound)
    let lineEnd = isFlow ? end : source.lineRange(at: end).upperBound
    return (isFlow ? "" : "- ") + source.text(start..<lineEnd).replacing("\r\n", with: "\n")
  }

  /// What stands in front of the dashes or keys of a block, or of the first item in brackets.
  private var margin: String {
    let column = source.position(atOffset: syntax.members[0].start).column
    return String(repeating: " ", count: column - 1)
  }
}

// MARK: - Texts

extension Value {
  /// The value on one line, in the quotes of a scalar that stood there before, where they can hold
  /// it.
  fileprivate func text(inStyleOf old: Node, in context: Notation.Context) -> String {
    let number = old.style == .plain && NumberText.isNumber(old.text ?? "")
    switch self {
    case .absent: return "!absent"
    case .list, .mapping: return flowDescription
    case .bool, .integer: return description
    case .number(let value):
      // 1.0 is written as 1 where whole numbers were written before.
      guard number, NumberText.isInteger(old.text ?? "") else { return description }
      return Int64(exactly: value).map { String($0) } ?? description
    case .text(let text):
      let isBool = old.style == .plain && ["true", "false"].contains(old.text)
      // Who wrote the text "5" without quotes before wants to have it so.
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
  /// Whether nothing but white space stands between two bytes.
  fileprivate func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy {
      $0.isLineBreak || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
    }
  }
}

extension SourceRange {
  var offsets: Range<Int> { start.offset..<max(start.offset, end.offset) }
}

extension UInt8 {
  fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
