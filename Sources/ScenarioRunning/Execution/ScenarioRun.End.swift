import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation

// The end of a scenario's run, when nothing of the module may be left over.
extension ScenarioRun {
  /// Releases the module and reports objects and tasks that outlive it.
  func release(_ host: ModuleHost) {
    let violationsBefore = world.violations.count
    do {
      try world.runAtOnce("") { host.clear() }
      var unfinished = try world.finish()
      let alive = WorkResult<[String]>()
      _ = try world.waitTolerantly(upTo: .zero) {
        try world.runAtOnce("") { alive.store(host.context.stillAlive) }
        return alive.content?.isEmpty ?? true
      }
      // A story need not close its doubles. An object that an open double retains is still a leak.
      let open = doubles.all.filter { $0.isOpen }
      if !open.isEmpty {
        try world.run("", within: nil) { for double in open { double.end() } }
        unfinished = try world.finish()
      }
      if let issue = RecordedIssues.take() {
        progress.fail([world.failure(issue, at: scenario.location)], owner: nil)
      }
      guard !progress.hasFailed || progress.listsViolations else { return }
      noteLateCalls()
      progress.fail(
        forbiddenActions(sinceViolation: violationsBefore, at: scenario.location), owner: nil)
      guard !progress.hasFailed else { return }
      reportUnfinished(unfinished)
      for name in alive.content ?? [] {
        fail(
          "\(name) is still alive after the scenario: something retains it, such as a retain cycle")
      }
      noteLeftovers()
    } catch {
      let reason: Message = (error as? any StallError)?.message ?? "\(error)"
      if !progress.hasFailed { fail("the scenario does not end: \(reason)") }
    }
  }

  /// Reports timers and tasks that never end: one failure for each sentence that started some.
  private func reportUnfinished(_ labels: [WorkLabel]) {
    var reported: Set<Location> = []
    func fail(_ label: WorkLabel?, details: [Message] = [], _ message: (Message) -> Message) {
      let position = label?.value as? StepPosition
      let step = position.map { scenario.steps[$0.step] }
      let acts = position?.act.flatMap { step?.timeline?.acts[Int($0.row)] }
      let sentence = acts?.sentence ?? step?.sentences.first
      guard reported.insert(sentence?.location ?? scenario.location).inserted else { return }
      let work: Message = sentence.map { "\"\($0.text)\"" } ?? "building the module"
      let location =
        position?.act.flatMap { acts?.location(of: Int($0.column)) } ?? sentence?.location
      progress.fail(
        [world.failure(message(work), details: details, at: location ?? scenario.location)],
        owner: step?.owner)
    }
    for timer in world.lastingTimers {
      fail(timer.label, details: timer.details) {
        let end: Message =
          timer.interval == nil ? "is still due when the scenario ends" : "never ends"
        return "a timer that " + $0 + " set " + end + ": \(timer.reason)"
      }
    }
    var reason: Message {
      world.pendingInstants.first.map {
        "it sleeps until \(StoryTimeText.offset($0)), long after the scenario's end"
      } ?? "it waits for something that never comes"
    }
    for label in labels { fail(label) { "a task that " + $0 + " started never ends: \(reason)" } }
  }

  /// Adds notes about unexpected calls that the app makes after its scenario has ended.
  ///
  /// They are not part of the story. If the scenario has nested scenarios, the calls may be part of
  /// those and are not noted.
  private func noteLateCalls() {
    var calls = UnexpectedCalls(run: self)
    calls.add { _ in scenario.location }
    guard !scenario.hasNested else { return }
    for call in calls.failures { progress.note(late: call) }
  }

  /// Adds notes about parts of the scenario that the app made no use of.
  ///
  /// Other scenarios may use what they share with this one.
  private func noteLeftovers() {
    let leftovers = doubles.all.flatMap { $0.leftovers }
    guard !leftovers.isEmpty else { return }
    var seen: Set<SourceRange> = []
    for sentence in scenario.steps.flatMap(\.sentences) {
      guard let data = sentence.arguments.data as? any LocatedData, seen.insert(data.range).inserted
      else { continue }
      let count = scenario.sharedData.count(at: data.range)
      guard count != nil || scenario.wrote(sentence) else { continue }
      for leftover in leftovers where leftover.data == data.range {
        // The data of a phrase can be written where the phrase is used.
        let part = leftover.part ?? (sentence.phrases.isEmpty ? nil : data.range)
        let location = part.map(sentence.location.location) ?? sentence.location
        progress.note(Note(leftover.text, at: location), sharedBy: count)
      }
    }
  }

  private func fail(_ message: Message) {
    progress.fail([world.failure(message, at: scenario.location)], owner: nil)
  }
}

extension LastingTimer {
  /// When it fires, such as `Timer fires every 1 s`.
  fileprivate var reason: Message {
    let name =
      switch kind {
      case .loop: "Timer"
      case .source: "DispatchSourceTimer"
      case .after: "asyncAfter"
      }
    let (every, at) = (interval.map(StoryTimeText.span), StoryTimeText.offset(instant))
    return every.map { "\(name) fires every \($0)" } ?? "\(name) fires at \(at)"
  }

  /// The functions that set it, and what to do.
  fileprivate var details: [Message] {
    let remedy: Message =
      kind == .after
      ? "Cancel its DispatchWorkItem, or let its work end when its owner is gone."
      : "Call \(kind == .loop ? "invalidate()" : "cancel()") when the app no longer needs it, such as "
        + "in deinit, or in isolated deinit of a class on the main actor."
    let permission: Message? = callStack.place.map {
      "To let it continue, permit it in the module: lastingTimers = [\"\($0.function)\"]"
    }
    return [Message](verbatim: callStack.lines) + [remedy] + (permission.map { [$0] } ?? [])
  }
}

extension Location {
  /// Returns the location of a range in the data of the sentence here, with the line's text if the
  /// line is the same.
  func location(of range: SourceRange) -> Location {
    // A copy has the language of the story.
    var location = self
    location.range = range
    if range.start.line != self.range.start.line { location.lineText = "" }
    return location
  }
}
