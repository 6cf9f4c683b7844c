/// A text block with `|` or `>`.
package struct TextBlock: Sendable, Equatable {
  /// The `|` or `>` and its indicators, for lines that are indented by two spaces.
  private(set) var header: String

  /// The comment after the header.
  let comment: String?

  /// The lines without their indentation, and without trailing empty lines unless they are part of
  /// the text.
  let lines: [String]

  /// The number of empty lines after the block that are not part of it.
  let blankLinesAfter: Int

  /// Whether empty lines after the block would become part of it.
  var keepsBlankLines: Bool { header.contains("+") }

  /// Parses a block as written.
  ///
  /// - Parameters:
  ///   - written: The text from the `|` or `>` to the start of the line after the block.
  ///   - column: The column, from 0, of the enclosing list or mapping; -1 if there is none.
  init(_ written: String, inColumn column: Int) {
    var lines = written.writtenLines
    let first = lines.removeFirst()
    let marks = String(first.prefix { !$0.isWhitespace && $0 != "#" })
    let comment = first.drop { $0 != "#" }
    self.comment = comment.isEmpty ? nil : String(comment).droppingSpacesAtEnd
    header = marks.replacing(/[1-9]/, with: "2")

    let indentation =
      marks.firstMatch(of: /[1-9]/).flatMap { Int($0.output) }.map { max(column, 0) + $0 }
      ?? Self.indentation(of: lines, atLeast: max(column + 1, 1))
    // The text after the last line break is not a line of the block, unless the file ends without
    // one.
    if let last = lines.last, !Self.isSpace(last, indentation) {
      // Such a text has no final line break, but the formatted file will have one.
      header = header.replacing(/[+-]/, with: "") + "-"
    } else if !lines.isEmpty {
      lines.removeLast()
    }
    let count = lines.count
    if !header.contains("+") {
      while let last = lines.last, Self.isSpace(last, indentation) { lines.removeLast() }
    }
    blankLinesAfter = count - lines.count
    self.lines = lines.map {
      String($0.unicodeScalars.dropFirst(min(Self.spaceCount($0), indentation)))
    }
  }

  /// Returns the indentation of a text whose header doesn't specify it: that of its first line.
  private static func indentation(of lines: [String], atLeast least: Int) -> Int {
    var indentation = least
    for line in lines {
      let spaces = spaceCount(line)
      indentation = max(indentation, spaces)
      if spaces < line.unicodeScalars.count { break }
    }
    return indentation
  }

  private static func isSpace(_ line: String, _ indentation: Int) -> Bool {
    let spaces = spaceCount(line)
    return spaces <= indentation && spaces == line.unicodeScalars.count
  }

  private static func spaceCount(_ line: String) -> Int {
    line.unicodeScalars.prefix { $0 == " " }.count
  }
}
