/// The syntax tree of a story file: the values that libyaml reads, and the layout around them.
///
/// libyaml drops comments, empty lines and brackets. The tree recovers them from the text between
/// values. The formatter prints the tree, and the `accept` command and editors change
/// stories by edits at its values.
package struct SyntaxTree: Sendable {
  /// A part of a file, from its start to its end.
  enum Part: Sendable {
    /// A separate line: `---`, `...` or a directive.
    case line(String, above: [TriviaLine], after: String?)
    /// A document, without its markers.
    case value(SyntaxNode)
    /// The comments at the end.
    case end([TriviaLine])
  }

  package let source: SourceFile

  /// The values of the documents, with aliases replaced by the values that they repeat.
  package let documents: [Node]

  /// The parts of the file.
  let parts: [Part]

  /// Whether every key can be written before its colon, on one line and without a `?`.
  let hasPlainKeys: Bool

  /// The comments, in the order of the file.
  package let comments: [String]

  private let marks: [String]

  /// Reads a file; `nil` if it has YAML errors.
  package init?(_ source: SourceFile) {
    guard let documents = source.documents else { return nil }
    self.init(source, documents)
  }

  /// Creates the tree of a file whose documents have been read; `nil` if the file doesn't match
  /// them.
  init?(_ source: SourceFile, _ documents: [Node]) {
    var reader = SyntaxReader(source)
    guard let parts = try? reader.parts(of: documents) else { return nil }
    (self.source, self.documents, self.parts) = (source, documents, parts)
    (hasPlainKeys, comments, marks) = (reader.hasPlainKeys, reader.comments, reader.marks)
  }

  /// The values of the documents.
  package var values: [SyntaxNode] {
    parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// Returns whether two files have the same values with the same quotes, and the same comments.
  package func isEquivalent(to other: SyntaxTree) -> Bool {
    comments == other.comments && marks == other.marks && documents.count == other.documents.count
      && zip(documents, other.documents).allSatisfy { $0.isWritten(like: $1) }
  }
}

/// A value as written, with its brackets, tag, anchor and comments.
package struct SyntaxNode: Sendable {
  /// The notation of a value.
  package enum Form: Sendable, Equatable {
    /// Nothing, or only a tag.
    case empty
    /// A repeated value, `*name`.
    case alias
    /// A text, with or without quotes.
    case text(Node.Style)
    /// A text block with `|` or `>`.
    case block(TextBlock)
    /// A list or mapping that is defined by indentation.
    case lines
    /// A list or mapping in brackets.
    case brackets
    /// A key and its value among the items of a list in brackets.
    case pair
  }

  /// The value; for an alias, the value that it repeats.
  package let node: Node

  /// The notation.
  package internal(set) var form = Form.empty

  /// The tag and the anchor as written.
  package internal(set) var properties: [String] = []

  /// The offset, in bytes, after the tag and the anchor.
  package internal(set) var contentStart: Int

  /// The offset after the key or dash before the value, and after the comment there.
  package internal(set) var start: Int

  /// The offset after the value, without the comment after it.
  package internal(set) var end: Int

  /// The lines of a text or an alias as written, without indentation.
  var texts: [String] = []

  /// The items of a list, or the keys and values of a mapping.
  package internal(set) var members: [SyntaxMember] = []

  /// The comment after the key or dash before the value, or after its opening bracket.
  var opening: String?

  /// The lines between the key or dash and the value.
  var above: [TriviaLine] = []

  /// The comment after the value, on its last line.
  var trailing: String?

  /// The comments below the last member, or below an empty value and indented deeper than its key.
  var below: [TriviaLine] = []

  /// Whether the value begins on a line below its key or dash.
  var isOnOwnLine = false

  init(_ node: Node) {
    (self.node, contentStart) = (node, node.range.start.offset)
    (start, end) = (contentStart, contentStart)
  }

  var isMapping: Bool { node.entries != nil }

  /// Whether the value is a list or mapping, but not an empty one in brackets.
  var hasMembers: Bool { !members.isEmpty || form == .lines }

  /// The text on one line, without its quotes; `nil` for any other value.
  var text: String? {
    guard case .text(let style) = form, texts.count == 1 else { return nil }
    return style == .plain ? texts[0] : String(texts[0].dropFirst().dropLast())
  }

  /// Whether there are no comments between the value and its key or dash.
  var hasNothingBefore: Bool { opening == nil && above.isEmpty }

  /// Whether there are no comments before, after or below the value.
  var hasNothingBeside: Bool { hasNothingBefore && trailing == nil && below.isEmpty }

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

  /// The offset after the member, and outside of brackets after the comments that belong to it.
  package internal(set) var end = 0

  /// The key; `nil` for an item.
  package internal(set) var key: SyntaxNode?

  /// The offset, in bytes, of the colon after the key; `nil` if it is omitted in braces.
  package internal(set) var colon: Int?

  /// The item, or the value of the key.
  package internal(set) var value: SyntaxNode
}

/// A separate line between two values.
enum TriviaLine: Sendable, Equatable {
  case space
  /// A comment and its column, from 0.
  case comment(String, column: Int)
}
