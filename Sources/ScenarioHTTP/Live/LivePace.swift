import Synchronization

/// The progress of a live run in its simulation.
///
/// The live server sends nothing earlier than the simulated one, measured in steps. On a busy
/// machine, an answer would otherwise arrive before the checks that the story has before it.
package final class LivePace: Sendable {
  /// The end of a step in the simulation.
  package struct StepEnd: Sendable {
    /// The time since the start of the scenario.
    let time: Duration

    /// The number of requests and messages that the server had received.
    let receivedCount: Int

    package init(time: Duration, receivedCount: Int) {
      self.time = time
      self.receivedCount = receivedCount
    }
  }

  private let steps: [StepEnd]

  /// The time up to which the server may send; `nil` if it may send everything.
  private let limit = Mutex<Duration?>(nil)

  /// - Parameter steps: The steps that ended in the simulation; empty if there was none.
  package init(_ steps: [StepEnd]) { self.steps = steps }

  /// Permits what the simulated server sent up to the end of a step.
  package func begin(step index: Int) {
    limit.withLock { $0 = steps.indices.contains(index) ? steps[index].time : nil }
  }

  /// Permits everything.
  package func end() { limit.withLock { $0 = nil } }

  fileprivate func permits(_ time: Duration) -> Bool {
    limit.withLock { $0.map { time <= $0 } ?? true }
  }

  /// Returns the start of the step in which the simulated server received a request; `nil` if it
  /// did not.
  fileprivate func start(ofRequest number: Int) -> Duration? {
    guard let index = steps.firstIndex(where: { $0.receivedCount >= number }) else { return nil }
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
