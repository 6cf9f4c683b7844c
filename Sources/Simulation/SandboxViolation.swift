import CSimulation
import DisplayText

/// An action of code in a simulation that leaves story time.
///
/// Outside story time, the order of events is not deterministic.
public enum SandboxViolation: Sendable, Hashable, CustomStringConvertible {
  /// The code handed work to a run loop other than the main one, or observed a run loop.
  case runLoop

  /// The code set a timer of the system, or one of a run loop other than the main one.
  case timer

  /// The code created a Dispatch source that monitors the system.
  case eventSource

  /// The code started a thread.
  case thread

  /// The code put its thread to sleep for a duration.
  ///
  /// That much story time passed, and nothing else could happen during it.
  case threadSleep(Duration)

  /// A thread outside the simulation resumed one of its tasks.
  case resumedFromOutside

  /// The code waited on a clock that does not measure time in seconds.
  ///
  /// The wait ended at once.
  case unknownClock

  /// A message that describes the action and its replacement.
  public var description: String {
    switch self {
    case .runLoop:
      "the app handed work to the RunLoop of a background thread, or observed a RunLoop, "
        + "which story time can't control; use RunLoop.main, a queue or a Task instead"
    case .timer:
      "the app set a timer that does not belong to RunLoop.main or to a DispatchQueue, "
        + "which story time can't control; use one of these, or a Task with Task.sleep"
    case .eventSource:
      "the app used a DispatchSource, which story time can't control; replace it with a fake"
    case .thread:
      "the app started a thread, which story time can't control; use a Task instead"
    case .threadSleep(let duration):
      "the app put its thread to sleep for \(StoryTimeText.span(duration)); use Task.sleep instead"
    case .resumedFromOutside:
      "the app was resumed from a thread outside story time; "
        + "replace the API that it called there with a fake, or use a Task"
    case .unknownClock:
      "the app waited on a clock that doesn't measure seconds, which story time can't control; "
        + "replace the clock with a fake"
    }
  }

  /// Whether the action left work on another thread, which may resume a task.
  var hasLeftWork: Bool {
    switch self {
    case .runLoop, .timer, .eventSource, .thread: true
    case .threadSleep, .resumedFromOutside, .unknownClock: false
    }
  }

  init(_ kind: simulation_violation_kind, nanoseconds: Int64) {
    self =
      switch kind {
      case SIMULATION_VIOLATION_RUN_LOOP: .runLoop
      case SIMULATION_VIOLATION_TIMER: .timer
      case SIMULATION_VIOLATION_SOURCE: .eventSource
      case SIMULATION_VIOLATION_THREAD: .thread
      default: .threadSleep(.nanoseconds(nanoseconds))
      }
  }
}
