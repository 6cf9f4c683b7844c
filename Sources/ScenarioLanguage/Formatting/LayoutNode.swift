/// A value of a story as it is laid out: with its comments, its brackets and its marks, but without
/// indentation.
struct LayoutNode: Sendable {
  /// What a value is.
  enum Content: Sendable {
    /// Nothing, or only a tag.
    case empty
    /// A repeated value, `*name`.
    case alias(String)
    /// A text, with or without quotes: its lines as they are written, without indentation.
    case text([String], Node.Style)
    case block(TextBlock)
    case collection(LayoutCollection)
  }

  /// The tag and the anchor as they are written.
  var properties: [String] = []

  /// The comment behind the key or the dash in front of the value, or behind its bracket.
  var opening: String?

  /// The lines between the key or the dash and the value.
  var above: [Margin.Line] = []

  /// What it is.
  var content = Content.empty

  /// The comment behind it, on its last line.
  var trailing: String?

  /// The comments below a value that was left empty, indented deeper than its key.
  var below: [Margin.Line] = []

  /// Whether its author began it on a line below its key or dash.
  var isOnOwnLine = false

  /// Whether it is a list or mapping, but not an empty one in brackets.
  var collection: LayoutCollection? {
    guard case .collection(let collection) = content else { return nil }
    return collection.isEmptyInBrackets ? nil : collection
  }

  /// A text on one line, without its quotes.
  var text: String? {
    guard case .text(let lines, let style) = content, lines.count == 1 else { return nil }
    return style == .plain ? lines[0] : String(lines[0].dropFirst().dropLast())
  }

  /// Whether nothing stands in front of the value but its key or dash.
  var hasNothingInFront: Bool { opening == nil && above.isEmpty }
}

/// A list or a mapping as it is laid out.
struct LayoutCollection: Sendable {
  /// How it is told.
  enum Form: Sendable {
    /// By indentation.
    case lines
    /// By brackets.
    case brackets
    /// By nothing: a key with its value among the items of a list in brackets.
    case pair
  }

  /// An item of a list, or a key with its value.
  struct Member: Sendable {
    /// The lines above it.
    var above: [Margin.Line] = []

    /// The key; `nil` for an item.
    var key: LayoutNode?

    /// Whether a colon stands behind the key, which may be left out in braces.
    var hasColon = true

    /// The item, or the value behind the key.
    var value = LayoutNode()

    /// The key's text, without its quotes.
    var keyText: String? { key?.text }
  }

  /// Whether it is a mapping.
  var isMapping: Bool

  /// How it is told.
  var form: Form

  /// Its items, or its keys and values.
  var members: [Member] = []

  /// The comments behind the last of them.
  var below: [Margin.Line] = []

  /// Whether it is `[]` or `{}`.
  var isEmptyInBrackets: Bool { members.isEmpty && form == .brackets }
}
