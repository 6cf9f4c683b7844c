import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation
import Synchronization

/// One run of a scenario: builds its module, runs its steps one by one, and releases it.
struct ScenarioRun {
  let world: any World
  let progress: ScenarioProgress

  /// The doubles of the scenario.
  let doubles: ScenarioDoubles

  /// The number of events that a step may wait through.
  let eventLimit: Int

  /// Whether the values that the app shows after each step are kept.
  var keepsShown: Bool { progress.contents.contains(.shownValues) }

  var scenario: PlannedScenario { progress.scenario }

  func run() {
    // An earlier scenario in this process may have left some.
    _ = (RecordedIssues.take(), RecordedIssues.takeWarnings())
    let host: ModuleHost
    do {
      host = try buildHost()
      if let issue = RecordedIssues.take() { throw issue }
    } catch {
      let failure = world.failure(
        """
        the module "\(scenario.module)" can't be built: \
        \(ErrorText.describe(RecordedIssues.take() ?? error))
        """, at: scenario.location)
      return progress.fail([failure], owner: nil)
    }
    let failures = forbiddenActions(sinceViolation: 0, at: scenario.location)
    guard failures.isEmpty else { return progress.fail(failures, owner: nil) }
    let always = AlwaysWatch(self, on: host)
    var broken = always.takeFailures("Failed before the first step")
    if scenario.steps.isEmpty { progress.fail(broken, owner: nil) }
    var loop = StepLoop(steps: scenario.steps)
    let goesOn = world.source?.recordingWait != nil || progress.listsViolations
    while let index = loop.next() {
      let step = scenario.steps[index]
      Activity.log?.runs(
        step: index, line: (step.sentences.first?.location ?? scenario.location).range.start.line)
      if step.purpose != .check { awaitRecordedAnswers() }
      world.source?.begin(step: index)
      var failures = broken
      broken = []
      track(on: host)
      let found = perform(step, at: StepPosition(step: index), on: host)
      if found.isEmpty { awaitSimulatedOutcome(ofStep: index, on: host) }
      if !found.isEmpty { failures += found.map { step.withPhrases($0) } }
      if always.hasFailures {
        failures += always.takeFailures("Failed during the step: \(step.text)")
      }
      progress.fail(failures, owner: step.owner)
      var end = StepEnd(outcome: failures.isEmpty ? .passed : .failed, time: world.elapsed)
      if keepsShown { end.shown = shown(on: host, after: index) }
      if progress.contents.contains(.comparedValues) { end.compared = compared(by: step, on: host) }
      if keepsShown { end.progress = progressOfDoubles }
      progress.end(step: index, end)
      // A recording goes on after a check that fails, because the real server answers otherwise.
      // So does a list of violations, because the app may have been refused something.
      loop.ended(passed: failures.isEmpty || goesOn && step.purpose == .check)
    }
    world.source?.begin(step: scenario.steps.count)
    awaitRecordedAnswers()
    Activity.log?.runs(step: scenario.steps.count, line: scenario.location.range.start.line)
    noteLateFailures(of: always)
    always.stop()
    release(host)
    guard let issue = scenario.knownIssue, !progress.hasFailed else { return }
    progress.failAsSolved(
      world.failure(
        "the known issue \"\(issue.reason.string)\" is solved: the scenario passes",
        details: ["Remove the line \"known issue\"."], at: scenario.location))
  }

  /// The longest story time for which `always` is still checked after the last step: 1 hour.
  private static let lateTime = Duration.seconds(3600)

  /// Adds notes about checks in `always` that fail after the last step, in what it left pending.
  ///
  /// Nested scenarios continue there, so they check it.
  private func noteLateFailures(of always: AlwaysWatch) {
    let end = world.elapsed + Self.lateTime
    guard always.isWatching, !progress.hasFailed, !scenario.hasNested,
      let last = world.pendingInstants.last(where: { $0 <= end })
    else { return }
    // Work that never comes to rest is reported when the module is released.
    try? StepBudget(world: world, eventLimit: eventLimit).advance(by: last - world.elapsed)
    for failure in always.takeFailures() { progress.note(late: failure) }
  }

  private func buildHost() throws -> ModuleHost {
    let (progress, clock, doubles, source) = (progress, world.clock, doubles, world.source)
    let built = WorkResult<ModuleHost>()
    try world.run("", within: nil) {
      let scenario = progress.scenario
      let context = ScenarioContext(
        clock: clock, locale: scenario.locale, timeZone: scenario.timeZone, doubles: doubles)
      source?.prepare(context)
      // Many apps read what they have stored when they are created.
      for step in scenario.steps.prefix(while: { $0.isPreparation }) {
        for sentence in step.sentences where sentence.definition.storesData {
          if let data = sentence.arguments.data as? any StoredData { context.storeEarly(data) }
        }
      }
      built.store(ModuleHost(context: context, module: try scenario.vocabulary.makeModule(context)))
    }
    // The result is stored whenever the work ends without an error.
    guard let host = built.content else { throw NothingBuilt() }
    return host
  }

  // MARK: - Steps

