import DisplayText
import Foundation
import ScenarioKit
import ScenarioRunning
import Simulation
import Synchronization

/// The real world: the process's own main actor, real time and real sockets.
///
/// A dedicated thread drives it and blocks while the app works. It can't detect what a simulation
/// knows, so it polls every few milliseconds and tolerates small delays.
final class LiveWorld: World {
  /// Limits in real time.
  struct Limits: Sendable {
    /// The duration of work.
    var work: Duration = .seconds(30)

    /// The delay tolerated for events of the app.
    var delay: Duration = .seconds(5)

    /// The additional delay while threads of the app run or wait for a disk, as on a busy machine.
    var delayWhileBusy: Duration = .seconds(60)
  }

  private let limits: Limits
  let clock: StoryClock
  let pendingInstants: [Duration] = []
  let violations: [SandboxViolation] = []
  func callStack(ofViolation index: Int) -> CallStack? { nil }

  var lastingTimers: [LastingTimer] { [] }
  private(set) var trace = Trace()
  var onRest: (() -> Void)?
  private var isLooking = false
  private let began = ContinuousClock.now

  init(startingAt start: Date, limits: Limits) {
    self.limits = limits
    clock = .running(from: start)
  }

  /// The elapsed time in whole milliseconds, because finer times mean nothing here.
  var elapsed: Duration {
    let milliseconds = (ContinuousClock.now - began).wholeNanoseconds / 1_000_000
    return .milliseconds(milliseconds)
  }

  var othersAreBusy: Bool { ProcessThreads.othersAreBusy() }

  func note(_ event: StoryEvent) {
    trace.append(.note(Trace.Note(event)), at: elapsed)
  }

  /// Waits for 30 ms, the time that a person needs between two taps.
  ///
  /// It is impossible to detect that the real world is at rest. So a run waits for what the app
  /// showed in the simulation, and checks tolerate a delay.
  func settle() {
    advance(by: .milliseconds(30))
    reportRest()
  }

  /// Calls `onRest`, although the app may not be at rest: checks then see what a person would have
  /// seen.
  private func reportRest() {
    guard let onRest, !isLooking else { return }
    isLooking = true
    defer { isLooking = false }
    onRest()
  }

  /// Runs work on the main actor, and waits for its end as long as this world's own limit permits.
  ///
  /// - Parameter limit: A limit in story time. It is ignored, because work that takes no story time
  ///   takes real time.
  func run(
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
    else {
      throw LiveStall(limit: limits.work)
    }
    return try result.get()
  }

  func runAtOnce(
    _ label: WorkLabel, _ work: @escaping @MainActor @Sendable () throws -> Void
  ) throws {
    try run(label, within: .zero) { try work() }
  }

  func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
  }

  func wait(upTo limit: Duration, until condition: () throws -> Bool) throws -> Simulation.Wait {
    let end = ContinuousClock.now + limit
    while true {
      reportRest()
      if try condition() { return .held }
      guard ContinuousClock.now < end else { return .timeOver }
      advance(by: .milliseconds(5))
    }
  }

  func waitTolerantly(
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
  func finish() -> [WorkLabel] { [] }
}

/// An error for work that took too long in the real world.
private struct LiveStall: StallError {
  let limit: Duration
  let needsTime = false

  var description: String {
    "it takes more than \(StoryTimeText.span(limit)) of real time"
  }
}
