import ScenarioKit
import ScenarioLanguage

extension WrittenValue {
  private static let composed = Unacceptable(reason: "it is composed from other parts of the story")

  /// Returns the edits for an update of the value.
  func edits(for update: ValueUpdate) throws(Unacceptable) -> [TextEdit] {
    let target = update.target
    switch update.change {
    case .value(let new):
      guard node.isEquivalent(to: target), target.tag == node.tag || target.ownTag == nil
      else { throw Self.composed }
      return try edits(to: new.value, keepsTag: false)
    case .content(let new):
      guard node.isEquivalent(to: target) else { throw Self.composed }
      return try edits(to: new.value, keepsTag: node.ownTag != nil)
    case .elements(let elements):
      guard case .sequence(let old) = target.content, case .sequence(let written) = node.content,
        old.count == written.count,
        elements.removed.allSatisfy({ old[$0].isEquivalent(to: written[$0]) })
      else { throw Self.composed }
      return try edits(elements)
    case .entries(let entries):
      guard let old = target.entries, let written = node.entries, old.count == written.count
      else { throw Self.composed }
      return try edits(adding: entries)
    case .marbles(let marbles): return [try edit(to: marbles, from: target)]
    case .impossible(let reason): throw Unacceptable(reason: reason)
    }
  }

  /// Returns the written value of a file that an update changes.
  ///
  /// The target range of a marble row excludes its quotes.
  ///
  /// - Parameter values: The values of the file by their ranges, which include quotes.
  static func changed(
    by update: ValueUpdate, in values: [SourceRange: WrittenValue], of source: SourceFile
  ) throws(Unacceptable) -> WrittenValue {
    let range = update.target.range
    if let value = values[range] { return value }
    guard case .marbles = update.change,
      let value = values[source.range(range.start.offset - 1..<range.end.offset + 1)]
    else { throw Self.composed }
    return value
  }

  /// Returns the edit that replaces a marble row and keeps the spaces between its columns.
  private func edit(to marbles: String, from target: Node) throws(Unacceptable) -> TextEdit {
    let written = source.text(target.range.offsets)
    guard let old = target.text, written.filter({ !$0.isWhitespace }) == old,
      !written.contains(where: \.isNewline)
    else { throw Self.composed }
    var rest = marbles[...]
    var drawn = ""
    for cell in written { drawn.append(cell.isWhitespace ? cell : rest.popFirst() ?? "-") }
    drawn += rest
    let isPlain = node.range != target.range || Notation.isPlain(drawn, in: context)
    return TextEdit(target.range.offsets, isPlain ? drawn : Notation.quoted(drawn))
  }
}
