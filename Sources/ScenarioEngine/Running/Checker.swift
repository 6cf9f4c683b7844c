import ScenarioKit
import ScenarioLanguage
import Simulation
import Synchronization

/// Finds out whether a check holds, at once or as its time word says.
///
/// A check does not hold where it says so, by a ``CheckFailure`` or a difference. Any other error
/// is a failure, too: under `eventually` and `within` only if it is still thrown in the end, for
/// what isn't there yet can't be looked at; under `never within` at once, or a check that can't
/// look would be taken for one that finds nothing. A look that stands still ends every check.
struct Checker {
  let world: any World
  let stage: Stage
  /// What tasks that the check starts are called.
  let label: WorkLabel
  let passage: Passage
  let doubtfulKeys: DoubtfulKeys

  func check(_ step: PlannedStep) -> [Failure] {
    let began = world.elapsed
    do {
      try world.settle()
      guard let timing = step.timing else { return try lookTolerantly(at: step) }
      switch timing.kind {
      case .after:
        try passage.advance(by: timing.duration)
        return try lookTolerantly(at: step)
      case .eventually, .within:
        return try wait(for: step, timing: timing)
      case .throughout:
        return try watch(step, timing: timing, since: began)
      case .never:
        return try watchForNone(of: step, timing: timing, since: began)
      }
    } catch let undecided as Undecided {
      return [undecided.failure]
    } catch {
      guard let place = step.sentences.first?.place else { return [] }
      return [failure("\(error)", at: place)]
    }
  }

  // MARK: - Time words

  private func wait(for step: PlannedStep, timing: Timing) throws -> [Failure] {
    var failures: [Failure] = []
    let wait = try passage.wait(upTo: timing.duration) {
      failures = try look(at: step)
      return failures.isEmpty
    }
    let reason: String
    switch wait {
    case .held: return []
    case .timeOver:
      // What the clock alone changes may hold by now.
      failures = try look(at: step)
      reason = "even after \(StoryTimeText.span(timing.duration))"
    case .nothingLeft: reason = "and nothing more will happen"
    }
    return failures.map { failure in
      var failure = failure
      failure.message += ", \(reason)"
      failure.time = world.elapsed
      failure.details += stillToHappen
      return failure
    }
  }

  /// It holds now and has to keep holding.
  private func watch(_ step: PlannedStep, timing: Timing, since began: Duration) throws -> [Failure]
  {
    var failures = try look(at: step)
    guard failures.isEmpty else { return failures }
    let wait = try passage.wait(upTo: timing.duration) {
      failures = try look(at: step)
      return !failures.isEmpty
    }
    if wait != .held {
      try passRest(of: timing, since: began)
      failures = try look(at: step)
    }
    let after = StoryTimeText.span(world.elapsed - began)
    return failures.map { failure in
      var failure = failure
      failure.message += ", \(after) later; it held until then"
      return failure.unamendable(because: "it held at first, and the value changed")
    }
  }

  /// Of several sentences none may come to hold, not even alone.
  private func watchForNone(
    of step: PlannedStep, timing: Timing, since began: Duration
  ) throws -> [Failure] {
    var held: [PlannedSentence] = []
    let wait = try passage.wait(upTo: timing.duration) {
      held = try sentencesThatHold(of: step)
      return !held.isEmpty
    }
    if wait != .held {
      try passRest(of: timing, since: began)
      held = try sentencesThatHold(of: step)
    }
    let after = world.elapsed - began
    let moment = after == .zero ? "at once" : "after \(StoryTimeText.span(after))"
    return held.map { failure("\"\($0.text)\" came to hold \(moment)", at: $0.place) }
  }

  private func sentencesThatHold(of step: PlannedStep) throws(Undecided) -> [PlannedSentence] {
    var held: [PlannedSentence] = []
    for sentence in step.sentences where try look(at: sentence, isToHold: false).isEmpty {
      held.append(sentence)
    }
    return held
  }

  /// Lets the rest of the time pass; at its end a check looks again, because what the clock alone
  /// changes changes although nothing happens.
  private func passRest(of timing: Timing, since began: Duration) throws {
    try passage.advance(by: max(.zero, timing.duration - (world.elapsed - began)))
  }

  /// What the scenario could have waited for had it waited longer.
  private var stillToHappen: [String] {
    guard let next = world.pendingInstants.first else { return [] }
    let left = next - world.elapsed
    return ["The next thing would have happened \(StoryTimeText.span(left)) later."]
  }

  // MARK: - One look

  /// Looks at this moment, and where the world may be late, again until it no longer may.
  private func lookTolerantly(at step: PlannedStep) throws -> [Failure] {
    var failures: [Failure] = []
    _ = try world.wait(upTo: world.tolerance) {
      failures = try look(at: step)
      return failures.isEmpty
    }
    return failures
  }

  /// Looks at this moment whether all sentences of a check hold.
  ///
  /// - Throws: ``Undecided``.
  private func look(at step: PlannedStep) throws(Undecided) -> [Failure] {
    var failures: [Failure] = []
    for sentence in step.sentences {
      let found = try look(at: sentence, isToHold: true)
      if !found.isEmpty { failures += found }
    }
    return failures
  }

  /// - Parameter isToHold: Whether the sentence is to hold. Where it is not, an error and a rule
  ///   that is for other values leave it undecided.
  private func look(at sentence: PlannedSentence, isToHold: Bool) throws(Undecided) -> [Failure] {
    let stage = stage
    do {
      // Not by way of `perform`, which would find out at run time what a value is, at every look.
      let shown = Mutex<Value?>(nil)
      try world.carryOut(label, within: .zero) {
        let value = try await sentence.definition.run(stage.module, sentence.arguments)
        shown.withLock { $0 = value }
      }
      guard let expectation = sentence.expectation else { return [] }
      let value = shown.withLock { $0 } ?? .absent
      let differences = expectation.differences(from: value)
      if differences.isEmpty == isToHold {
        doubtfulKeys.look(sentence, value, isTurnedRound: !isToHold)
      }
      guard !differences.isEmpty else { return [] }
      let failure = failure(
        "\(sentence.text): not as expected", differences: differences, at: sentence.place)
      guard isToHold || expectation.canJudge(value) else { throw Undecided(failure: failure) }
      return [failure]
    } catch let undecided as Undecided {
      throw undecided
    } catch let check as CheckFailure {
      var failure = failure(
        check.message, details: check.details, differences: check.differences, at: sentence.place)
      failure.isSaidByCheck = true
      return [failure]
    } catch let standstill as any Standstill {
      throw Undecided(failure: failure(standstill.wordsForLook, at: sentence.place))
    } catch {
      let failure = failure("the check failed: \(error)", at: sentence.place)
      if isToHold { return [failure] }
      throw Undecided(failure: failure)
    }
  }

  private func failure(
    _ message: String, details: [String] = [], differences: [Difference] = [], at place: Place
  ) -> Failure {
    Failure(
      message, at: place, details: details, differences: differences, time: world.elapsed)
  }
}
