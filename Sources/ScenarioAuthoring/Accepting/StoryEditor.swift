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
      add(
        WrittenValue(source: source, syntax: member.value, member: member, isInFlow: isInFlow))
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
    let edits = try edits(for: update, to: value).map {
      TextEdit($0.range, $0.text.replacing("\n", with: source.lineBreak))
    }
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
      let value = values[
        SourceRange(start: range.start.moved(by: -1), end: range.end.moved(by: 1))]
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
    for character in written {
      drawn.append(character.isWhitespace ? character : rest.popFirst() ?? "-")
    }
    drawn += rest
    let isPlain = value.node.range != target.range || Notation.isPlain(drawn, in: value.context)
    return TextEdit(target.range.offsets, isPlain ? drawn : Notation.quoted(drawn))
  }
}

/// A replacement text for a byte range of a file.
struct TextEdit: Hashable {
  var range: Range<Int>
  var text: String

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [TextEdit] {
  /// Applies the edits to a text; `nil` if two of them overlap.
  func apply(to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var end = 0
    for edit in inOrder {
      guard edit.range.lowerBound >= end, edit.range.upperBound <= bytes.count else { return nil }
      result += bytes[end..<edit.range.lowerBound]
      result += edit.text.utf8
      end = edit.range.upperBound
    }
    return result + bytes[end...]
  }

  /// Returns the offset of a byte after the edits; `nil` if the edits remove it.
  func offset(of byte: Int) -> Int? {
    var shift = 0
    for edit in inOrder where edit.range.lowerBound <= byte {
      if edit.range.contains(byte) { return nil }
      shift += edit.text.utf8.count - edit.range.count
    }
    return byte + shift
  }

  /// The edits in the order of the text; an insertion precedes a replacement at the same offset.
  private var inOrder: [TextEdit] {
    sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}

extension Position {
  fileprivate func moved(by count: Int) -> Position {
    Position(line: line, column: column + count, offset: offset + count)
  }
}

extension SourceFile {
  /// The line break that the file uses.
  fileprivate var lineBreak: String {
    lineStarts.count > 1 ? text(lineRange(at: 0).upperBound..<lineStarts[1]) : "\n"
  }
}
