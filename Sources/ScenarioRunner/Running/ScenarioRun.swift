import ScenarioLanguage
import Simulation

/// One run of a scenario: builds its module, takes its steps one by one, and looks at what is left
/// at the end.
struct ScenarioRun {
  let scenario: PlannedScenario
  let simulation: Simulation
  let record: ScenarioRecord

  func run() {
    let stage: Stage
    do {
      stage = try buildStage()
    } catch {
      fail("the module \"\(scenario.module)\" can't be built: \(error)", at: scenario.place)
      return
    }
    var loop = StepLoop(steps: scenario.steps)
    while let index = loop.next() {
      record.begin(step: index)
      let failures = take(scenario.steps[index], on: stage)
      record.fail(failures, owner: scenario.steps[index].owner)
      record.end(step: index, failures.isEmpty ? .passed : .failed)
      loop.ended(passed: failures.isEmpty)
    }
    end(stage)
    if scenario.knownIssue != nil, !record.hasFailed { reportSolvedIssue() }
  }

  private func buildStage() throws -> Stage {
    let (scenario, clock) = (scenario, simulation.clock)
    return try simulation.perform {
      let context = ScenarioContext(
        clock: clock, locale: scenario.locale, timeZone: scenario.timeZone)
      return Stage(context: context, module: try scenario.vocabulary.makeModule(context))
    }
  }

  // MARK: - Steps

  /// Takes a step, lets everything happen that is due then, and returns what is wrong.
  private func take(_ step: PlannedStep, on stage: Stage) -> [Failure] {
    simulation.note(step.text)
    let escapesBefore = simulation.escapes.count
    var failures: [Failure]
    if let timeline = step.timeline {
      failures = TimelineRun(timeline, simulation: simulation, stage: stage).run()
    } else if step.purpose == .check, step.sentences.first?.definition.role != .pause {
      failures = Checker(simulation: simulation, stage: stage).check(step)
    } else {
      failures = step.sentences.flatMap { act($0, on: stage) }
    }
    guard let place = step.sentences.first?.place else { return failures }
    for unexpected in stage.context.transport.takeUnexpected() {
      failures.append(failure(unexpected.message, details: unexpected.remedies, at: place))
    }
    var told: Set<Escape> = []
    for escape in simulation.escapes.dropFirst(escapesBefore) where told.insert(escape).inserted {
      failures.append(failure(escape.description, at: place))
    }
    return failures
  }

  private func act(_ sentence: PlannedSentence, on stage: Stage) -> [Failure] {
    do {
      if let span = sentence.pause {
        try simulation.advance(by: span)
        return []
      }
      try simulation.perform(sentence.text) {
        _ = try await sentence.definition.run(stage.module, sentence.arguments)
      }
      try simulation.settle()
      return []
    } catch let stall as Stall {
      return [failure("the step does not end: \(stall)", at: sentence.place)]
    } catch let check as CheckFailure {
      return [failure(check.message, details: check.details, at: sentence.place)]
    } catch {
      return [failure("the step failed: \(error)", at: sentence.place)]
    }
  }

  // MARK: - The end

  /// Lets the module go and reports what does not go with it.
  private func end(_ stage: Stage) {
    do {
      try simulation.perform { stage.clear() }
      let unfinished = try simulation.finish()
      let alive = try simulation.perform { stage.context.stillAlive }
      guard !record.hasFailed else { return }
      for label in unfinished { reportUnfinished(label) }
      for name in alive {
        fail(
          "\(name) is still alive after the scenario: something keeps it, such as a retain cycle",
          at: scenario.place)
      }
      noteUnusedStubs(stage.context.transport.unusedStubs)
    } catch {
      if !record.hasFailed { fail("the scenario does not end: \(error)", at: scenario.place) }
    }
  }

  private func reportUnfinished(_ label: String) {
    let step = scenario.steps.first { $0.sentences.contains { $0.text == label } }
    let place = step?.sentences.first { $0.text == label }?.place
    let reason =
      simulation.pendingInstants.first.map {
        "it sleeps until \(StoryTimeText.offset($0)), long after the scenario's end"
      } ?? "it waits for something that never comes"
    let work = label.isEmpty ? "building the module" : "\"\(label)\""
    record.fail(
      [failure("a task that \(work) started never ends: \(reason)", at: place ?? scenario.place)],
      owner: step?.owner)
  }

  /// Tells of answers that the scenario itself set up and no request used.
  ///
  /// One with scenarios nested in it may have set them up for those.
  private func noteUnusedStubs(_ lines: [String]) {
    guard !scenario.hasNested, !lines.isEmpty else { return }
    for sentence in scenario.steps.filter({ $0.owner == nil }).flatMap(\.sentences) {
      let line = sentence.arguments.values.compactMap { $0 as? String }.joined(separator: " ")
      if sentence.definition.role == .preparation, lines.contains(line) {
        record.note(
          Note(place: sentence.place, message: "no request used the answer for \(line)"))
      }
    }
  }

  private func reportSolvedIssue() {
    record.failAsSolved(
      failure(
        "the known issue \"\(scenario.knownIssue ?? "")\" is solved: the scenario passes",
        details: ["Take the line \"known issue\" away."], at: scenario.place))
  }

  // MARK: - Failures

  private func fail(_ message: String, details: [String] = [], at place: Place) {
    record.fail([failure(message, details: details, at: place)], owner: nil)
  }

  private func failure(_ message: String, details: [String] = [], at place: Place) -> Failure {
    Failure(message, at: place, details: details, time: simulation.elapsed)
  }
}

/// The module of a run and its context, on the simulation's main actor.
@MainActor
final class Stage {
  let context: ScenarioContext
  private var builtModule: (any Module)?

  /// There is no module where the run has let it go.
  struct IsCleared: Error {}

  init(context: ScenarioContext, module: any Module) {
    self.context = context
    builtModule = module
  }

  var module: any Module {
    get throws {
      guard let builtModule else { throw IsCleared() }
      return builtModule
    }
  }

  func clear() { builtModule = nil }
}
