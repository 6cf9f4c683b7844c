import DisplayText
import ScenarioLanguage

/// A formatter for differences, which shows the expected value above the actual one.
///
/// ```
///   expected  state: info   (facts.yaml:31)
///   actual    state: loading
/// ```
package struct DifferenceFormatter: Sendable {
  /// The displayed file name of the story, such as `facts.yaml`; `nil` omits source locations.
  package var file: String?

  /// The maximum number of columns in a line, at least 60.
  ///
  /// Longer texts are cut around the first character that differs.
  package var width: Int

  /// The maximum number of differences that are shown; only the number of the others is shown.
  package var limit: Int

  /// The language of notes, and of words in place of a value.
  package var language: StoryLanguage

  /// A function that colours a part of the text; by default it returns the text unchanged.
  package var style: @Sendable (String, TerminalColor) -> String

  private static let indentation = "  "
  private static let margin = indentation + "          "
  /// The maximum number of lines shown of a text that has no line in common with the other text.
  private static let blockLimit = 20
  /// The number of equal lines shown before and after a change.
  private static let context = 2

  /// Creates a formatter, by default in English with 100 columns, 20 differences and no colours.
  package init(
    file: String? = nil, width: Int = 100, limit: Int = 20, language: StoryLanguage = .english,
    style: @escaping @Sendable (String, TerminalColor) -> String = { text, _ in text }
  ) {
    (self.file, self.width, self.limit) = (file, max(width, 60), max(limit, 1))
    (self.language, self.style) = (language, style)
  }

  /// A line of the text.
  package struct Line: Sendable, Hashable, Encodable {
    /// The value that the line shows.
    package enum Side: String, Sendable, Hashable, Encodable { case expected, actual }

    /// The value that the line shows; `nil` for an empty line, a mark or a note.
    package var side: Side?
    /// The line, without a line break.
    package var text: String

    /// Creates a line, by default without a side.
    package init(side: Side? = nil, text: String) { (self.side, self.text) = (side, text) }
  }

  /// Returns the label of a value in a language, as wide as the column of labels.
  package static func label(_ word: Message, in language: StoryLanguage) -> String {
    let word = language.text(of: word)
    return word + String(repeating: " ", count: max(1, 10 - word.count))
  }

  /// Returns differences one below the other, without a final line break; empty if there are none.
  package func text(for differences: [Difference]) -> String {
    lines(for: differences).map(\.text).joined(separator: "\n")
  }

  /// Returns differences one below the other; no lines if there are none.
  package func lines(for differences: [Difference]) -> [Line] {
    let shown = differences.prefix(limit).map(block)
    // Locations are aligned in one column, except after lines longer than 60 columns.
    let column = shown.map { $0.headWidth }.filter { $0 <= 60 }.max() ?? 0
    var lines: [Line] = []
    for block in shown {
      if !lines.isEmpty { lines.append(Line(text: "")) }
      lines.append(Line(side: .expected, text: head(of: block, column: column)))
      lines += block.lines
    }
    let rest = differences.count - shown.count
    if rest > 0 {
      let words = language.text(of: "… and \(Message.counted(rest, "more difference"))")
      lines += [Line(text: ""), Line(text: Self.indentation + style(words, .dim))]
    }
    return lines
  }

  /// One difference: its first line without the location, which is appended later, and its other
  /// lines.
  private typealias Block = (head: String, headWidth: Int, location: String, lines: [Line])

  private func head(of block: Block, column: Int) -> String {
    guard !block.location.isEmpty else { return block.head }
    let gap = String(repeating: " ", count: max(0, column - block.headWidth) + 3)
    return block.head + gap + style(block.location, .dim)
  }

  private func block(_ difference: Difference) -> Block {
    let path = difference.path.description
    let prefix = path.isEmpty ? "" : path.clipped(to: width / 3) + ": "
    let location = file.map { "(\($0):\(difference.range.start.line))" } ?? ""
    var sides = Sides(
      expected: difference.kind == .unexpected ? "" : prefix,
      actual: difference.actual == nil ? "" : prefix)
    let tail = location.isEmpty ? 0 : DisplayWidth.of(location) + 3
    if difference.isLineByLine {
      show(linesOf: difference, in: &sides, tail: tail)
    } else {
      show(difference, in: &sides, tail: tail)
    }
    var lines = sides.below.map { Line(text: $0) }
    func label(_ word: Message) -> String {
      Self.indentation + style(Self.label(word, in: language), .dim)
    }
    let actual = label("actual") + style(sides.actual, .red)
    lines.insert(Line(side: .actual, text: actual), at: sides.linesOfExpected)
    let note = difference.explanation.map(language.text) ?? ""
    lines += DisplayWidth.wrapped(note, to: width - Self.margin.count)
      .map { Line(text: Self.margin + style($0, .dim)) }
    let headWidth = Self.margin.count + DisplayWidth.of(sides.expected)
    return (label("expected") + style(sides.expected, .green), headWidth, location, lines)
  }

  /// The two lines with labels, and the lines below them.
  private struct Sides {
    var expected: String
    var actual: String
    /// The number of lines in `below` that belong to the expected value and precede the actual one.
    var linesOfExpected = 0
    var below: [String] = []
  }

  /// Shows both values in one line each, with a mark at the first difference of long texts.
  ///
  /// `tail` columns are reserved for the location.
  private func show(_ difference: Difference, in sides: inout Sides, tail: Int) {
    let prefixWidth = Self.margin.count + DisplayWidth.of(max(sides.expected, sides.actual))
    let room = max(10, width - prefixWidth - tail)
    let comparison =
      difference.areBothTexts ? LineComparison(difference.expectedText, difference.actualText) : nil
    let fits =
      max(DisplayWidth.of(difference.expectedText), DisplayWidth.of(difference.actualText)) <= room
    if let comparison, !fits || comparison.needsMark {
      let (expected, actual) = comparison.windows(width: room)
      let start = DisplayWidth.of(sides.actual) + actual.mark
      sides.expected += expected.text
      sides.actual += actual.text
      if comparison.needsMark || comparison.beginsAlike {
        sides.below.append(Self.margin + String(repeating: " ", count: start) + style("^", .red))
      }
    } else {
      let expected = difference.expected ?? language.text(of: "nothing")
      let actual = difference.actual?.value.shown ?? language.text(of: difference.absence)
      sides.expected += DisplayWidth.clipped(expected, to: room)
      sides.actual += DisplayWidth.clipped(actual, to: room)
    }
  }

  /// Shows multiline texts line by line.
  ///
  /// If the two have lines in common, they are shown as one list with marks; otherwise each is
  /// shown below its own label.
  private func show(linesOf difference: Difference, in sides: inout Sides, tail: Int) {
    let (expected, actual) = (difference.expectedText, difference.actualText)
    if difference.areBothTexts, let changes = LineChange.changes(from: expected, to: actual) {
      sides.expected += language.text(of: "the lines with -")
      sides.actual += language.text(of: "the lines with +")
      sides.below = lines(of: changes[...])
      return
    }
    let expectedLines = block(expected, onLine: &sides.expected, .green, tail: tail)
    let actualLines = block(actual, onLine: &sides.actual, .red, tail: tail)
    sides.linesOfExpected = expectedLines.count
    sides.below = expectedLines + actualLines
  }

  /// The number of columns available to a line below its label, after a mark of two columns.
  private var room: Int { max(20, width - Self.margin.count - 2) }

  private func row(_ text: String, _ color: TerminalColor, mark: String? = nil) -> String {
    let text = DisplayWidth.clipped(text, to: room)
    if let mark { return Self.margin + style("\(mark) \(text)", color) }
    return text.isEmpty ? "" : Self.margin + "  " + style(text, color)
  }

  private func block(
    _ text: String, onLine line: inout String, _ color: TerminalColor, tail: Int
  ) -> [String] {
    guard text.unicodeScalars.contains("\n") else {
      line += DisplayWidth.clipped(text, to: max(10, room + 2 - tail - DisplayWidth.of(line)))
      return []
    }
    line += text.hasSuffix("\n\n") ? "|+" : text.hasSuffix("\n") ? "|" : "|-"
    let lines = LineChange.lines(of: text)
    let rest = lines.count - Self.blockLimit
    return lines.prefix(Self.blockLimit).map { row($0, color) }
      + (rest > 0 ? [row(language.text(of: "… \(Message.counted(rest, "more line"))"), .dim)] : [])
  }

  private func lines(of changes: ArraySlice<LineChange>) -> [String] {
    var result: [String] = []
    var rest = changes
    while let first = rest.first {
      let run = rest.prefix { ($0.side == nil) == (first.side == nil) }
      rest = rest[run.endIndex...]
      result +=
        first.side == nil
        ? sameLines(run, isFirst: result.isEmpty, isLast: rest.isEmpty) : changedLines(run)
    }
    return result
  }

  /// Returns the equal lines next to a change, and the number of those between.
  private func sameLines(_ lines: ArraySlice<LineChange>, isFirst: Bool, isLast: Bool) -> [String] {
    let rows = lines.map { row($0.text, .dim) }
    let head = isFirst ? 0 : Self.context
    let tail = isLast ? 0 : Self.context
    let count = rows.count - head - tail
    // Leaving out a single line would save nothing.
    guard count > 1 else { return rows }
    let words = language.text(of: "… \(count) equal lines")
    return rows.prefix(head) + [row(words, .dim)] + rows.suffix(tail)
  }

  private func changedLines(_ changes: ArraySlice<LineChange>) -> [String] {
    var expected = changes.filter { $0.side == .expected }.map(\.text)
    var actual = changes.filter { $0.side == .actual }.map(\.text)
    // A replaced line is cut around the first difference from its replacement.
    for index in 0..<min(expected.count, actual.count) {
      let windows = LineComparison(expected[index], actual[index]).windows(width: room)
      (expected[index], actual[index]) = (windows.expected.text, windows.actual.text)
    }
    return expected.map { row($0, .green, mark: "-") }
      + actual.map { row($0, .red, mark: "+") }
  }
}

extension Difference {
  /// Whether one of the values has several lines.
  fileprivate var isLineByLine: Bool {
    expectedText.unicodeScalars.contains("\n") || actualText.unicodeScalars.contains("\n")
  }

  /// Whether both values are scalars, and neither is a tag or a collection.
  fileprivate var areBothTexts: Bool {
    guard kind == .changed, let expected, let actual = actual?.value else { return false }
    return !actual.isCollection && !["!", "[", "{"].contains { expected.hasPrefix($0) }
  }
}
