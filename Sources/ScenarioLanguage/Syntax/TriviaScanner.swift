/// Scans a file for the comments and empty lines between its values and marks.
struct TriviaScanner {
  /// The comments so far.
  var comments: [String] = []
  /// The offset of the next byte that is not part of whitespace or a comment.
  private(set) var next = 0
  /// The end of the preceding element and of the comments that were taken as part of it.
  private(set) var end = 0
  /// Whether a line break separates the next byte from the preceding element.
  private(set) var hasBreak = false

  private let source: SourceFile
  /// The start of the next byte's line, unless a text of several lines ends on the same line.
  private var lineStart = 0
  /// The comment at the end of the line of the preceding element.
  private var after: (comment: String, end: Int)?
  /// The comments and empty lines before the next byte.
  private var lines: [(line: TriviaLine, end: Int)] = []

  init(_ source: SourceFile) { self.source = source }

  /// The next byte; `nil` at the end of the file.
  var byte: UInt8? { next < source.bytes.count ? source.bytes[next] : nil }

  /// The column of the next byte, from 0.
  var column: Int { next - lineStart }

  /// Whether the next bytes begin or end a document.
  var isAtMarker: Bool {
    ["---", "..."].contains { source.bytes[next...].starts(with: $0.utf8) }
      && source.isSpaceOrEnd(at: next + 3) && column == 0
  }

  /// Moves past a mark.
  ///
  /// - Throws: An error if it is not the next byte.
  mutating func take(_ mark: UInt8) throws(SyntaxReader.Failure) {
    guard byte == mark else { throw SyntaxReader.Failure() }
    advance(to: next + 1)
  }

  /// Moves to the end of a value or a mark, and reads the comments and empty lines after it.
  mutating func advance(to end: Int, isLineStart: Bool = false) {
    (next, self.end, after, lines, hasBreak) = (end, end, nil, [], isLineStart)
    if isLineStart { lineStart = end }
    var (isFirst, isEmpty) = (!isLineStart, true)
    while let byte {
      let length = source.lineBreakLength(at: next)
      if length > 0 {
        if isEmpty, !isFirst { lines.append((.space, next)) }
        next += length
        (lineStart, isFirst, isEmpty, hasBreak) = (next, false, true, true)
      } else if byte == .ascii("#") {
        let start = next
        while next < source.bytes.count, source.lineBreakLength(at: next) == 0 { next += 1 }
        let comment = source.text(start..<next).droppingSpacesAtEnd
        comments.append(comment)
        isEmpty = false
        let line = TriviaLine.comment(comment, column: start - lineStart)
        if isFirst { after = (comment, next) } else { lines.append((line, next)) }
      } else if byte.isSpaceOrTab {
        next += 1
      } else if column == 0, source.bytes[next...].starts(with: "\u{FEFF}".utf8) {
        next += 3
      } else {
        return
      }
    }
  }

  /// Takes the comment at the end of the line of the preceding element.
  mutating func takeAfter() -> String? {
    defer { after = nil }
    end = after?.end ?? end
    return after?.comment
  }

  /// Takes the lines that follow, and a comment that nothing else has taken.
  mutating func takeLines() -> [TriviaLine] {
    let comment = takeAfter().map { [TriviaLine.comment($0, column: 0)] } ?? []
    defer { lines = [] }
    return comment + lines.map(\.line)
  }

  /// Adds a line before those that follow.
  mutating func insert(_ line: TriviaLine) { lines.insert((line, end), at: 0) }

  /// Takes the comments that belong to the element that ends here, rather than to the following
  /// one.
  ///
  /// Their indentation is at least that of the element, and greater than that of the following
  /// element.
  mutating func takeComments(from column: Int) -> [TriviaLine] {
    guard !lines.isEmpty else { return [] }
    let follower = byte == nil || isAtMarker ? -1 : self.column
    var taken = 0
    for (offset, line) in lines.enumerated() {
      guard case .comment(_, let found) = line.line else { continue }
      guard found >= column, found > follower else { break }
      taken = offset + 1
    }
    defer { lines.removeFirst(taken) }
    if taken > 0 { end = lines[taken - 1].end }
    return lines.prefix(taken).map(\.line)
  }
}
