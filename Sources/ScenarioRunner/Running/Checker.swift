import ScenarioLanguage
import Simulation

/// Finds out whether a check holds, at once or as its time word says.
struct Checker {
  let world: any World
  let stage: Stage
  /// What tasks that the check starts are called.
  let label: String

  func check(_ step: PlannedStep) -> [Failure] {
    let began = world.elapsed
    do {
      try world.settle()
      guard let timing = step.timing else { return try lookTolerantly(at: step) }
      switch timing.kind {
      case .after:
        try world.advance(by: timing.duration)
        return try lookTolerantly(at: step)
      case .eventually, .within:
        return try wait(for: step, timing: timing)
      case .throughout:
        return try watch(step, timing: timing, since: began)
      case .never:
        return try watchForNone(of: step, timing: timing, since: began)
      }
    } catch let waiting as Waiting {
      return [waiting.failure]
    } catch {
      guard let place = step.sentences.first?.place else { return [] }
      return [failure("\(error)", at: place)]
    }
  }

  // MARK: - Time words

  private func wait(for step: PlannedStep, timing: Timing) throws -> [Failure] {
    var failures: [Failure] = []
    let wait = try world.wait(upTo: timing.duration) {
      failures = try look(at: step)
      return failures.isEmpty
    }
    let reason: String
    switch wait {
    case .held: return []
    case .timeOver: reason = "even after \(StoryTimeText.span(timing.duration))"
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
    let wait = try world.wait(upTo: timing.duration) {
      failures = try look(at: step)
      return !failures.isEmpty
    }
    guard wait == .held else {
      try passRest(of: timing, since: began)
      return []
    }
    let after = StoryTimeText.span(world.elapsed - began)
    return failures.map { failure in
      var failure = failure
      failure.message += ", \(after) later; it held until then"
      return failure.unamendable(because: "it held at first, and the value changed")
    }
  }

  private func watchForNone(
    of step: PlannedStep, timing: Timing, since began: Duration
  ) throws -> [Failure] {
    let wait = try world.wait(upTo: timing.duration) { try look(at: step).isEmpty }
    guard wait == .held, let sentence = step.sentences.first else {
      try passRest(of: timing, since: began)
      return []
    }
    let after = world.elapsed - began
    let moment = after == .zero ? "at once" : "after \(StoryTimeText.span(after))"
    return [failure("\"\(sentence.text)\" came to hold \(moment)", at: sentence.place)]
  }

  private func passRest(of timing: Timing, since began: Duration) throws {
    try world.advance(by: timing.duration - (world.elapsed - began))
  }

  /// What the scenario could have waited for had it waited longer.
  private var stillToHappen: [String] {
    guard let next = world.pendingInstants.first else { return [] }
    let left = next - world.elapsed
    return ["The next thing would have happened \(StoryTimeText.span(left)) later."]
  }

  // MARK: - One look

  /// A check that has to wait; it is not looked at again, for it would have to wait every time.
  private struct Waiting: Error {
    let failure: Failure
  }

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
  private func look(at step: PlannedStep) throws(Waiting) -> [Failure] {
    var failures: [Failure] = []
    for sentence in step.sentences { failures += try look(at: sentence) }
    return failures
  }

  private func look(at sentence: PlannedSentence) throws(Waiting) -> [Failure] {
    let stage = stage
    do {
      let shown = try world.perform(label, within: .zero) {
        try await sentence.definition.run(stage.module, sentence.arguments)
      }
      guard let expectation = sentence.expectation, let shown else { return [] }
      let differences = expectation.differences(from: shown)
      guard !differences.isEmpty else { return [] }
      return [
        failure("\(sentence.text): not as expected", differences: differences, at: sentence.place)
      ]
    } catch let check as CheckFailure {
      return [
        failure(
          check.message, details: check.details, differences: check.differences,
          at: sentence.place)
      ]
    } catch let stall as Stall {
      throw Waiting(failure: failure(words(for: stall), at: sentence.place))
    } catch {
      return [failure("the check failed: \(error)", at: sentence.place)]
    }
  }

  private func words(for stall: Stall) -> String {
    if case .storyTimeLimit = stall.reason {
      "no time may pass in a check, but this one waits"
    } else {
      "the check does not end: \(stall)"
    }
  }

  private func failure(
    _ message: String, details: [String] = [], differences: [Difference] = [], at place: Place
  ) -> Failure {
    Failure(
      message, at: place, details: details, differences: differences, time: world.elapsed)
  }
}
