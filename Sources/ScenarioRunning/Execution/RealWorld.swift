import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation
import Synchronization

/// The real world: the process's own main actor and real time, in which a story's times are a
/// schedule.
///
/// Answers come from the scenario's doubles, or over real connections from a ``source``. A dedicated
/// thread drives the world and blocks while the app works. It can't detect what a simulation knows,
/// so it polls every few milliseconds, and checks may hold late.
package final class RealWorld: World {
  /// Limits in real time.
  package struct Limits: Sendable {
    /// The duration of work.
    var work = Duration.seconds(30)

    /// The wait for the app's threads to rest after an act and before a check.
    var rest = Duration.milliseconds(30)

    /// The time by which a check may hold late, because threads and connections are slow.
    var delay = Duration.seconds(5)

    /// The additional delay while threads of the app run or wait for a disk, as on a busy machine.
    var delayWhileBusy = Duration.seconds(60)

    /// The time that a scenario may take.
    var scenario = Duration.seconds(86_400)

    /// The limits of a scenario whose answers come over connections.
    package static let ofConnections = Limits()

    /// The limits of a scenario whose doubles answer: what is late runs again.
    static var ofDoubles: Limits {
      let work = max(RealTime.longest, RealTime.eventually)
      return Limits(
        work: work, rest: work, delay: .milliseconds(100), delayWhileBusy: .zero,
        scenario: RealTime.longest)
    }
  }

  /// The time before a moment at which a check at the moment may hold instead.
  static let margin = Duration.milliseconds(10)

  /// The time after which what is due at a moment has happened.
  private static let grace = Duration.milliseconds(3)

  private static let pollInterval = Duration.milliseconds(2)

  let doubles: ScenarioDoubles
  package let clock: StoryClock
  package let source: (any AnswerSource)?
  private let limits: Limits
  private let schedule: StorySchedule
  private let events = Mutex(Trace())
  package var onRest: (() -> Void)?
  private var isObserved = false

  /// The time by which checks have held late since the last act or pause: it does not add up.
  private var tolerated = Duration.zero

  /// Whether the scenario has asked for more time than it may take.
  private(set) var needsMoreTime = false

  /// - Parameters:
  ///   - start: The date of the story; `nil` for the default one.
  ///   - source: The source of answers over connections; `nil` if the doubles answer.
  package init(
    startingAt start: Date?, _ doubles: ScenarioDoubles, limits: Limits,
    source: (any AnswerSource)? = nil
  ) {
    let schedule = StorySchedule()
    (self.schedule, self.doubles, self.limits, self.source) = (schedule, doubles, limits, source)
    clock = StoryClock(start: start ?? Simulation.defaultStart) { schedule.elapsed }
  }

  /// The world of a scenario whose doubles answer; `nil` if it runs in a simulation.
  static func ofDoubles(startingAt start: Date?) -> RealWorld? {
    RealTime.isOn ? RealWorld(startingAt: start, ScenarioDoubles(), limits: .ofDoubles) : nil
  }

  package let isInRealTime = true
  package let pendingInstants: [Duration] = []
  package let violations: [SandboxViolation] = []
  package let lastingTimers: [LastingTimer] = []
  package func callStack(ofViolation index: Int) -> CallStack? { nil }

  /// Returns an empty list, because only a simulation records its tasks.
  package func finish() -> [WorkLabel] { [] }

  package var trace: Trace { events.withLock { $0 } }

  package func note(_ event: StoryEvent) { note(Trace.Note(event)) }

  // MARK: - Work

  /// Runs work on the main actor, and waits for its end as long as this world's own limit permits.
  ///
  /// - Parameter limit: A limit in story time, which only acts do not have. It is ignored, because
  ///   work that takes no story time takes real time.
  package func run(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws {
    if limit == nil {
      tolerated = .zero
      schedule.beginAct()
    }
    defer { if limit == nil { schedule.stop() } }
    let failure = Mutex<(any Error)?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task { @MainActor in
      do { try await work() } catch { failure.withLock { $0 = error } }
      isDone.signal()
    }
    let seconds: Double = limits.work / .seconds(1)
    guard isDone.wait(timeout: .now() + seconds) == .success else {
      throw RealTimeStall(limit: limits.work)
    }
    if let failure = failure.withLock(\.self) { throw failure }
  }

  package func runAtOnce(
    _ label: WorkLabel, _ work: @escaping @MainActor @Sendable () throws -> Void
  ) throws { try run(label, within: .zero) { try work() } }

  /// Waits until no thread of the app runs.
  package func settle() {
    let end = ContinuousClock.now + limits.rest
    var quiet = 0
    while quiet < 3, ContinuousClock.now < end {
      quiet = ProcessThreads.othersAreBusyNow() ? 0 : quiet + 1
      if quiet < 3 { usleep(200) }
    }
    reportRest()
  }

  /// Calls `onRest`, although the app may not be at rest: checks then see what a person would have
  /// seen.
  private func reportRest() {
    guard let onRest, !isObserved else { return }
    isObserved = true
    defer { isObserved = false }
    onRest()
  }

  // MARK: - Time

  /// The story time.
  package var elapsed: Duration { schedule.elapsed }

  package func advance(by duration: Duration) throws { _ = try wait(upTo: duration) { false } }

  /// - Returns: ``Simulation/Wait/timeOver`` if the condition did not hold before the limit: what
  ///   holds only at a later look is not counted.
  package func wait(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Simulation.Wait {
    let end = elapsed + limit
    try check(end)
    return try poll(until: end, condition)
  }

  /// Throws an error if a moment is too late.
  private func check(_ end: Duration) throws {
    guard end > limits.scenario else { return }
    needsMoreTime = true
    throw TimeIsMissing()
  }

  /// Whether the app waits for the answer to a request.
  private var hasOpenRequests: Bool {
    var open: Set<Int> = []
    for event in trace.entries.compactMap({ ScenarioReport.Event($0, hasText: false) }) {
      guard let number = event.request else { continue }
      if event.kind == .request { open.insert(number) } else { open.remove(number) }
    }
    return !open.isEmpty
  }

  private func poll(until end: Duration, _ condition: () throws -> Bool) throws -> Simulation.Wait {
    tolerated = .zero
    let start = schedule.pass(to: end)
    defer { schedule.stop() }
    var hasLooked = false
    while true {
      reportRest()
      // Checks before may have taken all the time: a late look is better than none.
      if !hasLooked || ContinuousClock.now - start < end, try condition() { return .held }
      hasLooked = true
      let now = ContinuousClock.now - start
      guard now < end else { return .timeOver }
      sleep(min(Self.pollInterval, end - now))
    }
  }

  package func waitTolerantly(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Simulation.Wait {
    if limit > .zero {
      let end = elapsed + limit
      // An expected change usually comes soon.
      let soon = min(end, max(elapsed + RealTime.eventually, limits.scenario))
      if try poll(until: soon, condition) == .held { return .held }
      if soon < end, limit < Timing.eventuallyLimit || hasOpenRequests { try check(end) }
    }
    sleep(Self.grace)
    settle()
    let began = ContinuousClock.now
    let last = began + max(.zero, limits.delay - tolerated)
    defer { tolerated += ContinuousClock.now - began }
    while true {
      reportRest()
      if try condition() { return .held }
      let now = ContinuousClock.now
      guard now < last || now < last + limits.delayWhileBusy && ProcessThreads.othersAreBusy()
      else { return .timeOver }
      sleep(Self.pollInterval)
    }
  }

  private func sleep(_ time: Duration) { Thread.sleep(forTimeInterval: time / .seconds(1)) }
}

/// The surroundings of the code of the app while the doubles answer.
///
/// Other threads than the driver only read what never changes or what locks protect: the doubles,
/// the time and the trace.
extension RealWorld: RealTimeSurroundings, @unchecked Sendable {
  package var surroundings: any AnyObject & Sendable { doubles }

  /// Adds a line to the trace, from any thread.
  package func note(_ note: Trace.Note) { events.withLock { $0.append(.note(note), at: elapsed) } }
}

/// An error for work that took too long in the real world.
private struct RealTimeStall: StallError {
  let limit: Duration
  let needsTime = false
  let places: [String] = []

  var words: [String] { ["it takes more than ", StoryTimeText.span(limit), " of real time"] }
}

/// The error that ends a scenario for which there is not enough time.
private struct TimeIsMissing: Error {}
