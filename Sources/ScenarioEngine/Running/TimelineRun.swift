import ScenarioHTTP
import ScenarioKit
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
  private let position: StepPosition
  private let passage: Passage
  private let began: Duration
  private var requests: UnansweredRequests
  /// Where the act stands that was done last.
  private var lastAct: Place?

  /// - Parameter position: The timeline's step.
  init(
    _ timeline: PlannedTimeline, world: any World, stage: Stage, position: StepPosition,
    passage: Passage
  ) {
    self.timeline = timeline
    self.world = world
    self.stage = stage
    self.position = position
    self.passage = passage
    began = world.elapsed
    requests = UnansweredRequests(to: stage.transport)
  }

  /// Lets all of it happen, and says which requests have no answer and which rows are not as drawn.
  mutating func run() -> [Failure] {
    let failures = play()
    takeInRequests()
    // A request that nobody answers is why the rows below it are not as drawn.
    return requests.failures + failures
  }

  // MARK: - What happens

  private mutating func play() -> [Failure] {
    var courses = timeline.observed.map { _ in ObservedCourse() }
    do {
      try world.settle()
      try look(&courses, column: nil)
      for column in 0..<timeline.columns {
        for (row, acts) in timeline.acts.enumerated() {
          guard let arguments = acts.arguments[column] else { continue }
          takeInRequests()
          lastAct = acts.place(of: column)
          var position = position
          position.act = StepPosition.Act(row: Int32(row), column: Int32(column))
          let failures = act(acts, with: arguments, column: column, position: position)
          guard failures.isEmpty else { return failures }
        }
        try world.settle()
        try look(&courses, column: column)
        try pass(to: began + timeline.step * (column + 1)) {
          try look(&courses, column: column)
        }
      }
    } catch let undecided as Undecided {
      return [undecided.failure]
    } catch {
      guard let place = lastAct ?? timeline.sentences.first?.place else { return [] }
      return [Failure("\(error)", at: place, time: world.elapsed)]
    }
    return failures(of: courses)
  }

  private func act(
    _ acts: PlannedTimeline.Acts, with arguments: StepDefinition.Arguments, column: Int,
    position: StepPosition
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
      try world.carryOut(WorkLabel(position), within: .zero) {
        _ = try await definition.run(stage.module, arguments)
      }
      return []
    } catch let standstill as any Standstill {
      guard standstill.needsTime else { return failure("it does not end: \(standstill)") }
      return failure(
        "the act takes story time, which none in a timeline may",
        ["It may start what takes time, in a Task, and has to end at once."])
    } catch let check as CheckFailure {
      return failure(check.message, check.details)
    } catch is FakeTransport.Unexpected {
      return []  // Told with all others that the app sent in the timeline.
    } catch {
      return failure("the act failed: \(error)")
    }
  }

  /// Lets time pass up to an instant, and looks whenever something has happened before it.
  private func pass(to instant: Duration, look: () throws -> Void) throws {
    let last = instant - .nanoseconds(1)
    if last > world.elapsed {
      _ = try passage.wait(upTo: last - world.elapsed) {
        try look()
        return false
      }
    }
    try passage.advance(by: max(.zero, instant - world.elapsed))
  }

  private func look(_ courses: inout [ObservedCourse], column: Int?) throws(Undecided) {
    for (index, observed) in timeline.observed.enumerated() {
      courses[index].add(
        try show(observed, column: column ?? 0), column: column, at: world.elapsed)
    }
  }

  private func show(
    _ observed: PlannedTimeline.Observed, column: Int
  ) throws(Undecided) -> ObservedCourse.Sample {
    let (stage, sentence) = (stage, observed.sentence)
    do {
      let shown = try world.perform(WorkLabel(position), within: .zero) {
        try await sentence.definition.run(stage.module, sentence.arguments)
      }
      return .value(shown ?? .absent)
    } catch let standstill as any Standstill {
      // No error of the app's, so no "#" stands for it.
      throw Undecided(
        failure: Failure(
          "\(sentence.text): \(standstill.wordsForLook)", at: observed.place(of: column),
          time: world.elapsed))
    } catch {
      return .error("\(error)")
    }
  }

  // MARK: - Requests without an answer

  /// Takes in what was sent since the last act, which led to it unless its sender is known.
  private mutating func takeInRequests() {
    guard let first = timeline.sentences.first?.place else { return }
    requests.takeIn(now: world.elapsed) { unexpected in
      guard let sender = unexpected.sender?.value as? StepPosition else { return lastAct ?? first }
      guard sender.step == position.step, let act = sender.act else { return first }
      return timeline.acts[Int(act.row)].place(of: Int(act.column))
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
        "\(observed.sentence.text): \(drawing.words)", at: observed.place(of: column),
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
