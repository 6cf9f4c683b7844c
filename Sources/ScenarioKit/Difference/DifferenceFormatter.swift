import ScenarioLanguage

/// A formatter that writes differences for people, expected above actual.
///
/// ```
///   expected  state: info   (facts.yaml:31)
///   actual    state: loading
/// ```
public struct DifferenceFormatter: Sendable {
  /// The parts of the text, which may be coloured.
  public enum Part: Sendable, Hashable {
    /// The words "expected" and "actual".
    case label
    /// The expected value.
    case expected
    /// The actual value.
    case actual
    /// The file and line of the expectation.
    case location
    /// The mark below the first character that differs.
    case mark
    /// Notes, and lines that do not differ.
    case note
  }

  /// The file of the expectations as it is to be shown, such as `facts.yaml`; `nil` leaves places
  /// out.
  public var file: String?

  /// How many columns a line may fill, at least 60; longer texts are cut around the place where
  /// they differ.
  public var width: Int

  /// The most differences that are shown; the others are counted.
  public var limit: Int

  /// Gives a part its looks; by default it stays as it is.
  public var style: @Sendable (String, Part) -> String

  private static let indentation = "  "
  private static let expectedLabel = "expected  "
  private static let actualLabel = "actual    "
  private static let margin = indentation + "          "
  /// The most lines that are shown of a text that has no line in common with the other.
  private static let blockLimit = 20
  /// The number of equal lines shown before and after a change.
  private static let context = 2

  /// Creates a formatter; by default with 100 columns, 20 differences and no colours.
  public init(
    file: String? = nil, width: Int = 100, limit: Int = 20,
    style: @escaping @Sendable (String, Part) -> String = { text, _ in text }
  ) {
    self.file = file
    self.width = max(width, 60)
    self.limit = max(limit, 1)
    self.style = style
  }

  /// A line of the text.
  public struct Line: Sendable, Hashable {
    /// What the line is about; `nil` for an empty line, a mark or a note.
    public enum Side: String, Sendable, Hashable {
      case expected, actual
    }

    /// What the line is about.
    public var side: Side?
    /// The line, without a line break.
    public var text: String

    /// Creates a line; about nothing in particular unless given.
    public init(side: Side? = nil, text: String) {
      self.side = side
      self.text = text
    }
  }

  /// Writes differences one below the other, without a line break at the end; empty where there are
  /// none.
  public func text(for differences: [Difference]) -> String {
    lines(for: differences).map(\.text).joined(separator: "\n")
  }

  /// Writes differences one below the other; no lines where there are none.
  public func lines(for differences: [Difference]) -> [Line] {
    let shown = differences.prefix(limit).map(block)
    // The places stand in one column, unless a long line would push them out of sight.
    let column = shown.map(\.headWidth).filter { $0 <= 60 }.max() ?? 0
    var lines: [Line] = []
    for block in shown {
      if !lines.isEmpty { lines.append(Line(text: "")) }
      lines.append(Line(side: .expected, text: head(of: block, column: column)))
      lines += block.lines
    }
    let rest = differences.count - shown.count
    if rest > 0 {
      let words = "… and \(counted(rest, "more difference"))"
      lines += [Line(text: ""), Line(text: Self.indentation + style(words, .note))]
    }
    return lines
  }

  /// One difference: its first line, which still needs its place at the end, and the others.
  private struct Block {
    var head: String
    var headWidth: Int
    var location: String
    var lines: [Line]
  }

  private func head(of block: Block, column: Int) -> String {
    guard !block.location.isEmpty else { return block.head }
    let gap = String(repeating: " ", count: max(0, column - block.headWidth) + 3)
    return block.head + gap + style(block.location, .location)
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
    let actual = Self.indentation + style(Self.actualLabel, .label) + style(sides.actual, .actual)
    lines.insert(Line(side: .actual, text: actual), at: sides.linesOfExpected)
    for line in DisplayWidth.wrapped(difference.note ?? "", to: width - Self.margin.count) {
      lines.append(Line(text: Self.margin + style(line, .note)))
    }
    return Block(
      head: Self.indentation + style(Self.expectedLabel, .label) + style(sides.expected, .expected),
      headWidth: Self.margin.count + DisplayWidth.of(sides.expected), location: location,
      lines: lines)
  }

  /// The two lines with labels, and the lines below them.
  private struct Sides {
    var expected: String
    var actual: String
    /// How many of the lines below belong to what was expected, and so stand above what there is.
    var linesOfExpected = 0
    var below: [String] = []
  }

  /// Shows both values on one line each, with a mark where two long ones part; `tail` columns are
  /// kept for the place.
  private func show(_ difference: Difference, in sides: inout Sides, tail: Int) {
    let prefixWidth = Self.margin.count + DisplayWidth.of(max(sides.expected, sides.actual))
    let room = max(10, width - prefixWidth - tail)
    let comparison =
      difference.areBothTexts
      ? LineComparison(difference.expectedText, difference.actualText) : nil
    let fits =
      DisplayWidth.of(difference.expectedText) <= room
      && DisplayWidth.of(difference.actualText) <= room
    if let comparison, !fits || comparison.needsMark {
      let (expected, actual) = comparison.windows(width: room)
      let start = DisplayWidth.of(sides.actual) + actual.mark
      sides.expected += expected.text
      sides.actual += actual.text
      if comparison.needsMark || comparison.beginsAlike {
        sides.below.append(
          Self.margin + String(repeating: " ", count: start) + style("^", .mark))
      }
    } else {
      sides.expected += DisplayWidth.clipped(difference.expectedText, to: room)
      sides.actual += DisplayWidth.clipped(difference.actualText, to: room)
    }
  }

