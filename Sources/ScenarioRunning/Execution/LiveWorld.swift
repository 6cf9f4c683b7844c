import DisplayText
import Foundation
import ScenarioKit
import ScenarioReports
import Simulation
import Synchronization

/// The real world: the process's own main actor, real time and real sockets.
///
/// A dedicated thread drives it and blocks while the app works. It can't detect what a simulation
/// knows, so it polls every few milliseconds and tolerates small delays.
package class LiveWorld: World {
  /// Limits in real time.
  package struct Limits: Sendable {
    /// The duration of work.
    package var work: Duration = .seconds(30)

    /// The delay tolerated for events of the app.
    package var delay: Duration = .seconds(5)

    /// The additional delay while threads of the app run or wait for a disk, as on a busy machine.
    package var delayWhileBusy: Duration = .seconds(60)

    package init(
      work: Duration = .seconds(30), delay: Duration = .seconds(5),
      delayWhileBusy: Duration = .seconds(60)
    ) { (self.work, self.delay, self.delayWhileBusy) = (work, delay, delayWhileBusy) }
  }

  let limits: Limits
  package let clock: StoryClock
  package let pendingInstants: [Duration] = []
  package let violations: [SandboxViolation] = []
  package func callStack(ofViolation index: Int) -> CallStack? { nil }

  package var lastingTimers: [LastingTimer] { [] }
  package var trace: Trace { events.withLock { $0 } }
  private let events = Mutex(Trace())
  package var onRest: (() -> Void)?
  private var isLooking = false
  private let began = ContinuousClock.now

  package init(startingAt start: Date, limits: Limits) {
    (self.limits, clock) = (limits, StoryClock(start: start, realStart: .now))
  }

  /// The elapsed time in whole milliseconds, because finer times mean nothing here.
  package var elapsed: Duration {
    let milliseconds = (ContinuousClock.now - began).wholeNanoseconds / 1_000_000
    return .milliseconds(milliseconds)
  }

  package let isInRealTime = true

  package var othersAreBusy: Bool { ProcessThreads.othersAreBusy() }

  package func note(_ event: StoryEvent) { add(Trace.Note(event), at: elapsed) }

  /// Adds a note to a scenario that failed, if the app may have read the date by itself.
  package func noteUnreadClock(of scenario: PlannedScenario, in progress: ScenarioProgress) {
    guard scenario.clock != nil, !clock.isAsked, progress.hasFailed else { return }
    progress.note(
      Note(
        "nothing asked context.clock for the date of the story; in real time, Date() is the real one",
        at: scenario.location))
  }

  /// Adds an event to the trace, from any thread.
  func add(_ note: Trace.Note, at time: Duration) {
    events.withLock { $0.append(.note(note), at: time) }
  }

  /// Waits for 30 ms, the time that a person needs between two taps.
  ///
  /// It is impossible to detect that the real world is at rest. So a run waits for what the app
  /// showed in the simulation, and checks tolerate a delay.
  package func settle() {
    sleep(.milliseconds(30))
    reportRest()
  }

  /// Calls `onRest`, although the app may not be at rest: checks then see what a person would have
  /// seen.
  func reportRest() {
    guard let onRest, !isLooking else { return }
    isLooking = true
    defer { isLooking = false }
    onRest()
  }

  /// Runs work on the main actor, and waits for its end as long as this world's own limit permits.
  ///
  /// - Parameter limit: A limit in story time. It is ignored, because work that takes no story time
  ///   takes real time.
  package func run(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws {
    let result = Mutex<Result<Void, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task { @MainActor in
      do {
        try await work()
        result.withLock { $0 = .success(()) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isDone.signal()
    }
    let seconds = Double(limits.work.components.seconds)
    guard isDone.wait(timeout: .now() + seconds) == .success, let result = result.withLock(\.self)
    else { throw LiveStall(limit: limits.work) }
    return try result.get()
  }

  package func runAtOnce(
    _ label: WorkLabel, _ work: @escaping @MainActor @Sendable () throws -> Void
  ) throws { try run(label, within: .zero) { try work() } }

  package func advance(by duration: Duration) throws { sleep(duration) }

  func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
  }

  package func wait(upTo limit: Duration, until condition: () throws -> Bool) throws
    -> Simulation.Wait
  {
    let end = ContinuousClock.now + limit
    while true {
      reportRest()
      if try condition() { return .held }
      guard ContinuousClock.now < end else { return .timeOver }
      sleep(.milliseconds(5))
    }
  }

  package func waitTolerantly(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Simulation.Wait {
    var wait = try wait(upTo: limit + limits.delay, until: condition)
    let end = ContinuousClock.now + limits.delayWhileBusy
    while wait == .timeOver, ContinuousClock.now < end, othersAreBusy {
      wait = try self.wait(upTo: .seconds(1), until: condition)
    }
    return wait
  }

  /// Returns an empty list, because only a simulation records its tasks.
  package func finish() -> [WorkLabel] { [] }
}

/// An error for work that took too long in the real world.
private struct LiveStall: StallError {
  let limit: Duration
  let needsTime = false
  let places: [String] = []

  var words: [String] { ["it takes more than ", StoryTimeText.span(limit), " of real time"] }
}
