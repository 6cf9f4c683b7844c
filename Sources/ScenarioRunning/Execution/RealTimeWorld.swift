import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation
import Synchronization

/// The real world, in which a story's times are a schedule.
///
/// The time of the story passes only where the story lets it pass. What steps and checks take in
/// addition does not count: the schedule begins anew with each act, so that what the act starts is
/// due when the story says. Checks tolerate ``tolerance``, because threads wake late.
package final class RealTimeWorld: LiveWorld {
  /// The time by which a check may hold late.
  package static let tolerance = Duration.milliseconds(100)

  /// The time before a moment at which a check at the moment may hold instead.
  static let margin = Duration.milliseconds(10)

  /// The time after which what is due at a moment has happened.
  private static let grace = Duration.milliseconds(3)

  private static let pollInterval = Duration.milliseconds(2)

  /// What threads of the app read: the moment at which story time would have been zero, and the
  /// story time at which the current step is.
  private let schedule = Mutex((start: ContinuousClock.now, position: Duration.zero))

  /// The time by which checks have held late since the last act or pause: it does not add up.
  private var tolerated = Duration.zero

  /// Whether the scenario has asked for more time than it may take.
  private(set) var needsMoreTime = false

  /// The story time.
  package override var elapsed: Duration { schedule.withLock { $0.position } }

  /// Runs an act, at its time in the schedule.
  package override func run(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws {
    guard limit == nil else { return try super.run(label, within: limit, work) }
    tolerated = .zero
    schedule.withLock { $0.start = max($0.start, .now - $0.position) }
    defer {
      // An act that waits takes story time.
      schedule.withLock { schedule in
        let end = ContinuousClock.now - schedule.start
        if end - schedule.position > Self.tolerance { schedule.position = end }
      }
    }
    try super.run(label, within: limit, work)
  }

  /// Waits until no thread of the app runs.
  package override func settle() {
    let end = ContinuousClock.now + limits.work
    var quiet = 0
    while quiet < 3, ContinuousClock.now < end {
      quiet = ProcessThreads.othersAreBusyNow() ? 0 : quiet + 1
      if quiet < 3 { usleep(200) }
    }
    reportRest()
  }

  package override func advance(by duration: Duration) throws {
    _ = try wait(upTo: duration) { false }
  }

  /// - Returns: ``Simulation/Wait/timeOver`` if the condition did not hold before the limit: what
  ///   holds only at a later look is not counted.
  package override func wait(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Simulation.Wait {
    let end = elapsed + limit
    try check(end)
    return try poll(until: end, condition)
  }

  /// Throws an error if a moment is too late.
  private func check(_ end: Duration) throws {
    guard end > RealTime.longest else { return }
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
    let start = schedule.withLock { $0.start }
    tolerated = .zero
    var hasLooked = false
    while true {
      reportRest()
      // Checks before may have taken all the time: a late look is better than none.
      if !hasLooked || ContinuousClock.now - start < end, try condition() {
        schedule.withLock { $0.position = min(end, max($0.position, .now - start)) }
        return .held
      }
      hasLooked = true
      let now = ContinuousClock.now - start
      guard now < end else { break }
      schedule.withLock { $0.position = max($0.position, now) }
      sleep(min(Self.pollInterval, end - now))
    }
    schedule.withLock { $0.position = end }
    return .timeOver
  }

  package override func waitTolerantly(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Simulation.Wait {
    // What is worth waiting for usually comes soon.
    let short = min(limit, max(RealTime.eventually, RealTime.longest - elapsed))
    if limit > .zero {
      let end = elapsed + limit
      if try poll(until: elapsed + short, condition) == .held { return .held }
      if short < limit, limit < Timing.eventuallyLimit || hasOpenRequests { try check(end) }
    }
    sleep(Self.grace)
    settle()
    let began = ContinuousClock.now
    let last = began + max(.zero, Self.tolerance - tolerated)
    defer { tolerated += ContinuousClock.now - began }
    while true {
      reportRest()
      if try condition() { return .held }
      guard ContinuousClock.now < last else { return .timeOver }
      sleep(Self.pollInterval)
    }
  }
}

/// The error that ends a scenario for which there is not enough time.
private struct TimeIsMissing: Error {}
