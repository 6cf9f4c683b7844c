import ScenarioLanguage

/// Why a value can't be accepted, as the second half of "can't be accepted: …".
struct Unacceptable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Puts another value in the place of one that a file has, in the way that one is written.
struct ValueEditor {
  /// How long a line may become before what is on it is written over several.
  static let lineLimit = 100

  let source: SourceFile
  let site: StoryOutline.Site

  private var node: Node { site.node }

  /// The edits that put a value there.
  ///
  /// - Parameter keepsTag: Whether the tag stays, in front of the new value.
  func edits(to value: Value, keepsTag: Bool) throws(Unacceptable) -> [TextEdit] {
    let start = keepsTag ? source.contentStart(of: node) : node.range.start.offset
    let range = start..<max(start, node.range.end.offset)
    if range.lowerBound < source.bytes.count, source.bytes[range.lowerBound] == UInt8(ascii: "&") {
      throw Unacceptable("it has an anchor (&)")
    }
    if case .text(let text) = value, let edit = blockEdit(to: text, range) { return [edit] }
    if value.isCollection, !site.isInFlow {
      let line = (wasBlockCollection ? range.lowerBound : nil).map {
        closedUp($0..<range.upperBound)
      }
      let flow = TextEdit(line ?? range, value.flowDescription)
      if !prefersBlock(value), fits(flow) { return [padded(flow)] }
      if let block = blockEdit(to: value, range) { return [block] }
      return [padded(flow)]
    }
    let writer = ScalarWriter(value: value, context: site.isInFlow ? .flow : .block)
    let text = writer.text(inStyleOf: keepsTag ? node.untagged : node)
    let edit = padded(TextEdit(wasBlockCollection ? closedUp(range) : range, text))
    if !fits(edit), let literal = literalEdit(to: value, range) { return [literal] }
    return [edit]
  }

  // MARK: - On one line

  private var wasBlockCollection: Bool {
    if case .scalar = node.content { return false }
    return !source.isFlow(node)
  }

  /// A stretch with the line breaks in front of it, up to the key's colon, if nothing else is
  /// there.
  private func closedUp(_ range: Range<Int>) -> Range<Int> {
    guard case .mapping(let key) = site.parent, let colon = colon(behind: key),
      colon + 1 <= range.lowerBound, source.isBlank(colon + 1..<range.lowerBound)
    else { return range }
    return colon + 1..<range.upperBound
  }

  private func colon(behind key: Node) -> Int? {
    source.bytes[min(key.range.end.offset, source.bytes.count)...]
      .firstIndex { !$0.isWhiteSpaceInYAML }
      .flatMap { source.bytes[$0] == UInt8(ascii: ":") ? $0 : nil }
  }

  /// With a blank in front where the text would touch a colon or a dash.
  private func padded(_ edit: TextEdit) -> TextEdit {
    let start = edit.range.lowerBound
    guard start > 0, !source.bytes[start - 1].isWhiteSpaceInYAML,
      [UInt8(ascii: ":"), UInt8(ascii: "-")].contains(source.bytes[start - 1]),
      edit.range.isEmpty || edit.range.lowerBound != node.range.start.offset
    else { return edit }
    return TextEdit(edit.range, " " + edit.text)
  }

  private func fits(_ edit: TextEdit) -> Bool {
    guard !edit.text.contains("\n") else { return false }
    let line = source.lineRange(at: edit.range.lowerBound)
    let rest = edit.range.upperBound..<source.lineRange(at: edit.range.upperBound).upperBound
    let text = source.text(line.lowerBound..<edit.range.lowerBound) + edit.text + source.text(rest)
    return TextWidth.of(text) <= Self.lineLimit
  }

  // MARK: - On several lines

  /// Whether a list or mapping was written over several lines, and so should this one.
  private func prefersBlock(_ value: Value) -> Bool {
    guard wasBlockCollection else { return false }
    switch value {
    case .list(let elements): return !elements.isEmpty
    case .mapping(let pairs): return !pairs.isEmpty
    case .absent, .bool, .integer, .number, .text: return false
    }
  }

  /// How far what is written below the value's key or behind its dash is indented.
  private var indentation: Int? {
    switch site.parent {
    case .document: nil
    case .list: node.range.start.column - 1
    case .mapping(let key): key.range.start.column + 1
    }
  }

  private func blockEdit(to value: Value, _ range: Range<Int>) -> TextEdit? {
    guard let indentation else { return nil }
    let margin = String(repeating: " ", count: indentation)
    let lines = value.blockDescription.split(separator: "\n", omittingEmptySubsequences: false)
    guard case .mapping = site.parent else {
      let text = lines.enumerated().map { $0 == 0 || $1.isEmpty ? $1 : margin + $1 }
      return padded(TextEdit(range, text.joined(separator: "\n")))
    }
    let edit = closedUp(range)
    guard edit.lowerBound < range.lowerBound || range.isEmpty else { return nil }
    let text = lines.map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
    return TextEdit(edit, "\n" + text)
  }

  /// A text of several lines that doesn't fit in one.
  private func literalEdit(to value: Value, _ range: Range<Int>) -> TextEdit? {
    guard !site.isInFlow, case .text(let text) = value, let block = LiteralBlock(text),
      let indentation
    else { return nil }
    let margin = String(repeating: " ", count: max(indentation, 2))
    return padded(TextEdit(range, block.text(margin: margin)))
  }

  /// A text in the place of one that was written as a block, with its indentation, and with what
  /// stands behind its mark.
  private func blockEdit(to text: String, _ range: Range<Int>) -> TextEdit? {
    guard case .scalar(_, let style) = node.content, style == .literal || style == .folded else {
      return nil
    }
    let start = source.contentStart(of: node)
    let header = start..<source.lineRange(at: start).upperBound
    let first = source.nextLine(after: start)
    let margin = String(
      source.text(first..<max(first, node.range.end.offset)).prefix { $0 == " " })
    let comment = source.text(header).drop { !$0.isWhitespace }
    guard !margin.isEmpty else { return nil }
    if style == .folded, let line = Folded(text) {
      return TextEdit(start..<range.upperBound, line.header + comment + "\n" + margin + line.text)
    }
    guard var block = LiteralBlock(text) else { return nil }
    block.header += comment
    return TextEdit(start..<range.upperBound, block.text(margin: margin))
  }

  /// A text of one line as `>` writes it.
  private struct Folded {
    var header: String
    var text: String

    init?(_ text: String) {
      self.text = text.hasSuffix("\n") ? String(text.dropLast()) : text
      header = text.hasSuffix("\n") ? ">" : ">-"
      guard !self.text.isEmpty, !self.text.contains("\n"), self.text.first != " ",
        !Notation.hasHidden(self.text)
      else { return nil }
    }
  }
}
