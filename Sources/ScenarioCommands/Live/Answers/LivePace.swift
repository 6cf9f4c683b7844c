import ScenarioRunning
import Synchronization

/// The progress of a live run in its simulation.
///
/// The live server sends nothing earlier than the simulated one, measured in steps. On a busy
/// machine, an answer would otherwise arrive before the checks that the story has before it.
final class LivePace: Sendable {
  private let steps: [StepEnd]

  /// The time up to which the server may send; `nil` if it may send everything.
  private let limit = Mutex<Duration?>(nil)

  /// - Parameter steps: The ends of the steps in the simulation; empty if there was none.
  init(_ steps: [StepEnd]) { self.steps = Array(steps.prefix { $0.outcome != .notRun }) }

  /// Permits what the simulated server sent up to the end of a step.
  func begin(step index: Int) {
    limit.withLock { $0 = steps.indices.contains(index) ? steps[index].time : nil }
  }

  /// Permits everything.
  func end() { limit.withLock { $0 = nil } }

  func permits(_ time: Duration) -> Bool { limit.withLock { $0.map { time <= $0 } ?? true } }

  /// Returns the start of the step in which the simulated server received a request; `nil` if it
  /// did not.
  fileprivate func start(ofRequest number: Int) -> Duration? {
    guard let index = steps.firstIndex(where: { $0.progress >= number }) else { return nil }
    return index == 0 ? .zero : steps[index - 1].time
  }
}

/// The delays of the answer to one live request.
final class LiveTimer: Sendable {
  private let pace: LivePace

  /// The earliest time at which the simulated server can have been here.
  private let time: Mutex<Duration?>

  init(_ pace: LivePace, request number: Int) {
    self.pace = pace
    time = Mutex(pace.start(ofRequest: number))
  }

  /// Waits for a delay in real time, and until the run has come as far as the simulation had then.
  func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
    let time = time.withLock { time in
      time = time.map { $0 + duration }
      return time
    }
    guard let time else { return }
    while !pace.permits(time) { try await Task.sleep(for: .milliseconds(5)) }
  }
}
