/// A location in a file, with the text of its line, so that it can be shown without the file.
package struct Location: Sendable, Hashable {
  /// The source of the line's text.
  ///
  /// Every sentence of every story has a location, but few are ever shown, so the text is extracted
  /// from the file only when needed.
  enum Line: Sendable {
    /// A text, and the code of the language of its story; `nil` for English and other texts.
    case text(String, language: String?)
    /// A line of a file, which has the language of its story, or a text instead of it.
    case inFile(SourceFile, text: String?)
  }

  /// The path of the file as shown to people, such as `Scenarios/facts/facts.yaml`.
  package var path: String

  /// The source range.
  package var range: SourceRange

  var line: Line

  package init(path: String, range: SourceRange, lineText: String) {
    (self.path, self.range, line) = (path, range, .text(lineText, language: nil))
  }

  /// Creates a location in a file.
  package init(in file: SourceFile, range: SourceRange) {
    (path, self.range, line) = (file.path, range, .inFile(file, text: nil))
  }

  /// Creates a location without a text; 0 is the column of one of which only the line is known.
  package init(path: String, line: Int, column: Int) {
    let start = Position(line: line, column: column, offset: 0)
    self.init(path: path, range: SourceRange(start: start, end: start), lineText: "")
  }

  /// The path, line and column, as in `facts.yaml:14:15`; without the column if it is unknown.
  package var text: String {
    "\(path):\(range.start.line)" + (range.start.column > 0 ? ":\(range.start.column)" : "")
  }

  /// The text of the line on which the range begins, without its line break.
  package var lineText: String {
    get {
      switch line {
      case .text(let text, _): text
      case .inFile(let file, let text): text ?? file.lineText(range.start.line)
      }
    }
    set {
      switch line {
      case .text(_, let language): line = .text(newValue, language: language)
      case .inFile(let file, _): line = .inFile(file, text: newValue)
      }
    }
  }

  /// Returns the location of a file as a whole.
  package static func wholeFile(_ path: String) -> Location {
    Location(path: path, line: 1, column: 1)
  }

  /// Returns whether two locations have the same file, range and line text.
  package static func == (one: Location, other: Location) -> Bool {
    one.range == other.range && one.path == other.path && one.lineText == other.lineText
  }

  /// Hashes the path and the range.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(range)
  }
}
