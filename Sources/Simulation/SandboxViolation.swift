import CSimulation
import DisplayText

/// An action of code in a simulation that leaves story time.
///
/// Outside story time, the order of events is not deterministic.
public enum SandboxViolation: Sendable, Hashable, CustomStringConvertible {
  /// The code handed work to a Dispatch queue, to run now, later, or when other work is done.
  ///
  /// `DispatchQueue.sync` is not a violation: it runs its work at once on the calling thread, as a
  /// lock would. A call on the main queue is ``mainQueue``.
  case dispatch

  /// The code waited for the main Dispatch queue.
  ///
  /// The work ran at once, on the simulation's thread.
  case mainQueue

  /// The code ran the iterations of a loop on several threads.
  case concurrentPerform

  /// The code handed work to a run loop.
  case runLoop

  /// The code set a timer of Dispatch or of a run loop.
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
    case .dispatch:
      "the app handed work to a DispatchQueue, which runs outside story time; use a Task instead"
    case .mainQueue:
      "the app waited for DispatchQueue.main, which story time can't control; "
        + "use MainActor.run instead"
    case .concurrentPerform:
      "the app used DispatchQueue.concurrentPerform, which story time can't control; "
        + "use a task group instead"
    case .runLoop:
      "the app handed work to a RunLoop, which runs outside story time; use a Task instead"
    case .timer:
      "the app set a system timer, which story time can't control; "
        + "use a Task with Task.sleep instead"
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
    case .dispatch, .runLoop, .timer, .eventSource, .thread: true
    case .mainQueue, .concurrentPerform, .threadSleep, .resumedFromOutside, .unknownClock: false
    }
  }

  init(_ kind: simulation_violation_kind, nanoseconds: Int64) {
    self =
      switch kind {
      case SIMULATION_VIOLATION_MAIN_QUEUE: .mainQueue
      case SIMULATION_VIOLATION_APPLY: .concurrentPerform
      case SIMULATION_VIOLATION_RUN_LOOP: .runLoop
      case SIMULATION_VIOLATION_TIMER: .timer
      case SIMULATION_VIOLATION_SOURCE: .eventSource
      case SIMULATION_VIOLATION_THREAD: .thread
      case SIMULATION_VIOLATION_THREAD_SLEEP: .threadSleep(.nanoseconds(nanoseconds))
      default: .dispatch
      }
  }
}
