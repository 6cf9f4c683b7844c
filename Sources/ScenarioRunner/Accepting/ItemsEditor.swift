import ScenarioLanguage

/// Takes elements out of a list, or entries out of a mapping, and puts others in, in the layout
/// that it has.
struct ItemsEditor {
  private let source: SourceFile
  private let node: Node
  private let isFlow: Bool
  private let isList: Bool
  /// The stretches of the elements, or of the entries with their keys.
  private let items: [Range<Int>]

  init(_ source: SourceFile, _ site: StoryOutline.Site) throws(Unacceptable) {
    self.source = source
    node = site.node
    isFlow = source.isFlow(node)
    switch node.content {
    case .sequence(let elements):
      isList = true
      items = elements.map(\.range.offsets)
    case .mapping(let entries):
      isList = false
      items = entries.map { entry in
        let (start, end) = (entry.key.range.start.offset, entry.value.range.end.offset)
        return start..<max(start, end)
      }
    case .scalar:
      throw Unacceptable("it is put together from other parts of the story")
    }
    // An alias has the place of what it repeats.
    let isInside = items.allSatisfy {
      node.range.start.offset <= $0.lowerBound && $0.upperBound <= node.range.end.offset
    }
    guard isInside, zip(items, items.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound })
    else { throw Unacceptable("it has an alias (*) in it") }
  }

  /// The edits for elements of a list.
  func edits(_ change: Amendment.Elements) throws(Unacceptable) -> [TextEdit] {
    var edits: [TextEdit] = []
    for run in runs(of: change.removed) { edits.append(try removal(of: run)) }
    for (index, arrivals) in change.inserted.sorted(by: { $0.key < $1.key }) {
      let texts = arrivals.map { arrival in
        switch arrival {
        case .value(let value): text(for: value, beside: min(index, items.count - 1))
        case .moved(let index): text(ofMoved: index)
        }
      }
      edits.append(try insertion(of: texts, before: index, removed: change.removed))
    }
    return edits
  }

  /// The edits for more keys of a mapping.
  func edits(adding pairs: [Value.Pair]) throws(Unacceptable) -> [TextEdit] {
    let texts = pairs.map { pair in
      let context: Notation.Context = isFlow ? .flow : .block
      return Notation.text(pair.key, in: context) + ": " + pair.value.flowDescription
    }
    return [try insertion(of: texts, before: items.count, removed: [])]
  }

  /// Indices that follow each other, together.
  private func runs(of indices: Set<Int>) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for index in indices.sorted() {
      if let last = runs.last, last.upperBound + 1 == index {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs
  }

  // MARK: - Taking out

  private func removal(of run: ClosedRange<Int>) throws(Unacceptable) -> TextEdit {
    let (first, last) = (run.lowerBound, run.upperBound)
    guard isFlow || !ownsItsLine(first) else { return TextEdit(try lines(of: run), "") }
    if last + 1 < items.count {
      return TextEdit(items[first].lowerBound..<items[last + 1].lowerBound, "")
    }
    return TextEdit(items[first - 1].upperBound..<items[last].upperBound, "")
  }

  /// The lines of elements in a block, with the last line break.
  private func lines(of run: ClosedRange<Int>) throws(Unacceptable) -> Range<Int> {
    let start = source.lineRange(at: try dash(of: run.lowerBound)).lowerBound
    let last = items[run.upperBound].upperBound
    let end = source.nextLine(after: last)
    guard end == source.bytes.count, let byte = source.bytes.last, !byte.isLineBreak else {
      return start..<end
    }
    // At the end of a file without a line break the one in front goes instead.
    var before = start
    while before > 0, source.bytes[before - 1].isLineBreak { before -= 1 }
    return before..<end
  }

  // MARK: - Putting in

  private func insertion(
    of texts: [String], before index: Int, removed: Set<Int>
  ) throws(Unacceptable) -> TextEdit {
    if let before = (0..<index).last(where: { !removed.contains($0) }) {
      if isFlow {
        let separator = separator(behind: before)
        let place = items[before].upperBound
        return TextEdit(place..<place, texts.map { separator + $0 }.joined())
      }
      let place = source.lineRange(at: items[before].upperBound).upperBound
      return TextEdit(place..<place, texts.map { "\n" + margin + $0 }.joined())
    }
    guard let behind = (index..<items.count).first(where: { !removed.contains($0) }) else {
      throw Unacceptable("nothing of the list is left to put it beside")
    }
    let place = items[behind].lowerBound
    if isFlow {
      let separator = separator(behind: behind)
      return TextEdit(place..<place, texts.map { $0 + separator }.joined())
    }
    // The dash that is there is the new element's; the old one gets another.
    let lines = texts.enumerated().map { $0 == 0 && isList ? String($1.dropFirst(2)) : $1 }
    let text = lines.joined(separator: "\n" + margin) + "\n" + margin + (isList ? "- " : "")
    return TextEdit(place..<place, text)
  }

  /// What stands between elements in brackets, as near to one as can be told.
  private func separator(behind index: Int) -> String {
    guard items.count > 1 else {
      let isBelow = source.bytes[node.range.start.offset..<items[0].lowerBound]
        .contains(where: \.isLineBreak)
      return isBelow ? ",\n" + indentation(at: items[0].lowerBound) : ", "
    }
    let left = min(index, items.count - 2)
    let text = source.text(items[left].upperBound..<items[left + 1].lowerBound)
    let isPlain = text.allSatisfy { $0.isWhitespace || $0 == "," }
    return isPlain && text.contains(",") ? text.replacing("\r\n", with: "\n") : ", "
  }

  private func text(for value: Value, beside index: Int) -> String {
    if isFlow { return value.flowDescription }
    guard value.isCollection else { return "- " + scalarText(value, beside: index) }
    let line = "- " + value.flowDescription
    let isShort = TextWidth.of(margin + line) <= ValueEditor.lineLimit
    guard hasBlock(at: index) || !isShort else { return line }
    let lines = value.blockDescription.split(separator: "\n", omittingEmptySubsequences: false)
    return "- " + lines.joined(separator: "\n" + margin + "  ")
  }

  /// An element as it is written, with the comment behind it; its lines keep their indentation, as
  /// they stay in the list.
  private func text(ofMoved index: Int) -> String {
    guard !isFlow else { return source.text(items[index]).replacing("\r\n", with: "\n") }
    let end = source.lineRange(at: items[index].upperBound).upperBound
    let text = source.text(items[index].lowerBound..<end)
    return "- " + text.replacing("\r\n", with: "\n")
  }

  private func scalarText(_ value: Value, beside index: Int) -> String {
    guard case .sequence(let elements) = node.content else { return value.description }
    return ScalarWriter(value: value, context: .block).text(inStyleOf: elements[index].untagged)
  }

  /// Whether an element is written over several lines.
  private func hasBlock(at index: Int) -> Bool {
    guard case .sequence(let elements) = node.content else { return false }
    if case .scalar = elements[index].content { return false }
    return !source.isFlow(elements[index])
  }

  // MARK: - The layout of a block

  /// What stands in front of the dashes, or of the keys, of a block.
  private var margin: String {
    let start = isList ? (try? dash(of: 0)) ?? items[0].lowerBound : items[0].lowerBound
    return indentation(at: start)
  }

  private func indentation(at offset: Int) -> String {
    let line = source.lineRange(at: offset)
    let before = source.text(line.lowerBound..<offset)
    return String(repeating: " ", count: before.unicodeScalars.count)
  }

  private func dash(of index: Int) throws(Unacceptable) -> Int {
    var place = items[index].lowerBound
    while place > 0, source.bytes[place - 1].isWhiteSpaceInYAML { place -= 1 }
    guard isList, place > 0, source.bytes[place - 1] == UInt8(ascii: "-") else {
      throw Unacceptable("its list is laid out in a way that can't be followed")
    }
    return place - 1
  }

  /// Whether nothing but blanks stands in front of an element's dash.
  private func ownsItsLine(_ index: Int) -> Bool {
    guard let dash = try? dash(of: index) else { return true }
    return source.isBlank(source.lineRange(at: dash).lowerBound..<dash)
  }
}

extension SourceRange {
  var offsets: Range<Int> { start.offset..<max(start.offset, end.offset) }
}
