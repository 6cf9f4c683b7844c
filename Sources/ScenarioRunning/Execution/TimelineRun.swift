import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation

/// Runs a timeline: performs its acts column by column, and records what the app shows.
///
/// At a column's instant, due events come first, then the acts in the order of their rows. The
/// observations are evaluated when everything has settled, and again after each event up to the
/// next column.
struct TimelineRun {
  let timeline: PlannedTimeline
  let world: any World
  let host: ModuleHost
  /// The position of the timeline's step.
  let position: StepPosition
  let budget: StepBudget
  let began: Duration
  private(set) var calls: UnexpectedCalls
  /// The location of the last act.
  private(set) var lastAct: Location?

  /// Runs the timeline, and returns failures for requests without an answer and for rows that
  /// differ from the drawing.
  mutating func run() -> [Failure] {
    let failures = play()
    addCalls()
    // An unexpected call explains why later rows differ from the drawing.
    return calls.failures + failures
  }

  // MARK: - Acts and observations

  private mutating func play() -> [Failure] {
    var changes = timeline.observed.map { _ in ObservedChanges() }
    do {
      try world.settle()
      try sample(&changes, column: nil)
      for column in 0..<timeline.columns {
        for (row, acts) in timeline.acts.enumerated() {
          guard let arguments = acts.arguments[column] else { continue }
          addCalls()
          lastAct = acts.location(of: column)
          var position = position
          position.act = StepPosition.Act(row: Int32(row), column: Int32(column))
          let failures = act(acts, with: arguments, column: column, position: position)
          guard failures.isEmpty else { return failures }
        }
        try world.settle()
        try sample(&changes, column: column)
        try pass(to: began + timeline.step * (column + 1)) { try sample(&changes, column: column) }
      }
    } catch let inconclusive as InconclusiveCheck {
      return [inconclusive.failure]
    } catch {
      guard let location = lastAct ?? timeline.sentences.first?.location else { return [] }
      return [world.failure("\(ErrorText.describe(error))", at: location)]
    }
    return failures(of: changes)
  }

  private func act(
    _ acts: PlannedTimeline.Row, with arguments: StepDefinition.Arguments, column: Int,
    position: StepPosition
  ) -> [Failure] {
    let (host, definition) = (host, acts.sentence.definition)
    func failure(_ message: Message, _ details: [Message] = []) -> [Failure] {
      [
        world.failure(
          "\(acts.sentence.text): \(message)", details: details, at: acts.location(of: column))
      ]
    }
    let words = acts.sentence.text
    // The mark of an act without a value only shows when it happens.
    let hasValue = definition.takesData || !acts.sentence.arguments.values.isEmpty
    let mark = hasValue ? acts.row.cells[column].valueName : nil
    world.note(StoryEvent(.act, mark.map { "\(words): \($0)" } ?? words))
    do {
      try world.run(WorkLabel(position), within: .zero) {
        _ = try await definition.run(host.module, host.context, arguments)
      }
      if let issue = RecordedIssues.take() { throw issue }
      return []
    } catch let stall as any StallError {
      guard stall.needsTime else {
        return failure("it does not end: \(stall.message)", [Message](verbatim: stall.places))
      }
      return failure(
        "the act takes story time, but acts in a timeline must end immediately",
        ["Start longer work in a Task, so that the act itself ends immediately."])
    } catch is any ReportedError {
      return []  // Reported with all other calls of the timeline.
    } catch {
      guard let check = RecordedIssues.take() ?? error as? CheckFailure else {
        return failure("the act failed: \(ErrorText.describe(error))")
      }
      return failure(check.messages[0], Array(check.messages.dropFirst()))
    }
  }

  /// Lets time pass up to an instant, and evaluates the observations after each event before it.
  private func pass(to instant: Duration, sample: () throws -> Void) throws {
    let last = instant - .nanoseconds(1)
    if last > world.elapsed {
      _ = try budget.wait(upTo: last - world.elapsed) {
        try sample()
        return false
      }
    }
    try budget.advance(by: max(.zero, instant - world.elapsed))
  }

  private func sample(_ changes: inout [ObservedChanges], column: Int?) throws(InconclusiveCheck) {
    for (index, observed) in timeline.observed.enumerated() {
      let sample = try show(observed, column: column ?? 0)
      if case .value(let value) = sample, changes[index].last != sample {
        let sentence = observed.sentence
        let name =
          sentence.arguments.values.isEmpty ? sentence.definition.expression : sentence.text
        world.note(StoryEvent(.shown(name: name, value: value), "\(sentence.text): \(value)"))
      }
      changes[index].add(sample, column: column)
    }
  }

  private func show(
    _ observed: PlannedTimeline.Row, column: Int
  ) throws(InconclusiveCheck) -> ObservedChanges.Sample {
    let sentence = observed.sentence
    do {
      return .value(
        try world.value(
          of: sentence.definition, with: sentence.arguments, on: host, WorkLabel(position)))
    } catch let stall as any StallError {
      // A stall is not an error of the app, so "#" does not represent it.
      throw InconclusiveCheck(
        failure: world.failure(
          "\(sentence.text): \(stall.messageForCheck)", at: observed.location(of: column)))
    } catch {
      return .error(ErrorText.describe(error))
    }
  }

  // MARK: - Unexpected calls

  /// Records the unexpected calls since the last act, which is their cause unless their sender is
  /// known.
  private mutating func addCalls() {
    guard let first = timeline.sentences.first?.location else { return }
    calls.add { unexpected in
      guard let sender = unexpected.caller?.value as? StepPosition else { return lastAct ?? first }
      guard sender.step == position.step, let act = sender.act else { return first }
      return timeline.acts[Int(act.row)].location(of: Int(act.column))
    }
  }

  // MARK: - Differences

  private func failures(of changes: [ObservedChanges]) -> [Failure] {
    let drawings = zip(timeline.observed, changes).map { observed, changes in
      TimelineDrawing(row: observed.row, changes: changes, timeline: timeline, began: began)
    }
    let others =
      timeline.acts.map(\.row)
      + zip(timeline.observed, drawings).filter { $1.firstDifference == nil }.map(\.0.row)
    var failures: [Failure] = []
    for (observed, drawing) in zip(timeline.observed, drawings) {
      guard let column = drawing.firstDifference else { continue }
      var failure = Failure(
        "\(observed.sentence.text): \(drawing.words)", at: observed.location(of: column),
        // Rows without differences are shown once, with the first row that differs.
        details: [Message](verbatim: drawing.lines(beside: failures.isEmpty ? others : [])),
        time: began + timeline.step * column)
      failure.updates = [drawing.update]
      failures.append(failure)
    }
    return failures
  }
}

extension PlannedTimeline.Row {
  /// Returns the location of a column in the row, or of the row's end if it is shorter; that of the
  /// sentence if the marbles are on another line.
  func location(of column: Int) -> Location {
    let (cells, location) = (row.cells, sentence.location)
    let end = cells.last?.range.end ?? row.sentence.range.end
    let range = column < cells.count ? cells[column].range : SourceRange(start: end, end: end)
    return range.start.line == location.range.start.line ? location.location(of: range) : location
  }
}
