import Synchronization

/// The story time of a scenario in the real world, which threads of the app read, too.
///
/// It passes only where the story lets it pass. Additional time of steps and checks does not count:
/// the schedule begins anew with each act, so that the work of the act is due at the time in the
/// story.
final class StorySchedule: Sendable {
  /// The time that an act may take without taking story time.
  private static let timeOfActs = Duration.milliseconds(100)

  private struct State {
    /// The moment at which story time would have been zero.
    var start = ContinuousClock.now
    /// The story time at which the current step is.
    var position = Duration.zero
    /// The story time up to which time passes now.
    var end = Duration.zero
    /// The time that may pass without counting.
    var slack = Duration.zero

    var elapsed: Duration {
      let now = min(end, ContinuousClock.now - start)
      return now - position > slack ? now : position
    }
  }

  private let state = Mutex(State())

  var elapsed: Duration { state.withLock { $0.elapsed } }

  /// Begins an act; one that waits takes story time.
  func beginAct() {
    state.withLock { state in
      state.start = max(state.start, ContinuousClock.now - state.position)
      (state.end, state.slack) = (.seconds(Int64.max), Self.timeOfActs)
    }
  }

  /// Lets time pass up to a story time, and returns the moment at which it would have been zero.
  func pass(to end: Duration) -> ContinuousClock.Instant {
    state.withLock { state in
      state.end = end
      return state.start
    }
  }

  /// Stops the time.
  func stop() {
    state.withLock { state in
      state.position = state.elapsed
      (state.end, state.slack) = (state.position, .zero)
    }
  }
}
