/// Writes differences for people, expected above actual.
///
/// ```
///   expected  state: info   (facts.yaml:31)
///   actual    state: loading
/// ```
public struct DifferenceFormatter: Sendable {
  /// The parts of the text, for those who colour it.
  public enum Part: Sendable, Hashable {
    /// The words "expected" and "actual".
    case label
    /// What was expected.
    case expected
    /// What there is.
    case actual
    /// The file and line of the expectation.
    case location
    /// The mark below the first character that differs.
    case mark
    /// What else there is to say, and lines that don't differ.
    case note
  }

  /// The file of the expectations as it is to be shown, such as `facts.yaml`; `nil` leaves places
  /// out.
  public var file: String?

  /// How many columns a line may fill, at least 60; longer texts are cut around the place where
  /// they differ.
  public var width: Int

  /// How many differences are shown; of the others only the number is given.
  public var limit: Int

  /// Gives a part its looks; by default it stays as it is.
  public var style: @Sendable (String, Part) -> String

  static let indentation = "  "
  static let expectedLabel = "expected  "
  static let actualLabel = "actual    "
  static let margin = indentation + "          "

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
      let words = "… and \(rest) more difference\(rest == 1 ? "" : "s")"
      lines += [Line(text: ""), Line(text: Self.indentation + style(words, .note))]
    }
    return lines
  }

  /// One difference: its first line, which the place is still to be put behind, and the others.
  struct Block {
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
    let tail = location.isEmpty ? 0 : TextWidth.of(location) + 3
    if difference.isLineByLine {
      show(linesOf: difference, in: &sides, tail: tail)
    } else {
      show(difference, in: &sides, tail: tail)
    }
    var lines = sides.below.map { Line(text: $0) }
    let actual = Self.indentation + style(Self.actualLabel, .label) + style(sides.actual, .actual)
    lines.insert(Line(side: .actual, text: actual), at: sides.linesOfExpected)
    for line in TextWidth.wrapped(difference.note ?? "", to: width - Self.margin.count) {
      lines.append(Line(text: Self.margin + style(line, .note)))
    }
    return Block(
      head: Self.indentation + style(Self.expectedLabel, .label) + style(sides.expected, .expected),
      headWidth: Self.margin.count + TextWidth.of(sides.expected), location: location,
      lines: lines)
  }

  /// The two lines with labels, and the lines below them.
  struct Sides {
    var expected: String
    var actual: String
    /// How many of the lines below belong to what was expected, and so stand above what there is.
    var linesOfExpected = 0
    var below: [String] = []
  }

  /// Shows both values on one line each, with a mark where two long ones part; `tail` columns are
  /// kept for the place.
  private func show(_ difference: Difference, in sides: inout Sides, tail: Int) {
    let prefixWidth = Self.margin.count + TextWidth.of(max(sides.expected, sides.actual))
    let room = max(10, width - prefixWidth - tail)
    let comparison =
      difference.areBothTexts
      ? LineComparison(difference.expectedText, difference.actualText) : nil
    let fits =
      TextWidth.of(difference.expectedText) <= room && TextWidth.of(difference.actualText) <= room
    if let comparison, !fits || comparison.needsMark {
      let (expected, actual) = comparison.windows(width: room)
      let start = TextWidth.of(sides.actual) + actual.mark
      sides.expected += expected.text
      sides.actual += actual.text
      if comparison.needsMark || comparison.beginsAlike {
        sides.below.append(
          Self.margin + String(repeating: " ", count: start) + style("^", .mark))
      }
    } else {
      sides.expected += TextWidth.clipped(difference.expectedText, to: room)
      sides.actual += TextWidth.clipped(difference.actualText, to: room)
    }
  }
}

extension Difference {
  /// Whether one of the values has several lines.
  var isLineByLine: Bool {
    expectedText.unicodeScalars.contains("\n") || actualText.unicodeScalars.contains("\n")
  }

  /// Whether two texts stand against each other, not a tag or a collection against something.
  var areBothTexts: Bool {
    guard kind == .changed, let expected, let actual = actual?.value else { return false }
    switch actual {
    case .list, .mapping: return false
    case .absent, .bool, .integer, .number, .text:
      return !expected.hasPrefix("!") && !expected.hasPrefix("[") && !expected.hasPrefix("{")
    }
  }
}
