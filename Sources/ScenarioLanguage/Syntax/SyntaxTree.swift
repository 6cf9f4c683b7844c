/// A file of stories as it is written: the values that libyaml reads, and the layout around them.
///
/// libyaml drops comments, empty lines and brackets. The tree finds them again by position, between
/// one value and the next. Formatting prints the tree, and accepting replaces values in it.
package struct SyntaxTree: Sendable {
  /// A part of a file, from its start to its end.
  enum Part: Sendable {
    /// A line of its own: `---`, `...` or a directive.
    case line(String, above: [TriviaLine], behind: String?)
    /// A document, without its markers.
    case value(SyntaxNode)
    /// The comments at the end.
    case end([TriviaLine])
  }

  /// The file.
  package let source: SourceFile

  /// The values of the documents, with aliases replaced by what they repeat.
  package let documents: [Node]

  /// The parts of the file.
  let parts: [Part]

  /// Whether every key can stand in front of its colon, on one line and without a `?`.
  let hasPlainKeys: Bool

  private let comments: [String]
  private let marks: [String]

  /// Reads a file; `nil` where its YAML has mistakes.
  package init?(_ source: SourceFile) {
    guard let documents = source.documents else { return nil }
    self.init(source, documents)
  }

  /// Creates the tree of a file whose documents are known; `nil` where they are not those of the
  /// file.
  init?(_ source: SourceFile, _ documents: [Node]) {
    var reader = SyntaxReader(source)
    guard let parts = try? reader.parts(of: documents) else { return nil }
    (self.source, self.documents, self.parts) = (source, documents, parts)
    hasPlainKeys = reader.hasPlainKeys
    (comments, marks) = (reader.comments, reader.marks)
  }

  /// The values of the documents.
  package var values: [SyntaxNode] {
    parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// Whether two files have the same values, in the same quotes, and the same comments.
  func says(theSameAs other: SyntaxTree) -> Bool {
    comments == other.comments && marks == other.marks
      && documents.count == other.documents.count
      && zip(documents, other.documents).allSatisfy { $0.isWritten(like: $1) }
  }
}

/// A value as it is written, with its brackets, marks and comments.
package struct SyntaxNode: Sendable {
  /// The notation of a value.
  package enum Form: Sendable, Equatable {
    /// Nothing, or only a tag.
    case empty
    /// A repeated value, `*name`.
    case alias
    /// A text, with or without quotes.
    case text(Node.Style)
    /// A text behind `|` or `>`.
    case block(TextBlock)
    /// A list or mapping that is told by indentation.
    case lines
    /// A list or mapping in brackets.
    case brackets
    /// A key with its value among the items of a list in brackets.
    case pair
  }

  /// The value; for an alias, the one that it repeats.
  package let node: Node

  /// The notation.
  package internal(set) var form = Form.empty

  /// The tag and the anchor as they are written.
  package internal(set) var properties: [String] = []

  /// The offset, in bytes, behind the tag and the anchor.
  package internal(set) var contentStart: Int

  /// The lines of a text or an alias as they are written, without indentation.
  var texts: [String] = []

  /// The items of a list, or the keys and values of a mapping.
  package internal(set) var members: [SyntaxMember] = []

  /// The comment behind the key or dash in front of the value, or behind its bracket.
  var opening: String?

  /// The lines between the key or dash and the value.
  var above: [TriviaLine] = []

  /// The comment behind the value, on its last line.
  var trailing: String?

  /// The comments below the last member, or below an empty value and indented deeper than its key.
  var below: [TriviaLine] = []

  /// Whether the value begins on a line below its key or dash.
  var isOnOwnLine = false

  init(_ node: Node) {
    self.node = node
    contentStart = node.range.start.offset
  }

  /// Whether the value is a mapping.
  var isMapping: Bool { node.entries != nil }

  /// Whether the value is a list or mapping, but not an empty one in brackets.
  var hasMembers: Bool { !members.isEmpty || form == .lines }

  /// The text on one line, without its quotes; `nil` for any other value.
  var text: String? {
    guard case .text(let style) = form, texts.count == 1 else { return nil }
    return style == .plain ? texts[0] : String(texts[0].dropFirst().dropLast())
  }

  /// Whether nothing stands between the value and its key or dash.
  var hasNothingInFront: Bool { opening == nil && above.isEmpty }

  /// Whether there is no comment in front of the value, behind it or below it.
  var hasNothingBeside: Bool { hasNothingInFront && trailing == nil && below.isEmpty }

  /// Whether there are comments between the brackets of a list or mapping.
  var hasCommentsInBrackets: Bool {
    !members.isEmpty
      && (!below.isEmpty
        || members.contains {
          !$0.above.isEmpty || !$0.value.hasNothingBeside || $0.value.hasCommentsInBrackets
        })
  }
}

/// An item of a list, or a key with its value.
package struct SyntaxMember: Sendable {
  /// The lines above.
  var above: [TriviaLine] = []

  /// The offset, in bytes, of the dash, the key, or the item in brackets.
  package internal(set) var start: Int

  /// The key; `nil` for an item.
  package internal(set) var key: SyntaxNode?

  /// The offset, in bytes, of the colon behind the key; `nil` where braces leave it out.
  package internal(set) var colon: Int?

  /// The item, or the value behind the key.
  package internal(set) var value: SyntaxNode
}

/// A line of its own between two values.
enum TriviaLine: Sendable, Equatable {
  case blank
  /// A comment, and the column, from 0, in which it begins.
  case comment(String, column: Int)
}

extension Node {
  /// Whether two values are the same, with the same tags and in the same quotes.
  fileprivate func isWritten(like other: Node) -> Bool {
    let count = Int(table.rows[row].count)
    return Int(other.table.rows[other.row].count) == count
      && (0..<count).allSatisfy { offset in
        let (left, right) = (row + offset, other.row + offset)
        return table.rows[left].kind == other.table.rows[right].kind
          && table.rows[left].count == other.table.rows[right].count
          && table.text(ofRow: left) == other.table.text(ofRow: right)
          && table.tag(ofRow: left) == other.table.tag(ofRow: right)
      }
  }
}
