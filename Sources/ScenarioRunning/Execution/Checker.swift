import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation

/// Evaluates a check, immediately or according to its time word.
///
/// A check fails if it throws a ``CheckFailure`` or finds a difference. Any other error is a
/// failure as well. Under `eventually` and `within`, an error counts only if it is still thrown at
/// the end, because a value that does not exist yet can't be read. Under `never within`, it counts
/// immediately; otherwise a check that can't be evaluated would seem to find nothing. For the same
/// reason, an observation has to show a value at least once. An evaluation that stalls ends every
/// check.
struct Checker {
  let world: any World
  let host: ModuleHost
  /// The label of tasks that the check starts.
  let label: WorkLabel
  let budget: StepBudget
  let progress: ScenarioProgress

  func check(_ step: PlannedStep) -> [Failure] {
    let began = world.elapsed
    do {
      try world.settle()
      guard let timing = step.timing else { return try evaluateTolerantly(step) }
      switch timing.kind {
      case .after:
        // In real time, what is due right after the moment may come before the check.
        let margin = world.isInRealTime ? min(timing.duration / 2, RealWorld.margin) : .zero
        try budget.advance(by: timing.duration - margin)
        let holdsBefore = try margin > .zero && evaluate(step).isEmpty
        if margin > .zero { try budget.advance(by: margin) }
        return holdsBefore ? [] : try evaluateTolerantly(step)
      case .eventually, .within: return try wait(for: step, timing: timing)
      case .throughout: return try watch(step, timing: timing, since: began)
      case .never: return try watchForNone(of: step, timing: timing, since: began)
      }
    } catch let inconclusive as InconclusiveCheck {
      return [inconclusive.failure]
    } catch {
      // Only a step whose sentences are defined runs.
      return [world.failure("\(error)", at: step.sentences[0].location)]
    }
  }

  // MARK: - Time words

  private func wait(for step: PlannedStep, timing: Timing) throws -> [Failure] {
    var failures: [Failure] = []
    let began = world.elapsed
    let wait = try budget.wait(upTo: timing.duration, tolerantly: true) {
      failures = try evaluate(step)
      return failures.isEmpty
    }
    let reason: Message
    switch wait {
    case .held: return []
    case .timeOver:
      // A value that depends only on the clock may be right by now.
      failures = try evaluate(step)
      // In real time, `eventually` ends earlier.
      reason = ", even after \(StoryTimeText.span(world.elapsed - began))"
    case .nothingLeft: reason = ", and the app has no pending work"
    }
    return failures.changed { failure in
      failure.nanoseconds = world.elapsed.wholeNanoseconds
      failure.messages[0] = "\(failure.messages[0])" + reason
      guard let next = world.pendingInstants.first else { return }
      failure.messages.append(
        "The next event was due \(StoryTimeText.span(next - world.elapsed)) later.")
    }
  }

  /// Checks that a step holds now and keeps holding.
  private func watch(_ step: PlannedStep, timing: Timing, since began: Duration) throws -> [Failure]
  {
    var failures = try evaluateTolerantly(step)
    guard failures.isEmpty else { return failures }
    let wait = try budget.wait(upTo: timing.duration) {
      failures = try evaluate(step)
      return !failures.isEmpty
    }
    if wait != .held {
      try passRest(of: timing, since: began)
      // In real time, it would be a later moment.
      if !world.isInRealTime { failures = try evaluate(step) }
    }
    let after = StoryTimeText.span(world.elapsed - began)
    return failures.changed { failure in
      failure.messages[0] = "\(failure.messages[0]), \(after) later; it held until then"
      failure = failure.withoutUpdate(because: "it held at first, but then the value changed")
    }
  }

  /// Checks that none of a step's checks holds at any moment, and that each observation shows a
  /// value at some moment.
  private func watchForNone(
    of step: PlannedStep, timing: Timing, since began: Duration
  ) throws -> [Failure] {
    var search = NeverSearch(step.sentences)
    let wait = try budget.wait(upTo: timing.duration) {
      try evaluate(&search)
      return !search.held.isEmpty || search.passed != nil
    }
    if wait != .held {
      try passRest(of: timing, since: began)
      if !world.isInRealTime { try evaluate(&search) }
    }
    let after = world.elapsed - began
    var moment: Message { after == .zero ? "at once" : "after \(StoryTimeText.span(after))" }
    guard search.held.isEmpty else {
      return search.held.map {
        world.failure("\"\($0.text)\" became true \(moment)", at: $0.location)
      }
    }
    if let (sentence, failure) = search.passed {
      return [
        world.failure(
          "\"\(sentence.text)\" was passed over " + moment + ": \(failure.messages[0])",
          details: [
            "Check under \"for \(StoryTimeText.span(timing.duration))\" that the number stays the same."
          ], at: sentence.location)
      ]
    }
    return search.unread.changed { failure in
      failure.messages[0] = "\(failure.messages[0]), so nothing was compared"
      failure.messages.append(
        "If it must stay missing, check that under \"for \(StoryTimeText.span(timing.duration))\".")
    }
  }

