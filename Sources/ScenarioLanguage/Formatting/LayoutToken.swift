/// A piece of YAML with what stands in front of it: the text of a file is these, one after the
/// other, and nothing else.
struct LayoutToken: Sendable {
  /// What it is.
  enum Kind: Sendable, Equatable {
    case directive
    /// The `---` or `...` around a document.
    case marker
    /// The beginning of a list or a mapping that is told by its indentation.
    case listStart, mappingStart
    /// The end of such a list or mapping.
    case blockEnd
    /// The `[` of a list or the `{` of a mapping.
    case listBracket, mappingBracket
    case closingBracket
    case comma
    /// The `-` of a list item.
    case item
    /// The beginning of a key; empty unless it is a `?`.
    case key
    /// The colon behind a key.
    case colon
    case anchor, tag, alias
    case text(Node.Style)
    case block(TextBlock)
    case end
  }

  /// What it is.
  var kind: Kind

  /// Its text as it is written; empty for what is told by indentation alone.
  var text: String

  /// The column, from 0, in which it begins.
  var column: Int

  /// What stands between the piece with a text before it and this one.
  var margin = Margin()

  /// Whether it stands in the text, and isn't told by indentation alone.
  var isWritten: Bool { !text.isEmpty || kind == .end }
}

/// What stands between two pieces of YAML: comments and empty lines.
struct Margin: Sendable, Equatable {
  /// A line of its own.
  enum Line: Sendable, Equatable {
    case blank
    /// A comment, and the column, from 0, in which it begins.
    case comment(String, column: Int)
  }

  /// The comment behind the piece before, on the same line.
  var behind: String?

  /// The lines between the two pieces.
  var lines: [Line] = []

  /// Whether the second piece stands on another line than the first.
  var hasBreak = false

  /// Creates the margin between two pieces on one line.
  init() {}

  /// Reads the text between two pieces, the first of which may be the start of the file.
  init(_ text: ArraySlice<Unicode.Scalar>, isStart: Bool) {
    var lineStart = text.startIndex
    var isFirst = !isStart
    var index = text.startIndex
    while index <= text.endIndex {
      let isEnd = index == text.endIndex
      guard isEnd || text[index].isLineBreak else {
        index += 1
        continue
      }
      take(text[lineStart..<index], isFirst: isFirst, isLast: isEnd)
      isFirst = false
      if !isEnd, text[index] == "\r", index + 1 < text.endIndex, text[index + 1] == "\n" {
        index += 1
      }
      index += 1
      lineStart = index
      hasBreak = hasBreak || !isEnd
    }
  }

  private mutating func take(
    _ line: ArraySlice<Unicode.Scalar>, isFirst: Bool, isLast: Bool
  ) {
    let comment = line.drop { $0 != "#" }
    if comment.isEmpty {
      // What stands behind the last break is the indentation of the next piece.
      if !isFirst, !isLast { lines.append(.blank) }
    } else if isFirst {
      behind = comment.string.droppingBlanksAtEnd
    } else {
      lines.append(
        .comment(
          comment.string.droppingBlanksAtEnd, column: comment.startIndex - line.startIndex))
    }
  }
}

extension Unicode.Scalar {
  /// Whether libyaml takes the scalar as the end of a line.
  var isLineBreak: Bool {
    switch value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// The text of the scalars.
  var string: String { String(String.UnicodeScalarView(self)) }
}

extension String {
  /// The text without blanks and tabs at its end.
  var droppingBlanksAtEnd: String {
    let scalars = unicodeScalars
    guard let last = scalars.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(scalars[...last])
  }

  /// The lines of the text; a break that ends a line is LF, CR LF, CR or NEL.
  var writtenLines: [String] {
    var lines = [""]
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}": lines.append("")
      default: lines[lines.count - 1].unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return lines
  }
}
