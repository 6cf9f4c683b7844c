import ScenarioLanguage
import Simulation

/// Runs a timeline: does what its rows say, column by column, and follows what the app shows.
///
/// At a column's instant comes first what is due then, then the acts in the order of their rows;
/// when all of that has settled, the observations are looked at, and again whenever something has
/// happened up to the next column.
struct TimelineRun {
  private let timeline: PlannedTimeline
  private let world: any World
  private let stage: Stage
  private let label: String
  private let began: Duration

  /// - Parameter label: What tasks that the timeline starts are called.
  init(_ timeline: PlannedTimeline, world: any World, stage: Stage, label: String) {
    self.timeline = timeline
    self.world = world
    self.stage = stage
    self.label = label
    began = world.elapsed
  }

  /// Lets all of it happen, and says which rows are not as drawn.
  func run() -> [Failure] {
    var courses = timeline.observed.map { _ in ObservedCourse() }
    var place = timeline.sentences.first?.place
    do {
      try world.settle()
      look(&courses, column: nil)
      for column in 0..<timeline.columns {
        for acts in timeline.acts {
          guard let arguments = acts.arguments[column] else { continue }
          place = acts.place(of: column)
          let failures = act(acts, with: arguments, column: column)
          guard failures.isEmpty else { return failures }
        }
        try world.settle()
        look(&courses, column: column)
        try pass(to: began + timeline.step * (column + 1)) {
          look(&courses, column: column)
        }
      }
    } catch {
      guard let place else { return [] }
      return [Failure("\(error)", at: place, time: world.elapsed)]
    }
    return failures(of: courses)
  }

  // MARK: - What happens

  private func act(
    _ acts: PlannedTimeline.Acts, with arguments: StepDefinition.Arguments, column: Int
  ) -> [Failure] {
    let (stage, definition) = (stage, acts.sentence.definition)
    func failure(_ message: String, _ details: [String] = []) -> [Failure] {
      [
        Failure(
          "\(acts.sentence.text): \(message)", at: acts.place(of: column), details: details,
          time: world.elapsed)
      ]
    }
    do {
      try world.perform(label, within: .zero) {
        _ = try await definition.run(stage.module, arguments)
      }
      return []
    } catch let stall as Stall {
      guard case .storyTimeLimit = stall.reason else { return failure("it does not end: \(stall)") }
      return failure(
        "the act takes story time, which none in a timeline may",
        ["It may start what takes time, in a Task, and has to end at once."])
    } catch let check as CheckFailure {
      return failure(check.message, check.details)
    } catch {
      return failure("the act failed: \(error)")
    }
  }

  /// Lets time pass up to an instant, and looks whenever something has happened before it.
  private func pass(to instant: Duration, look: () -> Void) throws {
    let last = instant - .nanoseconds(1)
    if last > world.elapsed {
      _ = try world.wait(upTo: last - world.elapsed) {
        look()
        return false
      }
    }
    try world.advance(by: instant - world.elapsed)
  }

  private func look(_ courses: inout [ObservedCourse], column: Int?) {
    for (index, observed) in timeline.observed.enumerated() {
      courses[index].add(show(observed), column: column, at: world.elapsed)
    }
  }

  private func show(_ observed: PlannedTimeline.Observed) -> ObservedCourse.Sample {
    let (stage, sentence) = (stage, observed.sentence)
    do {
      let shown = try world.perform(label, within: .zero) {
        try await sentence.definition.run(stage.module, sentence.arguments)
      }
      return .value(shown ?? .absent)
    } catch let stall as Stall {
      return .error("it has to wait, which an observation must not: \(stall)")
    } catch {
      return .error("\(error)")
    }
  }

  // MARK: - What is not as drawn

  private func failures(of courses: [ObservedCourse]) -> [Failure] {
    let drawings = zip(timeline.observed, courses).map { observed, course in
      TimelineDrawing(row: observed.row, course: course, timeline: timeline, began: began)
    }
    var others = zip(timeline.observed, drawings).filter { $1.firstDifference == nil }.map {
      $0.0.row
    }
    others = timeline.acts.map(\.row) + others
    var failures: [Failure] = []
    for (observed, drawing) in zip(timeline.observed, drawings) {
      guard let column = drawing.firstDifference else { continue }
      var failure = Failure(
        "\(observed.sentence.text): not as drawn", at: observed.place(of: column),
        // The rows that agree are shown once, beside the first that does not.
        details: drawing.lines(beside: failures.isEmpty ? others : []),
        time: began + timeline.step * column)
      failure.amendments = [drawing.amendment]
      failures.append(failure)
    }
    return failures
  }
}

extension PlannedTimeline.Acts {
  /// Where a column of the row stands.
  func place(of column: Int) -> Place { sentence.place.moved(to: row.range(of: column)) }
}

extension PlannedTimeline.Observed {
  /// Where a column of the row stands.
  func place(of column: Int) -> Place { sentence.place.moved(to: row.range(of: column)) }
}

extension Timeline.Row {
  /// Where a column stands; behind the last one where the row is shorter.
  fileprivate func range(of column: Int) -> SourceRange {
    if column < cells.count { return cells[column].range }
    let end = cells.last?.range.end ?? sentence.range.end
    return SourceRange(start: end, end: end)
  }
}

extension Place {
  /// Another place on the same line; the row's sentence where its marbles stand on another.
  fileprivate func moved(to range: SourceRange) -> Place {
    guard range.start.line == self.range.start.line else { return self }
    return Place(path: path, range: range, lineText: lineText)
  }
}
