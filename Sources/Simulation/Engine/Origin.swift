#if STORY_TIME && canImport(Glibc)
/// The piece of work that a task came from.
///
/// Every task that a piece of work starts holds its origin until the task is done. So an origin
/// that is still held means that a task is unfinished.
///
/// The origin travels as a task-local value. Child tasks and unstructured tasks inherit it, and the
/// runtime releases it when a task completes. A detached task has no origin.
final class Origin: Sendable {
  @TaskLocal static var current: Origin?

  let label: WorkLabel

  init(_ label: WorkLabel) { self.label = label }

  /// Runs work as a part of the work that an origin stands for, if there is one.
  static func withCurrent(_ origin: Origin?, _ body: () -> Void) {
    if let origin { $current.withValue(origin, operation: body) } else { body() }
  }
}

extension Simulation {
  /// The label of the work that the calling code belongs to, as given to ``perform(_:within:_:)``.
  ///
  /// It is `nil` outside of such work and in a detached task.
  public static var labelOfCaller: WorkLabel? { Origin.current?.label }
}

/// The origins of a simulation's tasks that are not known to be done.
struct Origins {
  private var held: [Origin] = []
  private var countToSweepAt = 64

  /// The labels of the work with unfinished tasks, in the order of the work.
  var unfinished: [WorkLabel] {
    mutating get {
      sweep()
      return held.map(\.label)
    }
  }

  mutating func add(_ origin: Origin) {
    if held.count >= countToSweepAt {
      sweep()
      countToSweepAt = max(64, 2 * held.count)
    }
    held.append(origin)
  }

  /// Removes the origins that no task holds any more.
  private mutating func sweep() {
    var kept = 0
    for index in held.indices where !isKnownUniquelyReferenced(&held[index]) {
      held.swapAt(kept, index)
      kept += 1
    }
    if kept == 0 {
      held.removeAll(keepingCapacity: true)
    } else {
      held.removeLast(held.count - kept)
    }
  }
}
#endif
