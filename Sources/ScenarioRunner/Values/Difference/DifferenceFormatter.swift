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

  /// Writes differences one below the other, without a line break at the end; empty where there are
  /// none.
  public func text(for differences: [Difference]) -> String {
    let shown = differences.prefix(limit).map(block)
    // The places stand in one column, unless a long line would push them out of sight.
    let column = shown.map(\.headWidth).filter { $0 <= 60 }.max() ?? 0
    var lines: [String] = []
    for block in shown {
      if !lines.isEmpty { lines.append("") }
      lines.append(head(of: block, column: column))
      lines += block.lines
    }
    let rest = differences.count - shown.count
    if rest > 0 {
      let words = "… and \(rest) more difference\(rest == 1 ? "" : "s")"
      lines += ["", Self.indentation + style(words, .note)]
    }
    return lines.joined(separator: "\n")
  }

  /// One difference: its first line, which the place is still to be put behind, and the others.
  struct Block {
    var head: String
    var headWidth: Int
    var location: String
    var lines: [String]
  }

  private func head(of block: Block, column: Int) -> String {
    guard !block.location.isEmpty else { return block.head }
    let gap = String(repeating: " ", count: max(0, column - block.headWidth) + 3)
    return block.head + gap + style(block.location, .location)
  }

  private func block(_ difference: Difference) -> Block {
    let prefix = difference.path.isEmpty ? "" : difference.path.clipped(to: width / 3) + ": "
    let location = file.map { "(\($0):\(difference.range.start.line))" } ?? ""
    var sides = Sides(
      expected: difference.kind == .unexpected ? "" : prefix,
      actual: difference.kind == .missing ? "" : prefix)
    let tail = location.isEmpty ? 0 : TextWidth.of(location) + 3
    if difference.isLineByLine {
      show(linesOf: difference, in: &sides, tail: tail)
    } else {
      show(difference, in: &sides, tail: tail)
    }
    var lines = sides.below
    lines.insert(
      Self.indentation + style(Self.actualLabel, .label) + style(sides.actual, .actual),
      at: sides.linesOfExpected)
    for line in TextWidth.wrapped(difference.note ?? "", to: width - Self.margin.count) {
      lines.append(Self.margin + style(line, .note))
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
      ? LineComparison(difference.expected, difference.actual) : nil
    let fits =
      TextWidth.of(difference.expected) <= room && TextWidth.of(difference.actual) <= room
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
      sides.expected += TextWidth.clipped(difference.expected, to: room)
      sides.actual += TextWidth.clipped(difference.actual, to: room)
    }
  }
}

extension Difference {
  /// Whether one of the values has several lines.
  var isLineByLine: Bool {
    expected.unicodeScalars.contains("\n") || actual.unicodeScalars.contains("\n")
  }

  /// Whether two texts stand against each other, not a tag or a collection against something.
  var areBothTexts: Bool {
    kind == .changed
      && !expected.hasPrefix("!") && !expected.hasPrefix("[") && !expected.hasPrefix("{")
      && !actual.hasPrefix("[") && !actual.hasPrefix("{")
  }
}
