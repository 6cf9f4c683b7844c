import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import Simulation
import Synchronization

/// One run of a scenario: builds its module, takes its steps one by one, and looks at what is left
/// at the end.
struct ScenarioRun {
  let shared: Shared<PlannedScenario>
  let world: any World
  let record: ScenarioProgress

  /// The server of the scenario.
  let transport: FakeTransport

  /// What the module gets beside the doubles; `nil` in a simulation.
  let live: LiveSurroundings?

  /// How many events a step may wait through.
  let eventLimit: Int

  /// Whether what the app shows after each step is kept.
  let keepsShown: Bool

  private var scenario: PlannedScenario { shared.value }

  func run() {
    let stage: Stage
    do {
      stage = try buildStage()
    } catch {
      fail("the module \"\(scenario.module)\" can't be built: \(error)", at: scenario.place)
      return
    }
    let failures = misdeeds(sinceEscape: 0, at: scenario.place)
    guard failures.isEmpty else { return record.fail(failures, owner: nil) }
    let doubtfulKeys = DoubtfulKeys()
    let always = AlwaysWatch(
      scenario.always, world: world, stage: stage, doubtfulKeys: doubtfulKeys)
    var broken = always.takeFailuresBeforeSteps()
    if scenario.steps.isEmpty { record.fail(broken, owner: nil) }
    var loop = StepLoop(steps: scenario.steps)
    while let index = loop.next() {
      record.begin(step: index)
      let step = scenario.steps[index]
      // Those of the scenarios around it tell of their own.
      let doubts = step.owner == nil ? doubtfulKeys : DoubtfulKeys()
      var failures = broken
      broken = []
      let found = take(step, at: StepPosition(step: index), on: stage, doubts)
      if !found.isEmpty { failures += found.map { step.withPhrases($0) } }
      if always.hasFailures { failures += always.takeFailures(during: step) }
      record.fail(failures, owner: step.owner)
      record.end(
        step: index, failures.isEmpty ? .passed : .failed, at: world.elapsed,
        shown: keepsShown ? shown(on: stage) : [])
      loop.ended(passed: failures.isEmpty)
    }
    Activity.log?.runs(step: scenario.steps.count, line: scenario.place.range.start.line)
    always.stop()
    for note in doubtfulKeys.notes { record.note(note) }
    end(stage)
    if scenario.knownIssue != nil, !record.hasFailed { reportSolvedIssue() }
  }

  private func buildStage() throws -> Stage {
    let (shared, clock, transport, live) = (shared, world.clock, transport, live)
    let built = Mutex<Stage?>(nil)
    try world.carryOut("", within: nil) {
      let scenario = shared.value
      let context = ScenarioContext(
        clock: clock, locale: scenario.locale, timeZone: scenario.timeZone)
      context.set(transport)
      if let live { context.set(live) }
      let stage = Stage(
        context: context, transport: transport, module: try scenario.vocabulary.makeModule(context))
      built.withLock { $0 = stage }
    }
    guard let stage = built.withLock({ $0 }) else { throw NothingGiven() }
    return stage
  }

  // MARK: - Steps

  /// Takes a step, lets everything happen that is due then, and returns what is wrong.
  private func take(
    _ step: PlannedStep, at position: StepPosition, on stage: Stage, _ doubtfulKeys: DoubtfulKeys
  ) -> [Failure] {
    world.note(StoryEvent(.step, step.text))
    let escapesBefore = world.escapes.count
    let passage = Passage(world: world, eventLimit: eventLimit)
    var failures: [Failure]
    if let timeline = step.timeline {
      var run = TimelineRun(
        timeline, world: world, stage: stage, position: position, passage: passage)
      failures = run.run()
    } else if step.purpose == .check, step.sentences.first?.definition.role != .pause {
      let checker = Checker(
        world: world, stage: stage, label: WorkLabel(position), passage: passage,
        doubtfulKeys: doubtfulKeys)
      failures = checker.check(step)
    } else {
      failures = []
      for sentence in step.sentences {
        let found = act(sentence, label: WorkLabel(position), passage: passage, on: stage)
        if !found.isEmpty { failures += found }
      }
    }
    guard let sentence = step.sentences.first else { return failures }
    let misdeeds = misdeeds(sinceEscape: escapesBefore, at: sentence.place)
    guard !misdeeds.isEmpty else { return failures }
    // What the app shows after one is not what anybody wants it to show.
    return failures.map { $0.unamendable(because: misdeeds[0].message) } + misdeeds
  }

  /// What the app did that no story allows: a request without an answer, work outside story time.
  private func misdeeds(sinceEscape count: Int, at place: @autoclosure () -> Place) -> [Failure] {
    let escapes = world.escapes
    guard escapes.count > count || transport.hasUnexpected else { return [] }
    var requests = UnansweredRequests(to: transport)
    requests.takeIn(now: world.elapsed) { _ in place() }
    var failures = requests.failures
    var told: Set<Escape> = []
    for escape in escapes.dropFirst(count) where told.insert(escape).inserted {
      failures.append(failure(escape.description, at: place()))
    }
    return failures
  }