  /// Shows a text of several lines line by line: as one list with marks where the two have lines in
  /// common, or else each below its own label.
  private func show(linesOf difference: Difference, in sides: inout Sides, tail: Int) {
    let (expected, actual) = (difference.expectedText, difference.actualText)
    if difference.areBothTexts, let changes = LineChange.changes(from: expected, to: actual) {
      sides.expected += "the lines with -"
      sides.actual += "the lines with +"
      sides.below = lines(of: changes[...])
      return
    }
    let expectedLines = block(expected, onLine: &sides.expected, .expected, tail: tail)
    let actualLines = block(actual, onLine: &sides.actual, .actual, tail: tail)
    sides.linesOfExpected = expectedLines.count
    sides.below = expectedLines + actualLines
  }

  /// The columns of a line that stands below its label, after a mark of two.
  private var room: Int { max(20, width - Self.margin.count - 2) }

  private func row(_ text: String, _ part: Part, mark: String? = nil) -> String {
    let text = DisplayWidth.clipped(text, to: room)
    if let mark { return Self.margin + style("\(mark) \(text)", part) }
    return text.isEmpty ? "" : Self.margin + "  " + style(text, part)
  }

  private func block(
    _ text: String, onLine line: inout String, _ part: Part, tail: Int
  ) -> [String] {
    guard text.unicodeScalars.contains("\n") else {
      line += DisplayWidth.clipped(text, to: max(10, room + 2 - tail - DisplayWidth.of(line)))
      return []
    }
    line += text.hasSuffix("\n\n") ? "|+" : text.hasSuffix("\n") ? "|" : "|-"
    let lines = LineChange.lines(of: text)
    let rest = lines.count - Self.blockLimit
    return lines.prefix(Self.blockLimit).map { row($0, part) }
      + (rest > 0 ? [row("… \(counted(rest, "more line"))", .note)] : [])
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

  /// Lines that don't differ: those beside a change, and how many there are between.
  private func sameLines(
    _ lines: ArraySlice<LineChange>, isFirst: Bool, isLast: Bool
  ) -> [String] {
    let rows = lines.map { row($0.text, .note) }
    let head = isFirst ? 0 : Self.context
    let tail = isLast ? 0 : Self.context
    let count = rows.count - head - tail
    // Leaving out a single line would save nothing.
    guard count > 1 else { return rows }
    return rows.prefix(head) + [row("… \(count) equal lines", .note)] + rows.suffix(tail)
  }

  private func changedLines(_ changes: ArraySlice<LineChange>) -> [String] {
    var expected = changes.filter { $0.side == .expected }.map(\.text)
    var actual = changes.filter { $0.side == .actual }.map(\.text)
    // A line that stands for another is cut where the two part.
    for index in 0..<min(expected.count, actual.count) {
      let windows = LineComparison(expected[index], actual[index]).windows(width: room)
      expected[index] = windows.expected.text
      actual[index] = windows.actual.text
    }
    return expected.map { row($0, .expected, mark: "-") }
      + actual.map { row($0, .actual, mark: "+") }
  }
}

/// A line of two texts that are compared.
private struct LineChange {
  /// The most lines of a text that is compared line by line.
  private static let limit = 2_000

  /// The text that has the line; `nil` where both have it.
  var side: DifferenceFormatter.Line.Side?
  var line: String

  /// The line as it is shown: in quotes where something at its end or in it can't be seen.
  var text: String {
    let isClear = !line.hasSuffix(" ") && !line.contains("\t") && !Notation.hasHidden(line)
    return isClear ? line : Notation.quoted(line)
  }

  /// The lines of a text; a line break at its end begins no line of its own.
  static func lines(of text: String) -> [String] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String($0) }
  }

  /// The changes from the expected text to the actual one; `nil` where none or all of their lines
  /// are in both.
  static func changes(from expectedText: String, to actualText: String) -> [LineChange]? {
    let expected = lines(of: expectedText)
    let actual = lines(of: actualText)
    guard max(expected.count, actual.count) <= limit else { return nil }
    let difference = actual.difference(from: expected)
    guard difference.removals.count < expected.count, !difference.isEmpty else { return nil }
    var removals = difference.removals[...]
    var insertions = difference.insertions[...]
    var changes: [LineChange] = []
    var (index, place) = (0, 0)
    while index < expected.count || place < actual.count {
      if removals.first?.offset == index {
        removals.removeFirst()
        changes.append(LineChange(side: .expected, line: expected[index]))
        index += 1
      } else if insertions.first?.offset == place {
        insertions.removeFirst()
        changes.append(LineChange(side: .actual, line: actual[place]))
        place += 1
      } else {
        changes.append(LineChange(line: expected[index]))
        index += 1
        place += 1
      }
    }
    return changes
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

/// A number of things in words, such as `1 line` and `2 lines`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension Difference {
  /// Whether one of the values has several lines.
  fileprivate var isLineByLine: Bool {
    expectedText.unicodeScalars.contains("\n") || actualText.unicodeScalars.contains("\n")
  }

  /// Whether two texts stand against each other, not a tag or a collection against something.
  fileprivate var areBothTexts: Bool {
    guard kind == .changed, let expected, let actual = actual?.value else { return false }
    switch actual {
    case .list, .mapping: return false
    case .absent, .bool, .integer, .number, .text:
      return !expected.hasPrefix("!") && !expected.hasPrefix("[") && !expected.hasPrefix("{")
    }
  }
}
