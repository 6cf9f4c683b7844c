import DisplayText

/// The line of a location, or the part of a long line around it, with marks below.
struct Excerpt {
  /// The visible part of the line.
  private(set) var text = ""

  /// The whitespace that aligns the marks with the location.
  private(set) var indentation = ""

  /// The marks: `^`, followed by `~` for each further column.
  private(set) var underline = ""

  /// The number of columns shown before the location in a line that is too long.
  private static let columnsBefore = 40

  /// Creates an excerpt of a location's line with at most a number of columns.
  init(of location: Location, width: Int) {
    let (scalars, range) = (location.lineText.unicodeScalars, location.range)
    // Lines can be millions of characters long, so only the part that may be shown is processed.
    let window = width * 8
    let start = scalars.index(scalars.startIndex, atMost: range.start.column - 1)
    let isWithinLine = range.end.line == range.start.line
    let count = isWithinLine ? max(range.end.column - range.start.column, 0) : Int.max
    let end = scalars.index(start, atMost: min(count, window))
    let first =
      scalars.index(start, offsetBy: -window, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let last = scalars.index(end, atMost: window)
    var before = String(scalars[first..<start]).visible[...]
    var marked = String(scalars[start..<end]).visible
    // A range of several lines is marked up to the last word of its first line.
    if !isWithinLine { marked = String(marked.reversed().drop(while: \.isWhitespace).reversed()) }
    let after = String(scalars[end..<last]).visible
    let isCutBefore = first > scalars.startIndex
    if isCutBefore || before.count > width / 2,
      isCutBefore || DisplayWidth.of(before + marked + after) > width
    {
      before = "…" + before.suffix(Self.columnsBefore).drop(while: \.isWhitespace)
    }
    var room = max(width - DisplayWidth.of(before), 1)
    let shownMarked = Self.prefix(of: marked, columns: room)
    room -= DisplayWidth.of(shownMarked)
    let isCut = shownMarked.count < marked.count
    let shownAfter = isCut ? "" : Self.prefix(of: after, columns: room)
    text = before + shownMarked + shownAfter + (isCut || shownAfter.count < after.count ? "…" : "")
    indentation = before.reduce(into: "") { indentation, character in
      indentation +=
        character == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of(character))
    }
    let columns = DisplayWidth.of(shownMarked) + (isCut ? 1 : 0)
    underline = "^" + String(repeating: "~", count: max(columns - 1, 0))
  }

  /// Returns as many characters from the start of a text as fit into a number of columns.
  private static func prefix(of text: String, columns: Int) -> Substring {
    var left = columns
    return text.prefix { character in
      left -= DisplayWidth.of(character)
      return left >= 0
    }
  }
}

extension String.UnicodeScalarView {
  /// Returns the index a number of scalars after another, or the end if there are fewer.
  fileprivate func index(_ index: Index, atMost distance: Int) -> Index {
    self.index(index, offsetBy: Swift.max(distance, 0), limitedBy: endIndex) ?? endIndex
  }
}
