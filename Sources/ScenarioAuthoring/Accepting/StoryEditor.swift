import ScenarioKit
import ScenarioLanguage

/// The reason why a value can't be accepted, as the second half of "can't be accepted: …".
struct Unacceptable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Converts updates of a file into edits of its text.
struct StoryEditor {
  /// An update with the location of the value that it changes.
  struct Placed {
    var update: ValueUpdate
    /// The range of the target in the file, including its quotes.
    var range: SourceRange
    var edits: [TextEdit]
  }

  private static let composed = Unacceptable("it is composed from other parts of the story")

  private let source: SourceFile
  private var values: [SourceRange: WrittenValue] = [:]
  private var repeated: Set<SourceRange> = []

  init(_ tree: SyntaxTree) {
    source = tree.source
    for value in tree.values { add(WrittenValue(source: source, syntax: value)) }
  }

  private mutating func add(_ value: WrittenValue) {
    guard value.syntax.form != .alias else { return addRepeated(value.node) }
    values[value.node.range] = value
    for member in value.syntax.members {
      let isInFlow = value.isInFlow || value.isFlow
      add(WrittenValue(source: source, syntax: member.value, member: member, isInFlow: isInFlow))
    }
  }

  private mutating func addRepeated(_ node: Node) {
    repeated.insert(node.range)
    for item in node.items.map(Array.init) ?? [] { addRepeated(item) }
    for entry in node.entries.map(Array.init) ?? [] { addRepeated(entry.value) }
  }

  /// Returns the edits for an update.
  func locate(_ update: ValueUpdate) throws(Unacceptable) -> Placed {
    let value = try value(changedBy: update)
    guard !repeated.contains(value.node.range) else {
      throw Unacceptable("an alias (*) refers to it, so the update would change other values too")
    }
    let edits = try edits(for: update, to: value).map(source.written)
    guard !edits.allSatisfy({ source.text($0.range) == $0.text }) else {
      throw Unacceptable("the new value is written the same way as the old one")
    }
    return Placed(update: update, range: value.node.range, edits: edits)
  }

  private func edits(
    for update: ValueUpdate, to value: WrittenValue
  ) throws(Unacceptable) -> [TextEdit] {
    let (target, node) = (update.target, value.node)
    switch update.change {
    case .value(let new):
      guard node.isEquivalent(to: target), target.tag == node.tag || target.ownTag == nil
      else { throw Self.composed }
      return try value.edits(to: new.value, keepsTag: false)
    case .content(let new):
      guard node.isEquivalent(to: target) else { throw Self.composed }
      return try value.edits(to: new.value, keepsTag: node.ownTag != nil)
    case .elements(let elements):
      guard case .sequence(let old) = target.content, case .sequence(let written) = node.content,
        old.count == written.count,
        elements.removed.allSatisfy({ old[$0].isEquivalent(to: written[$0]) })
      else { throw Self.composed }
      return try value.edits(elements)
    case .entries(let entries):
      guard let old = target.entries, let written = node.entries, old.count == written.count
      else { throw Self.composed }
      return [try value.edit(adding: entries)]
    case .marbles(let marbles): return [try edit(to: marbles, from: target, in: value)]
    case .impossible(let reason): throw Unacceptable(reason)
    }
  }

  /// Returns the written value that an update changes.
  ///
  /// The target range of a marble row excludes its quotes.
  private func value(changedBy update: ValueUpdate) throws(Unacceptable) -> WrittenValue {
    let range = update.target.range
    if let value = values[range] { return value }
    guard case .marbles = update.change,
      // Quotes are no part of the target.
      let value = values[
        SourceRange(
          start: source.position(atOffset: range.start.offset - 1),
          end: source.position(atOffset: range.end.offset + 1))]
    else { throw Self.composed }
    return value
  }

  /// Returns the edit that replaces a marble row and keeps the spaces between its columns.
  private func edit(
    to marbles: String, from target: Node, in value: WrittenValue
  ) throws(Unacceptable) -> TextEdit {
    let written = source.text(target.range.offsets)
    guard let old = target.text, written.filter({ !$0.isWhitespace }) == old,
      !written.contains(where: \.isNewline)
    else { throw Self.composed }
    var rest = marbles[...]
    var drawn = ""
    for cell in written { drawn.append(cell.isWhitespace ? cell : rest.popFirst() ?? "-") }
    drawn += rest
    let isPlain = value.node.range != target.range || Notation.isPlain(drawn, in: value.context)
    return TextEdit(target.range.offsets, isPlain ? drawn : Notation.quoted(drawn))
  }
}
