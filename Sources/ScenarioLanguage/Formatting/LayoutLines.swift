import DisplayText

/// The lines of a formatted file.
struct LayoutLines {
  /// The maximum length of a line in columns, where the content allows it.
  static let width = 100

  /// The spaces before a comment at the end of a line.
  private static let gap = "  "

  private var lines: [(text: String, comment: String?)] = []
  private var open: String?
  private var hasSpaceAhead = false
  private var maySpace = false

  /// The column at which the open line continues.
  var column: Int { open.map { DisplayWidth.of($0) } ?? 0 }

  /// Begins a line with an indentation, unless the open line already ends at that column.
  mutating func begin(_ indentation: Int) {
    if let open, DisplayWidth.of(open) == indentation { return }
    close()
    open = String(repeating: " ", count: indentation)
  }

  /// Appends text to the open line.
  mutating func append(_ text: String) { open = (open ?? "") + text }

  /// Appends a word to the open line, after a space if needed.
  mutating func append(word: String) {
    let needsSpace = open.map { !$0.isEmpty && !$0.hasSuffix(" ") } ?? false
    append((needsSpace ? " " : "") + word)
  }

  /// Appends text to the open line, starting at a column.
  mutating func append(_ text: String, fromColumn start: Int) {
    append(String(repeating: " ", count: max(start - column, 1)) + text)
  }

  /// Ends the open line, if there is one.
  mutating func close(comment: String? = nil) {
    guard let open else { return }
    self.open = nil
    guard !open.isEmpty || comment != nil else { return }
    add(line: open, comment: comment)
  }

  /// Ends the line of a key or a dash, and prevents an empty line after it.
  mutating func closeAboveMembers(comment: String?) {
    let count = lines.count
    close(comment: comment)
    if lines.count > count { maySpace = false }
  }

  /// Adds comments and empty lines.
  mutating func add(_ margin: [TriviaLine], indentation: Int) {
    for line in margin {
      switch line {
      case .space: addSpace()
      case .comment(let comment, _):
        close()
        add(line: String(repeating: " ", count: indentation) + comment)
      }
    }
  }

  /// Adds the lines of a text block.
  mutating func add(_ block: TextBlock, indentation: Int) {
    let spaces = String(repeating: " ", count: indentation)
    for line in block.lines { add(line: line.isEmpty ? "" : spaces + line) }
    if block.keepsBlankLines { maySpace = false }
  }

  /// Ends a line within a text of several lines, even an empty one, and begins the next.
  mutating func closeLineOfText() {
    add(line: open ?? "")
    open = ""
  }

  /// Adds an empty line, unless there already is one or no empty line is allowed here.
  mutating func addSpace() {
    close()
    if maySpace { hasSpaceAhead = true }
  }

  /// Prevents an empty line after the last line.
  mutating func holdTogether() { maySpace = false }

  private mutating func add(line: String, comment: String? = nil) {
    if hasSpaceAhead { lines.append(("", nil)) }
    (hasSpaceAhead, maySpace) = (false, true)
    lines.append((line, comment))
  }

  /// Returns the text of the file.
  func rendered() -> String {
    var (text, index) = ("", 0)
    while index < lines.count {
      // Comments on consecutive lines are aligned.
      let run = lines[index...].prefix { $0.comment != nil }
      let width = run.reduce(0) { max($0, DisplayWidth.of($1.text)) }
      for line in run {
        let spaces = String(repeating: " ", count: width - DisplayWidth.of(line.text))
        text += line.text + spaces + Self.gap + (line.comment ?? "") + "\n"
      }
      if run.isEmpty { text += lines[index].text + "\n" }
      index += max(run.count, 1)
    }
    return text
  }
}
