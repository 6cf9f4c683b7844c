import ScenarioKit
import ScenarioLanguage
import Simulation

/// An observation's course beside the row that was drawn for it.
struct TimelineDrawing {
  private let row: Timeline.Row
  private let timeline: PlannedTimeline
  private let began: Duration
  /// The values that something may be drawn with, those that the row has first.
  private let values: [PlannedTimeline.Named]
  /// What happened, column by column; `nil` for nothing.
  private var events: [Int: Event] = [:]

  /// What happened in a column, and the name that it is drawn with.
  private struct Event {
    var samples: [ObservedCourse.Sample]
    /// `nil` where no name means what was seen.
    var name: String?
    var isExpected = false

    var isError: Bool {
      samples.contains { if case .error = $0 { true } else { false } }
    }
  }

  init(
    row: Timeline.Row, course: ObservedCourse, timeline: PlannedTimeline, began: Duration
  ) {
    self.row = row
    self.timeline = timeline
    self.began = began
    let own = Set(row.cells.compactMap(\.valueName))
    values =
      timeline.values.filter { own.contains($0.name) }
      + timeline.values.filter { !own.contains($0.name) }
    for column in 0..<timeline.columns {
      let mark = column < row.cells.count ? row.cells[column].mark : nil
      var samples = course.changes[column] ?? []
      // The first letter is what is there when the timeline begins, changed or not.
      if column == 0, let mark, mark != .end, let opening = course.opening {
        samples = [opening] + samples.drop { $0 == opening }
      }
      guard !samples.isEmpty else { continue }
      events[column] = event(of: samples, mark: mark)
    }
  }

  private func event(of samples: [ObservedCourse.Sample], mark: Timeline.Mark?) -> Event {
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
      // What was drawn comes first, so that two names for one value are not told apart.
      let meant = values.first { $0.name == expected && $0.expected.matches(value) }
      event.name = (meant ?? values.first { $0.expected.matches(value) })?.name
      event.isExpected = expected != nil && event.name == expected
    }
    return event
  }

  // MARK: - Comparing

  /// The first column in which something else happened than was drawn; `nil` where there is none.
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

  /// How the row would have to be drawn.
  var amendment: Amendment {
    let target = row.marbles
    let (text, unnamed) = actualText
    if events.values.contains(where: { !$0.isExpected && $0.isError }) {
      return .impossible(target, because: "what is seen is an error, not a value")
    }
    guard unnamed.isEmpty else {
      return .impossible(target, because: "the timeline has no name for what is seen")
    }
    return Amendment(target, .marbles(text))
  }

  /// What is wrong with the row, in one clause.
  var words: String {
    let end = row.cells.firstIndex { $0.mark == .end }
    guard let end, let firstDifference, firstDifference >= end else { return "not as drawn" }
    return "it changes, where \"|\" says that nothing more comes"
  }

  // MARK: - Showing

  /// Expected over actual with the first difference marked, what letters can't say, and other rows
  /// below, all columns one under the other.
  func lines(beside others: [Timeline.Row]) -> [String] {
    guard let column = firstDifference else { return [] }
    let (actual, unnamed) = actualText
    let labels = ["expected", "actual"] + others.map(\.sentence.text)
    let width = labels.map(DisplayWidth.of).max() ?? 0
    func line(_ label: String, _ text: String) -> String {
      label + String(repeating: " ", count: width - DisplayWidth.of(label) + 2) + text
    }
    let before = DisplayWidth.of(String(row.text.padded(to: column).prefix(column)))
    let moment = StoryTimeText.offset(began + timeline.step * column)
    var lines = [
      line("expected", row.text), line("actual", actual),
      line("", String(repeating: " ", count: before) + "^ \(moment)"),
    ]
    lines += (legend(of: unnamed) + errors).map { line("", $0) }
    return lines + others.map { line($0.sentence.text, $0.text) }
  }

  /// The row as it should have been drawn, and the columns in which a `?` stands.
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
    var length = row.cells.count
    // The end is drawn where it was expected, if nothing came behind it.
    if row.cells.last?.mark == .end, characters.count < length {
      length -= 1
      while characters.count < length { characters.append("-") }
      characters.append("|")
    }
    while characters.count < length { characters.append("-") }
    return (String(characters), unnamed)
  }

  /// What the errors were that nobody expected, each once.
  private var errors: [String] {
    var told: Set<String> = []
    return events.keys.sorted().compactMap { column in
      guard let event = events[column], !event.isExpected, event.samples.count == 1,
        case .error(let message) = event.samples.first, told.insert(message).inserted
      else { return nil }
      return "# = \(message)"
    }
  }

  /// What each `?` stands for: once where all are the same, else with its moment.
  private func legend(of columns: [Int]) -> [String] {
    let meanings = columns.map { column in
      (events[column]?.samples ?? []).map(\.words).joined(separator: ", then ")
    }
    if Set(meanings).count == 1, let meaning = meanings.first { return ["? = \(meaning)"] }
    return zip(columns, meanings).map { column, meaning in
      "? at \(StoryTimeText.offset(began + timeline.step * column)) = \(meaning)"
    }
  }
}

extension Timeline.Row {
  /// The marbles as they were written, without blanks.
  fileprivate var text: String { String(cells.map(\.character)) }

  /// The marbles as a piece of the story, without quotes around them.
  package var marbles: Node {
    let range = SourceRange(
      start: cells.first?.range.start ?? sentence.range.end,
      end: cells.last?.range.end ?? sentence.range.end)
    return Node(.scalar(text, .plain), range: range)
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: "-", count: max(0, count - self.count))
  }
}
