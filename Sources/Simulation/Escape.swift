import CSimulation

/// Something that code in a simulation did outside story time, where nobody can promise what
/// happens when.
public enum Escape: Sendable, Hashable, CustomStringConvertible {
  /// It handed work to a Dispatch queue, for now, for later or for when other work is done.
  ///
  /// `DispatchQueue.sync` is none: it runs its work at once and on the thread of its caller, as a
  /// lock would. The main queue's is ``mainQueue``.
  case dispatch

  /// It waited for the main Dispatch queue. The work ran at once, on the simulation's thread.
  case mainQueue

  /// It ran the turns of a loop on several threads.
  case concurrentPerform

  /// It handed work to a run loop.
  case runLoop

  /// It set a timer of Dispatch or of a run loop.
  case timer

  /// It made a Dispatch source that listens to the system.
  case eventSource

  /// It started a thread.
  case thread

  /// It put its thread to sleep this long. Story time passed, and nothing else could happen in it.
  case threadSleep(Duration)

  /// One of its tasks was resumed by a thread outside the simulation.
  case resumedFromOutside

  /// It waited by a clock that counts in something else than seconds. It went on at once.
  case unknownClock

  /// What happened and what to do instead, for the people who wrote the code.
  public var description: String {
    switch self {
    case .dispatch:
      "the app handed work to a DispatchQueue, which runs outside story time; use a Task instead"
    case .mainQueue:
      "the app waited for DispatchQueue.main, which story time can't hold; "
        + "use MainActor.run instead"
    case .concurrentPerform:
      "the app used DispatchQueue.concurrentPerform, which story time can't hold; "
        + "use a task group instead"
    case .runLoop:
      "the app handed work to a RunLoop, which runs outside story time; use a Task instead"
    case .timer:
      "the app set a timer of the system, which story time can't hold; "
        + "use a Task with Task.sleep instead"
    case .eventSource:
      "the app used a DispatchSource, which story time can't hold; replace it by a fake"
    case .thread:
      "the app started a thread, which story time can't hold; use a Task instead"
    case .threadSleep(let duration):
      "the app put its thread to sleep for \(StoryTimeText.span(duration)); use Task.sleep instead"
    case .resumedFromOutside:
      "the app was resumed from a thread outside story time; "
        + "replace what it called there by a fake, or use a Task"
    case .unknownClock:
      "the app waited by a clock that doesn't count in seconds, which story time can't hold; "
        + "replace the clock by a fake"
    }
  }

  /// Whether another thread is at work now, which may resume a task.
  var hasLeftWork: Bool {
    switch self {
    case .dispatch, .runLoop, .timer, .eventSource, .thread: true
    case .mainQueue, .concurrentPerform, .threadSleep, .resumedFromOutside, .unknownClock: false
    }
  }

  init(_ kind: simulation_escape_kind, nanoseconds: Int64) {
    self =
      switch kind {
      case SIMULATION_ESCAPE_MAIN_QUEUE: .mainQueue
      case SIMULATION_ESCAPE_APPLY: .concurrentPerform
      case SIMULATION_ESCAPE_RUN_LOOP: .runLoop
      case SIMULATION_ESCAPE_TIMER: .timer
      case SIMULATION_ESCAPE_SOURCE: .eventSource
      case SIMULATION_ESCAPE_THREAD: .thread
      case SIMULATION_ESCAPE_THREAD_SLEEP: .threadSleep(.nanoseconds(nanoseconds))
      default: .dispatch
      }
  }
}
