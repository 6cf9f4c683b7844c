extension DifferenceFormatter {
  private static let lineLimit = 2_000
  private static let blockLimit = 20
  private static let context = 2

  /// Shows a text of several lines line by line: as one list with marks where the two have lines in
  /// common, or else each below its own label.
  func show(linesOf difference: Difference, in sides: inout Sides, tail: Int) {
    if difference.areBothTexts, let changes = LineChange.changes(of: difference) {
      sides.expected += "the lines with -"
      sides.actual += "the lines with +"
      sides.below = lines(of: changes)
      return
    }
    let expected = block(difference.expectedText, onLine: &sides.expected, .expected, tail: tail)
    let actual = block(difference.actualText, onLine: &sides.actual, .actual, tail: tail)
    sides.linesOfExpected = expected.count
    sides.below = expected + actual
  }

  private func block(
    _ text: String, onLine line: inout String, _ part: Part, tail: Int
  ) -> [String] {
    let room = max(20, width - Self.margin.count - 2)
    guard text.unicodeScalars.contains("\n") else {
      line += TextWidth.clipped(text, to: max(10, room + 2 - tail - TextWidth.of(line)))
      return []
    }
    line += text.hasSuffix("\n\n") ? "|+" : text.hasSuffix("\n") ? "|" : "|-"
    let lines = LineChange.lines(of: text)
    var result = lines.prefix(Self.blockLimit).map {
      $0.isEmpty ? "" : Self.margin + "  " + style(TextWidth.clipped($0, to: room), part)
    }
    if lines.count > Self.blockLimit {
      let rest = lines.count - Self.blockLimit
      result.append(Self.margin + "  " + style("… \(rest) more line\(rest == 1 ? "" : "s")", .note))
    }
    return result
  }

  private func lines(of changes: [LineChange]) -> [String] {
    let room = max(20, width - Self.margin.count - 2)
    var result: [String] = []
    var index = 0
    while index < changes.count {
      switch changes[index] {
      case .same:
        let run = changes[index...].prefix { $0.isSame }
        result += sameLines(
          run.map(\.text), isFirst: index == 0, isLast: run.endIndex == changes.count, room: room)
        index = run.endIndex
      case .expected, .actual:
        let run = changes[index...].prefix { !$0.isSame }
        result += changedLines(run, room: room)
        index = run.endIndex
      }
    }
    return result
  }

  /// Lines that don't differ: those beside a change, and how many there are between.
  private func sameLines(
    _ lines: [String], isFirst: Bool, isLast: Bool, room: Int
  ) -> [String] {
    let head = isFirst ? 0 : Self.context
    let tail = isLast ? 0 : Self.context
    func shown(_ line: String) -> String {
      line.isEmpty
        ? "" : Self.margin + "  " + style(TextWidth.clipped(line, to: room), .note)
    }
    // Leaving out a single line would save nothing.
    guard lines.count > head + tail + 1 else { return lines.map(shown) }
    let count = lines.count - head - tail
    let words = Self.margin + "  " + style("… \(count) equal lines", .note)
    return lines.prefix(head).map(shown) + [words] + lines.suffix(tail).map(shown)
  }

  private func changedLines(_ changes: ArraySlice<LineChange>, room: Int) -> [String] {
    var expected: [String] = []
    var actual: [String] = []
    for change in changes {
      if case .expected = change {
        expected.append(change.text)
      } else {
        actual.append(change.text)
      }
    }
    // A line that stands for another is cut where the two part.
    for index in 0..<min(expected.count, actual.count) {
      let windows = LineComparison(expected[index], actual[index]).windows(width: room)
      expected[index] = windows.expected.text
      actual[index] = windows.actual.text
    }
    return expected.map {
      Self.margin + style("- " + TextWidth.clipped($0, to: room), .expected)
    }
      + actual.map { Self.margin + style("+ " + TextWidth.clipped($0, to: room), .actual) }
  }

  /// What becomes of one line of a text.
  enum LineChange {
    case same(String)
    case expected(String)
    case actual(String)

    var isSame: Bool {
      if case .same = self { true } else { false }
    }

    /// The line as it is shown: in quotes where something at its end or in it can't be seen.
    var text: String {
      let line =
        switch self {
        case .same(let line), .expected(let line), .actual(let line): line
        }
      let isClear = !line.hasSuffix(" ") && !line.hasSuffix("\t") && !line.contains("\t")
      return isClear && !Notation.hasHidden(line) ? line : Notation.quoted(line)
    }

    /// The lines of a text; a line break at its end begins no line of its own.
    static func lines(of text: String) -> [String] {
      var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines.map { String($0) }
    }

    /// The changes from the expected lines to the actual ones; `nil` where none or all of them are
    /// in both.
    static func changes(of difference: Difference) -> [LineChange]? {
      let expected = lines(of: difference.expectedText)
      let actual = lines(of: difference.actualText)
      guard max(expected.count, actual.count) <= lineLimit else { return nil }
      var removed = Set<Int>()
      var inserted = Set<Int>()
      for change in actual.difference(from: expected) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
      guard removed.count < expected.count, !removed.isEmpty || !inserted.isEmpty else {
        return nil
      }
      var changes: [LineChange] = []
      var index = 0
      var place = 0
      while index < expected.count || place < actual.count {
        if removed.contains(index) {
          changes.append(.expected(expected[index]))
          index += 1
        } else if inserted.contains(place) {
          changes.append(.actual(actual[place]))
          place += 1
        } else {
          changes.append(.same(expected[index]))
          index += 1
          place += 1
        }
      }
      return changes
    }
  }
}
