/// A text of several lines behind `|` or `>`.
package struct TextBlock: Sendable, Equatable {
  /// The `|` or `>` and the marks behind it, for lines that are indented by two.
  private(set) var header: String

  /// The comment behind them.
  let comment: String?

  /// The lines without their indentation; empty lines at the end only where they are part of the
  /// text.
  let lines: [String]

  /// How many empty lines stand behind it that are no part of it.
  let blankLinesBehind: Int

  /// Whether empty lines behind it would become part of it.
  var keepsBlankLines: Bool { header.contains("+") }

  /// Takes a text as it is written.
  ///
  /// - Parameters:
  ///   - written: From the `|` or `>` to the start of the line behind the text.
  ///   - column: The column, from 0, of the list or mapping in which it stands; -1 outside of any.
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
    // Behind the last break stands what is no line any more, unless the file ends without one.
    if let last = lines.last, !Self.isBlank(last, indentation) {
      // Such a text has no break at its end, and the file will have one.
      header = header.replacing(/[+-]/, with: "") + "-"
    } else if !lines.isEmpty {
      lines.removeLast()
    }
    let count = lines.count
    if !header.contains("+") {
      while let last = lines.last, Self.isBlank(last, indentation) { lines.removeLast() }
    }
    blankLinesBehind = count - lines.count
    self.lines = lines.map { Self.unindented($0, by: indentation) }
  }

  /// The indentation of a text that doesn't tell it: that of its first line.
  private static func indentation(of lines: [String], atLeast least: Int) -> Int {
    var indentation = least
    for line in lines {
      let blanks = blankCount(line)
      indentation = max(indentation, blanks)
      if blanks < line.unicodeScalars.count { break }
    }
    return indentation
  }

  private static func isBlank(_ line: String, _ indentation: Int) -> Bool {
    let blanks = blankCount(line)
    return blanks <= indentation && blanks == line.unicodeScalars.count
  }

  private static func unindented(_ line: String, by indentation: Int) -> String {
    String(line.unicodeScalars.dropFirst(min(blankCount(line), indentation)))
  }

  private static func blankCount(_ line: String) -> Int {
    line.unicodeScalars.prefix { $0 == " " }.count
  }
}
