import Foundation
import ScenarioKit
import Simulation
import Synchronization

/// The real world: the process's own main actor, real time and real sockets.
///
/// It is driven from a thread of its own, which waits while the app works. What a simulation knows,
/// it can only try out: it looks again every few milliseconds, and allows everything to be a little
/// late.
final class LiveWorld: World {
  /// How long work may take unless a limit is given.
  static let usualLimit: Duration = .seconds(30)

  private let limit: Duration
  let clock: StoryClock
  let tolerance: Duration = .seconds(1)
  let pendingInstants: [Duration] = []
  let escapes: [Escape] = []
  private(set) var trace = Trace()
  var onRest: (() -> Void)?
  private var isLooking = false
  private let began = ContinuousClock.now

  init(startingAt start: Date, limit: Duration) {
    self.limit = limit
    clock = .running(from: start)
  }

  /// To the millisecond: finer times say nothing here.
  var elapsed: Duration {
    let milliseconds = (ContinuousClock.now - began).nanoseconds / 1_000_000
    return .milliseconds(milliseconds)
  }

  func note(_ event: StoryEvent) {
    trace.append(.note(Trace.Note(event)), at: elapsed)
  }

  /// Gives the app the time that a person needs between two taps; nobody can know when the real
  /// world is at rest, and checks allow for that by ``tolerance``.
  func settle() {
    advance(by: .milliseconds(30))
    tellRest()
  }

  /// It may be anything but at rest: a look tells what a person would have seen.
  private func tellRest() {
    guard let onRest, !isLooking else { return }
    isLooking = true
    defer { isLooking = false }
    onRest()
  }

  func carryOut(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws {
    let (result, isDone) = (LiveResult(), DispatchSemaphore(value: 0))
    Task { @MainActor in
      do {
        result.set(.success(try await work()))
      } catch {
        result.set(.failure(error))
      }
      isDone.signal()
    }
    let seconds = Double(self.limit.components.seconds)
    guard isDone.wait(timeout: .now() + seconds) == .success, let result = result.value else {
      throw LiveStall(limit: self.limit)
    }
    return try result.get()
  }

  func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
  }

  func wait(upTo limit: Duration, until condition: () throws -> Bool) throws -> Simulation.Wait {
    let end = ContinuousClock.now + limit
    while true {
      tellRest()
      if try condition() { return .held }
      guard ContinuousClock.now < end else { return .timeOver }
      advance(by: .milliseconds(5))
    }
  }

  /// Only a simulation knows which tasks there are.
  func finish() -> [WorkLabel] { [] }
}

/// Work in the real world took too long.
private struct LiveStall: Standstill {
  let limit: Duration
  let needsTime = false

  var description: String {
    "it takes more than \(StoryTimeText.span(limit)) of real time"
  }
}

/// Holds the result of work until the thread that waits for it asks.
private final class LiveResult: Sendable {
  private let state = Mutex<Result<Void, any Error>?>(nil)

  var value: Result<Void, any Error>? { state.withLock { $0 } }

  func set(_ result: Result<Void, any Error>) { state.withLock { $0 = result } }
}
