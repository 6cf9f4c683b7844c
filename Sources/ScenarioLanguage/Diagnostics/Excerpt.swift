/// The line of a place, or the part of a long line that is around it, and the marks below it.
struct Excerpt {
  /// What is shown of the line.
  private(set) var text = ""

  /// What stands in front of the marks so that they come to stand below the place.
  private(set) var indentation = ""

  /// The marks: `^`, and `~` for each further column.
  private(set) var underline = ""

  /// How many columns in front of the place are shown of a line that is too long.
  private static let columnsBefore = 40

  /// Cuts the excerpt, of so many columns at most, out of a place's line.
  init(of place: Place, width: Int) {
    let scalars = place.lineText.unicodeScalars
    let range = place.range
    // Lines can be millions of characters long, so only what may be shown is looked at closely.
    let window = width * 8
    let start = scalars.index(scalars.startIndex, atMost: range.start.column - 1)
    let isWithinLine = range.end.line == range.start.line
    let count = isWithinLine ? max(range.end.column - range.start.column, 0) : Int.max
    let end = scalars.index(start, atMost: min(count, window))
    let first =
      scalars.index(start, offsetBy: -window, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let last = scalars.index(end, atMost: window)
    let marked = String(scalars[start..<end]).visible
    show(
      before: String(scalars[first..<start]).visible, isCutBefore: first > scalars.startIndex,
      // A stretch of several lines is marked to the end of the first, but not beyond its last word.
      marked: isWithinLine ? marked : marked.trimmedEnd,
      after: String(scalars[end..<last]).visible, width: width)
  }

  private mutating func show(
    before: String, isCutBefore: Bool, marked: String, after: String, width: Int
  ) {
    var before = before[...]
    var room = width
    if isCutBefore || before.count > width / 2,
      isCutBefore || Self.isWider(before + marked + after, than: width)
    {
      before = "…" + before.suffix(Self.columnsBefore).drop(while: \.isWhitespace)
    }
    room = max(room - DisplayWidth.of(before), 1)
    let shownMarked = Self.prefix(of: marked, columns: room)
    room -= DisplayWidth.of(shownMarked)
    let isCut = shownMarked.count < marked.count
    let shownAfter = isCut ? "" : Self.prefix(of: after, columns: room)
    let isCutAfter = isCut || shownAfter.count < after.count
    text = before + shownMarked + shownAfter + (isCutAfter ? "…" : "")
    indentation = before.reduce(into: "") { indentation, character in
      indentation +=
        character == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of(character))
    }
    let columns = DisplayWidth.of(shownMarked) + (isCut ? 1 : 0)
    underline = "^" + String(repeating: "~", count: max(columns - 1, 0))
  }

  private static func isWider(_ text: some StringProtocol, than width: Int) -> Bool {
    prefix(of: String(text), columns: width).utf8.count < text.utf8.count
  }

  /// As many characters from the start of a text as go into some columns.
  private static func prefix(of text: String, columns: Int) -> Substring {
    var left = columns
    return text.prefix { character in
      left -= DisplayWidth.of(character)
      return left >= 0
    }
  }
}

extension String.UnicodeScalarView {
  /// The index so many scalars behind another, or the end where there are fewer.
  fileprivate func index(_ index: Index, atMost distance: Int) -> Index {
    self.index(index, offsetBy: Swift.max(distance, 0), limitedBy: endIndex) ?? endIndex
  }
}

extension String {
  /// The text without white space at its end.
  fileprivate var trimmedEnd: String {
    String(self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)])
  }
}
