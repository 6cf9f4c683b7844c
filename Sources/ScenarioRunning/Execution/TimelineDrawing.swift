import DisplayText
import ScenarioKit
import ScenarioLanguage

/// The values of an observation during a timeline, compared with the row drawn for it.
struct TimelineDrawing {
  private let row: Timeline.Row
  private let timeline: PlannedTimeline
  private let began: Duration
  /// The values that samples can be drawn with, those in the row first.
  private let values: [PlannedTimeline.Named]
  /// The event in each column; `nil` if nothing happened.
  private var events: [Int: Event] = [:]

  /// The samples in a column, and the name that they are drawn with.
  private struct Event {
    var samples: [ObservedChanges.Sample]
    /// The name of the value; `nil` if none matches the samples.
    var name: String?
    var isExpected = false

    var isError: Bool { samples.contains { if case .error = $0 { true } else { false } } }
  }

  init(row: Timeline.Row, changes: ObservedChanges, timeline: PlannedTimeline, began: Duration) {
    (self.row, self.timeline, self.began) = (row, timeline, began)
    let own = Set(row.cells.compactMap(\.valueName))
    values =
      timeline.values.filter { own.contains($0.name) }
      + timeline.values.filter { !own.contains($0.name) }
    for column in 0..<timeline.columns {
      let mark = column < row.cells.count ? row.cells[column].mark : nil
      var samples = changes.byColumn[column] ?? []
      // The first mark is the value when the timeline begins, even if it has not changed.
      if column == 0, let mark, mark != .end, let opening = changes.opening {
        samples = [opening] + samples.drop { $0 == opening }
      }
      guard !samples.isEmpty else { continue }
      events[column] = event(of: samples, mark: mark)
    }
  }

  private func event(of samples: [ObservedChanges.Sample], mark: Timeline.Mark?) -> Event {
    var event = Event(samples: samples)
    guard samples.count == 1, let sample = samples.first else { return event }
    switch (mark, sample) {
    case (.error, .error):
      event.name = "#"
      event.isExpected = true
    case (_, .error): event.name = "#"
    case (_, .value(let value)):
      var expected: String?
      if case .value(let name) = mark { expected = name }
      // The drawn value comes first, so that two names for one value are equivalent.
      let meant = values.first { $0.name == expected && $0.expected.matches(value) }
      event.name = (meant ?? values.first { $0.expected.matches(value) })?.name
      event.isExpected = expected != nil && event.name == expected
    }
    return event
  }

  // MARK: - Comparison

  /// The first column that differs from the drawing; `nil` if there is none.
  var firstDifference: Int? {
    (0..<timeline.columns).first { column in
      let mark = column < row.cells.count ? row.cells[column].mark : nil
      switch (mark, events[column]) {
      case (nil, nil), (.end, nil): return false
      case (_, let event?): return !event.isExpected
      case (_, nil): return true
      }
    }
  }

  /// The update that draws the row as it happened.
  var update: ValueUpdate {
    let target = row.marbles
    let (text, unnamed) = actualText
    if events.values.contains(where: { !$0.isExpected && $0.isError }) {
      return ValueUpdate(target, .impossible("the observation ended in an error, not a value"))
    }
    guard unnamed.isEmpty else {
      return ValueUpdate(target, .impossible("the timeline has no name for the observed value"))
    }
    return ValueUpdate(target, .marbles(text))
  }

  /// The message about the difference, as one clause.
  var words: Message {
    let end = row.cells.firstIndex { $0.mark == .end }
    guard let end, let firstDifference, firstDifference >= end else { return "not as drawn" }
    return "it changes, although \"|\" marks its end"
  }

  // MARK: - Display

  /// Returns the expected row above the actual one with the first difference marked, a legend, and
  /// other rows below, with all columns aligned.
  func lines(beside others: [Timeline.Row]) -> [String] {
    guard let column = firstDifference else { return [] }
    let (actual, unnamed) = actualText
    let labels = ["expected", "actual"] + others.map(\.sentence.text)
    let width = labels.map(DisplayWidth.of).max() ?? 0
    func line(_ label: String, _ text: String) -> String {
      label + String(repeating: " ", count: width - DisplayWidth.of(label) + 2) + text
    }
    let text = row.text
    let before = DisplayWidth.of(String(text.prefix(column))) + max(0, column - text.count)
    let moment = StoryTimeText.offset(began + timeline.step * column)
    var lines = [
      line("expected", row.text), line("actual", actual),
      line("", String(repeating: " ", count: before) + "^ \(moment)"),
    ]
    lines += (legend(of: unnamed) + errors).map { line("", $0) }
    return lines + others.map { line($0.sentence.text, $0.text) }
  }

  /// The row as it happened, and the columns marked with a `?`.
  private var actualText: (text: String, unnamed: [Int]) {
    var characters: [Character] = []
    var unnamed: [Int] = []
    let columns = events.keys.sorted()
    for (index, column) in columns.enumerated() {
      while characters.count < column { characters.append("-") }
      let room = (index + 1 < columns.count ? columns[index + 1] : .max) - column
      if let name = events[column]?.name, name.count <= room {
        characters += name
      } else {
        characters.append("?")
        unnamed.append(column)
      }
    }
    let length = row.cells.count
    // The end mark stays where it was expected if nothing follows it.
    let keepsEnd = row.cells.last?.mark == .end && characters.count < length
    while characters.count < length { characters.append("-") }
    if keepsEnd { characters[length - 1] = "|" }
    return (String(characters), unnamed)
  }

  /// The unexpected errors, each once.
  private var errors: [String] {
    var reported: Set<String> = []
    return events.keys.sorted().compactMap { column in
      guard let event = events[column], !event.isExpected, event.samples.count == 1,
        case .error(let message) = event.samples.first, reported.insert(message).inserted
      else { return nil }
      return "# = \(message)"
    }
  }

  /// Returns the meaning of each `?`: once if all are the same, otherwise with its time.
  private func legend(of columns: [Int]) -> [String] {
    let matches = columns.map { column in
      (events[column]?.samples ?? []).map(\.words).joined(separator: ", then ")
    }
    if Set(matches).count == 1, let match = matches.first { return ["? = \(match)"] }
    return zip(columns, matches).map { column, match in
      "? at \(StoryTimeText.offset(began + timeline.step * column)) = \(match)"
    }
  }
}

extension Timeline.Row {
  /// The marbles as written, without spaces.
  fileprivate var text: String { String(cells.map(\.character)) }

  /// The marbles as a node of the story, without quotes.
  package var marbles: Node {
    let range = SourceRange(
      start: cells.first?.range.start ?? sentence.range.end,
      end: cells.last?.range.end ?? sentence.range.end)
    return Node(.scalar(text, .plain), range: range)
  }
}
