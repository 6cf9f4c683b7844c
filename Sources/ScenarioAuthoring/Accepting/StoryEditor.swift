import ScenarioKit
import ScenarioLanguage

/// Why a value can't be accepted, as the second half of "can't be accepted: …".
struct Unacceptable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Turns amendments of a file into edits of its text.
struct StoryEditor {
  /// An amendment, and where what it changes is written.
  struct Placed {
    var amendment: Amendment
    /// Where the file has the target, with its quotes.
    var range: SourceRange
    var edits: [TextEdit]
  }

  private static let composed = Unacceptable("it is put together from other parts of the story")

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

  /// The edits for an amendment.
  func place(_ amendment: Amendment) throws(Unacceptable) -> Placed {
    let value = try value(changedBy: amendment)
    guard !repeated.contains(value.node.range) else {
      throw Unacceptable("an alias (*) repeats it, so more than this would change")
    }
    let edits = try edits(for: amendment, to: value).map {
      TextEdit($0.range, $0.text.replacing("\n", with: source.lineBreak))
    }
    guard !edits.allSatisfy({ source.text($0.range) == $0.text }) else {
      throw Unacceptable("what there is would be written in the same way")
    }
    return Placed(amendment: amendment, range: value.node.range, edits: edits)
  }

  private func edits(
    for amendment: Amendment, to value: WrittenValue
  ) throws(Unacceptable) -> [TextEdit] {
    let (target, node) = (amendment.target, value.node)
    switch amendment.change {
    case .value(let new):
      guard node.says(theSameAs: target), target.tag == node.tag || target.ownTag == nil
      else { throw Self.composed }
      return try value.edits(to: new.value, keepsTag: false)
    case .content(let new):
      guard node.says(theSameAs: target) else { throw Self.composed }
      return try value.edits(to: new.value, keepsTag: node.ownTag != nil)
    case .elements(let elements):
      guard case .sequence(let old) = target.content, case .sequence(let written) = node.content,
        old.count == written.count,
        elements.removed.allSatisfy({ old[$0].says(theSameAs: written[$0]) })
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

  /// Where the file has what an amendment changes; the range of marbles is inside their quotes.
  private func value(changedBy amendment: Amendment) throws(Unacceptable) -> WrittenValue {
    let range = amendment.target.range
    if let value = values[range] { return value }
    guard case .marbles = amendment.change,
      let value = values[
        SourceRange(start: range.start.moved(by: -1), end: range.end.moved(by: 1))]
    else { throw Self.composed }
    return value
  }

  /// Draws a row anew; spaces between its columns stay where they are.
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

/// A stretch of a file, in bytes, and what is to stand there instead.
struct TextEdit: Hashable {
  var range: Range<Int>
  var text: String

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [TextEdit] {
  /// Makes the edits in a text; `nil` where two of them get in each other's way.
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

  /// Where a byte is after the edits; `nil` where they take it away.
  func offset(of byte: Int) -> Int? {
    var shift = 0
    for edit in inOrder where edit.range.lowerBound <= byte {
      if edit.range.contains(byte) { return nil }
      shift += edit.text.utf8.count - edit.range.count
    }
    return byte + shift
  }

  /// From the start of the text to its end; what is put in at a place comes before what goes there.
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
  /// How the file ends its lines.
  fileprivate var lineBreak: String {
    lineStarts.count > 1 ? text(lineRange(at: 0).upperBound..<lineStarts[1]) : "\n"
  }
}