  private func evaluate(_ search: inout NeverSearch) throws(InconclusiveCheck) {
    search.held = []
    for (index, sentence) in search.sentences.enumerated() {
      search.add(try evaluate(sentence, isToHold: false), ofSentence: index)
    }
  }

  /// Lets the rest of the time pass.
  ///
  /// The check is then evaluated once more, because a value that depends only on the clock changes
  /// without an event.
  private func passRest(of timing: Timing, since began: Duration) throws {
    try budget.advance(by: max(.zero, timing.duration - (world.elapsed - began)))
  }

  // MARK: - Evaluation

  /// Evaluates a check now, and repeatedly while the world tolerates that it holds late.
  private func evaluateTolerantly(_ step: PlannedStep) throws -> [Failure] {
    var failures: [Failure] = []
    _ = try world.waitTolerantly(upTo: .zero) {
      failures = try evaluate(step)
      return failures.isEmpty
    }
    return failures
  }

  /// Returns the failures of a check's sentences at this moment.
  ///
  /// - Throws: ``InconclusiveCheck``.
  private func evaluate(_ step: PlannedStep) throws(InconclusiveCheck) -> [Failure] {
    var failures: [Failure] = []
    for sentence in step.sentences { failures += try evaluate(sentence, isToHold: true) }
    return failures
  }

  /// - Parameter isToHold: Whether the sentence is expected to hold. If not, an error makes the
  ///   check inconclusive, and so does a rule that is for other values.
  private func evaluate(_ sentence: PlannedSentence, isToHold: Bool) throws(InconclusiveCheck)
    -> [Failure]
  {
    do {
      let value = try world.value(
        of: sentence.definition, with: sentence.arguments, on: host, label)
      guard let expectation = sentence.expectation else { return [] }
      let differences = expectation.differences(from: value)
      if differences.isEmpty == isToHold {
        noteAbsentKeys(of: sentence, expectation, in: value, isNegated: !isToHold)
        if value == .absent || value == .list([]) { try noteAbsentPlace(of: sentence) }
      }
      guard !differences.isEmpty else { return [] }
      var failure = world.failure(
        "\(sentence.text): not as expected", differences: differences, at: sentence.location)
      if !differences.showAll(of: value) { failure.observed = value.outline }
      if !isToHold, !expectation.applies(to: value) { throw InconclusiveCheck(failure: failure) }
      return [failure]
    } catch let inconclusive as InconclusiveCheck {
      throw inconclusive
    } catch let check as CheckFailure {
      var failure = world.failure(check, at: sentence.location)
      (failure.isReportedByStep, failure.excess) = (true, check.excess)
      if failure.updates.isEmpty, sentence.arguments.values.contains(where: { $0 is any Numeric }) {
        failure.reasonAgainstUpdate = "the number is part of the step; edit it by hand"
      }
      return [failure]
    } catch let stall as any StallError {
      throw InconclusiveCheck(
        failure: world.failure(
          stall.messageForCheck, details: [Message](verbatim: stall.places),
          at: sentence.location))
    } catch {
      let failure = world.failure(
        "the check failed: \(ErrorText.describe(error))", at: sentence.location)
      if isToHold { return [failure] }
      throw InconclusiveCheck(failure: failure)
    }
  }
}

extension Checker {
  /// Adds a note for each key without which a check holds, although there is a similar one.
  private func noteAbsentKeys(
    of sentence: PlannedSentence, _ expected: ExpectedValue, in value: Value, isNegated: Bool
  ) {
    guard !sentence.openKeys.isEmpty else { return }
    var found = AbsentKeys()
    found.collect(expected, KnownKeys(of: value), isNegated: isNegated)
    for (range, absent) in found.keys.sorted(by: { $0.key.start < $1.key.start }) {
      guard let nearest = absent.nearest, sentence.openKeys.contains(range) else { continue }
      noteAbsence(of: absent.key, at: sentence.location.location(of: range), beside: nearest)
    }
  }

  /// Adds a note if a check is about a file or folder that is not there, although there is a
  /// similar one.
  private func noteAbsentPlace(of sentence: PlannedSentence) throws {
    guard let path = sentence.arguments.values.first as? StoredPath else { return }
    let similar = WorkResult<String>()
    try world.runAtOnce(label) { if let path = path.similar { similar.store(path) } }
    similar.content.map { noteAbsence(of: path.description, at: sentence.location, beside: $0) }
  }

  private func noteAbsence(of name: String, at location: Location, beside similar: String) {
    let text: Message =
      "this holds because there is no \(quoted: name); did you mean \(quoted: similar)"
    progress.noteOnce(Note(text, at: location))
  }
}

extension [Difference] {
  /// Whether the differences show the whole value, so that it need not be shown beside them.
  fileprivate func showAll(of value: Value) -> Bool {
    if contains(where: \.path.components.isEmpty) { return value.description.count <= 60 }
    return count { $0.path.components.count == 1 && $0.actual != nil } >= value.count
  }
}