  /// Runs a step with everything that is due then, and returns the failures.
  private func perform(
    _ step: PlannedStep, at position: StepPosition, on host: ModuleHost
  ) -> [Failure] {
    world.note(StoryEvent(.step, step.text))
    let violationsBefore = world.violations.count
    let budget = StepBudget(world: world, eventLimit: eventLimit)
    var failures: [Failure]
    if let timeline = step.timeline {
      var run = TimelineRun(
        timeline: timeline, world: world, host: host, position: position, budget: budget,
        began: world.elapsed, calls: UnexpectedCalls(run: self))
      failures = run.run()
    } else if step.purpose == .check, step.sentences.first?.definition.role != .pause {
      let checker = Checker(
        world: world, host: host, label: WorkLabel(position), budget: budget, progress: progress)
      failures = checker.check(step)
      if !failures.isEmpty {
        failures[failures.count - 1].messages += advice(for: failures, of: step)
      }
    } else {
      failures = act(step.sentences, label: WorkLabel(position), budget: budget, on: host)
    }
    guard let sentence = step.sentences.first else { return failures }
    if let issue = RecordedIssues.take() { failures += self.failures(for: issue, in: sentence) }
    for warning in RecordedIssues.takeWarnings() {
      progress.note(Note("a warning was recorded: \(warning)", at: sentence.location))
    }
    let violations = forbiddenActions(sinceViolation: violationsBefore, at: sentence.location)
    guard !violations.isEmpty else { return failures }
    // After a violation, the app's output is not a valid expected value.
    return failures.map { $0.withoutUpdate(because: violations[0].message) } + violations
  }

  /// The number of calls that all doubles have received.
  var progressOfDoubles: Int { doubles.all.reduce(0) { $0 + $1.progress } }

  /// Carries out the acts of a step, usually one.
  ///
  /// Several acts happen at one moment: nothing else runs between them, unless an act waits.
  private func act(
    _ sentences: [PlannedSentence], label: WorkLabel, budget: StepBudget, on host: ModuleHost
  ) -> [Failure] {
    // Only a step with several acts needs to know which one fails.
    let current = sentences.count > 1 ? CurrentAct() : nil
    do {
      if let span = sentences.first?.pause {
        let end = world.elapsed + span
        if progress.contents.contains(.pauseValues) { try recordValues(upTo: span, budget, host) }
        try budget.advance(by: end - world.elapsed)
        return []
      }
      try world.run(label, within: nil) {
        for (index, sentence) in sentences.enumerated() {
          if index > 0 { current?.index.withLock { $0 = index } }
          _ = try await sentence.definition.run(host.module, host.context, sentence.arguments)
        }
      }
      try world.settle()
      return []
    } catch {
      return failures(
        for: RecordedIssues.take() ?? error, in: sentences[current?.index.withLock { $0 } ?? 0])
    }
  }

  /// Records each value that the app shows during a pause, until just before its end.
  private func recordValues(upTo span: Duration, _ budget: StepBudget, _ host: ModuleHost) throws {
    var last: [String: ShownValue] = [:]
    _ = try budget.wait(upTo: span - .nanoseconds(1)) {
      for shown in shown(on: host, after: 0)
      where last.updateValue(shown, forKey: shown.name) != shown {
        let value = shown.value.value
        world.note(StoryEvent(.shown(name: shown.name, value: value), "\(shown.name): \(value)"))
      }
      return false
    }
  }

  private func failures(for error: any Error, in sentence: PlannedSentence) -> [Failure] {
    switch error {
    case let stall as any StallError:
      return [
        world.failure(
          "the step does not end: \(stall.message)", details: [Message](verbatim: stall.places),
          at: sentence.location)
      ]
    case let exceeded as StepBudgetExceeded:
      return [world.failure(exceeded.message, at: sentence.location)]
    case let check as CheckFailure:
      var failure = world.failure(check, at: sentence.location)
      failure.isReportedByStep = true
      failure.isRefusal = true
      return [failure]
    case is any ReportedError: return []  // Reported with all other calls of this step.
    default:
      var failure = world.failure(
        "the step failed: \(ErrorText.describe(error))", at: sentence.location)
      failure.isRefusal = true
      return [failure]
    }
  }

  // MARK: - Shown values

  /// Reads the tracked observations, so that they learn which changes the next step announces.
  ///
  /// One that fails now fails again in the check that asks for it.
  private func track(on host: ModuleHost) {
    for observation in scenario.vocabulary.observations where observation.isTracked {
      _ = try? world.value(of: observation, on: host, "")
    }
  }

  /// Returns the current values of the module's observations, without those that fail.
  ///
  /// No step asks for them, so the app may not be ready for them yet, and they may end the process.
  func shown(on host: ModuleHost, after step: Int) -> [ShownValue] {
    let log = Activity.log
    if let log, step < log.firstObservedStep { return [] }
    log?.observes(after: step)
    defer { log?.observes(after: nil) }
    return scenario.vocabulary.observations.compactMap { observation in
      (try? world.value(of: observation, on: host, "")).map {
        ShownValue(name: observation.expression, value: $0)
      }
    }
  }

  /// Returns the values that a step compared, apart from those of ``shown(on:after:)``.
  private func compared(by step: PlannedStep, on host: ModuleHost) -> [ShownValue] {
    step.sentences.compactMap { sentence in
      let definition = sentence.definition
      guard sentence.expectation != nil,
        !scenario.vocabulary.observations.contains(where: { $0 === definition })
      else { return nil }
      return (try? world.value(of: definition, with: sentence.arguments, on: host, "")).map {
        ShownValue(name: definition.expression, value: $0)
      }
    }
  }
}

/// The index of the act that is carried out.
private final class CurrentAct: Sendable { let index = Mutex(0) }

/// The error for work that ended without a module, which no world permits.
private struct NothingBuilt: Error {}

extension PlannedStep {
  /// Whether the step only prepares what the app finds.
  fileprivate var isPreparation: Bool {
    timeline == nil && sentences.allSatisfy { $0.definition.role == .preparation }
  }

  /// Returns the failure with the phrases that led to it, innermost first.
  fileprivate func withPhrases(_ failure: Failure) -> Failure {
    var failure = failure
    let phrases = sentences.first { $0.location == failure.location }?.phrases ?? []
    failure.messages += phrases.reversed().map { phrase in
      "From the phrase \"\(phrase.text)\", on line \(phrase.location.range.start.line)"
    }
    return failure
  }
}