  private func act(
    _ sentence: PlannedSentence, label: WorkLabel, passage: Passage, on stage: Stage
  ) -> [Failure] {
    do {
      if let span = sentence.pause {
        try passage.advance(by: span)
        return []
      }
      try world.carryOut(label, within: nil) {
        _ = try await sentence.definition.run(stage.module, sentence.arguments)
      }
      try world.settle()
      return []
    } catch let standstill as any Standstill {
      return [failure("the step does not end: \(standstill)", at: sentence.place)]
    } catch let endless as Endless {
      return [failure("\(endless)", at: sentence.place)]
    } catch let check as CheckFailure {
      return [
        failure(
          check.message, details: check.details, differences: check.differences,
          at: sentence.place)
      ]
    } catch is FakeTransport.Unexpected {
      return []  // Told with all others that the app sent in this step.
    } catch {
      return [failure("the step failed: \(error)", at: sentence.place)]
    }
  }

  // MARK: - What is shown

  /// What the module's observations show at this moment; one that fails shows nothing.
  private func shown(on stage: Stage) -> [ShownValue] {
    scenario.vocabulary.observations.compactMap { observation in
      let arguments = StepDefinition.Arguments(values: [], data: nil)
      let value = try? world.perform("", within: .zero) {
        try await observation.run(stage.module, arguments)
      }
      return (value ?? nil).map { ShownValue(name: observation.expression, value: $0) }
    }
  }

  // MARK: - The end

  /// Lets the module go and reports what does not go with it.
  private func end(_ stage: Stage) {
    let escapesBefore = world.escapes.count
    do {
      try world.carryOut("", within: nil) { stage.clear() }
      let unfinished = try world.finish()
      var alive: [String] = []
      _ = try world.wait(upTo: world.tolerance) {
        alive = try namesOfThoseAlive(on: stage)
        return alive.isEmpty
      }
      guard !record.hasFailed else { return }
      noteLateRequests(to: transport)
      record.fail(
        misdeeds(sinceEscape: escapesBefore, at: scenario.place), owner: nil)
      reportUnfinished(unfinished.map { $0.value as? StepPosition })
      for name in alive {
        fail(
          "\(name) is still alive after the scenario: something keeps it, such as a retain cycle",
          at: scenario.place)
      }
      noteUnusedStubs(transport.unusedStubs)
    } catch {
      if !record.hasFailed { fail("the scenario does not end: \(error)", at: scenario.place) }
    }
  }

  private func namesOfThoseAlive(on stage: Stage) throws -> [String] {
    let found = Mutex<[String]>([])
    try world.carryOut("", within: nil) {
      let names = stage.context.stillAlive
      found.withLock { $0 = names }
    }
    return found.withLock { $0 }
  }

  /// Tells of tasks that never end, each sentence that started some once.
  private func reportUnfinished(_ positions: [StepPosition?]) {
    let reason =
      world.pendingInstants.first.map {
        "it sleeps until \(StoryTimeText.offset($0)), long after the scenario's end"
      } ?? "it waits for something that never comes"
    var told: Set<Place> = []
    for position in positions {
      let step = position.map { scenario.steps[$0.step] }
      let acts = position?.act.flatMap { step?.timeline?.acts[Int($0.row)] }
      let sentence = acts?.sentence ?? step?.sentences.first
      guard told.insert(sentence?.place ?? scenario.place).inserted else { continue }
      let work = sentence.map { "\"\($0.text)\"" } ?? "building the module"
      let place = position?.act.flatMap { acts?.place(of: Int($0.column)) } ?? sentence?.place
      record.fail(
        [
          failure(
            "a task that \(work) started never ends: \(reason)", at: place ?? scenario.place)
        ], owner: step?.owner)
    }
  }

  /// Tells of requests without an answer that the app sends when its scenario is over.
  ///
  /// They are no part of the story any more; those of a scenario with others nested in it may be
  /// part of theirs.
  private func noteLateRequests(to transport: FakeTransport) {
    var requests = UnansweredRequests(to: transport)
    requests.takeIn(now: world.elapsed) { _ in scenario.place }
    guard !scenario.hasNested else { return }
    for request in requests.failures {
      record.note(
        Note(
          place: request.place,
          message: "after the last step, at \(StoryTimeText.offset(request.time)), "
            + request.message))
    }
  }

  /// Tells of answers that the scenario itself set up and no request used.
  ///
  /// One with scenarios nested in it may have set them up for those.
  private func noteUnusedStubs(_ lines: [String]) {
    guard !scenario.hasNested, !lines.isEmpty else { return }
    for sentence in scenario.steps.flatMap(\.sentences) where scenario.wrote(sentence) {
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

  private func failure(
    _ message: String, details: [String] = [], differences: [Difference] = [], at place: Place
  ) -> Failure {
    Failure(
      message, at: place, details: details, differences: differences, time: world.elapsed)
  }
}

extension PlannedStep {
  /// A failure of the step with the phrases that led to it, from the one that has the sentence.
  fileprivate func withPhrases(_ failure: Failure) -> Failure {
    var failure = failure
    let phrases = sentences.first { $0.place == failure.place }?.phrases ?? []
    failure.details += phrases.reversed().map { phrase in
      "Said by \"\(phrase.text)\", on line \(phrase.place.range.start.line)"
    }
    return failure
  }
}
