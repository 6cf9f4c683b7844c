#if STORY_TIME && canImport(Glibc)
import CSimulation
import DisplayText
import Foundation

// Waits of code of a simulation, with Dispatch and with conditions.
extension Simulation {
  /// Work that begins when nothing is in a Dispatch group any more.
  typealias GroupNotification = (queue: SimulatedQueue, work: DispatchWork, origin: Origin?)

  /// The moment that a time of the calendar clock stands for; `nil` for none, and if it never comes,
  /// such as `Date.distantFuture`.
  fileprivate func instant(of time: UnsafePointer<timespec>?) -> Int64? {
    guard let time = time?.pointee else { return nil }
    let (seconds, isTooLong) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if isTooLong { return time.tv_sec < 0 ? .min : nil }
    return seconds.addingWithLimit(Int64(time.tv_nsec)).addingWithLimit(-clock.startNanoseconds)
  }
}

// MARK: - Calls from CSimulation

@_cdecl("simulation_awaits_group")
func awaitsGroup(_ group: UnsafeMutableRawPointer) -> Bool {
  guard let simulation = Simulation.current else { return false }
  return simulation.notifications[group] != nil
    || simulation.suspended.contains { $0.object == group }
}

@_cdecl("simulation_group_is_empty_now")
func groupIsEmpty(_ group: UnsafeMutableRawPointer) {
  guard let simulation = Simulation.current else { return }
  simulation.endWaits(for: group, all: true)
  for notification in simulation.notifications.removeValue(forKey: group) ?? [] {
    simulation.add(notification.work, to: notification.queue, origin: notification.origin)
    simulation_release_object(group)
  }
}

@_cdecl("simulation_group_notify")
func groupNotify(
  _ group: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer,
  _ context: UnsafeMutableRawPointer?, _ function: simulation_work_function?
) {
  guard let simulation = Simulation.current else { return }
  let queue = simulation.queues.queue(queue)
  let work = DispatchWork(context: context, function: function)
  if simulation_group_is_empty(group) { return simulation.add(work, to: queue) }
  _ = simulation_retain(group)
  simulation.notifications[group, default: []].append((queue, work, Origin.current))
}

@_cdecl("simulation_wait_for_group")
func waitForGroup(_ group: UnsafeMutableRawPointer, _ time: UInt64, _ isOfWorkItem: Bool) -> Bool {
  guard let simulation = Simulation.current, !simulation_group_is_empty(group) else { return true }
  let reason =
    isOfWorkItem ? "a DispatchWorkItem that never runs" : "a DispatchGroup that is never left"
  return simulation.suspend(
    SuspendedStack(waitingFor: reason, object: group),
    until: simulation.instant(ofDispatchTime: time))
}

@_cdecl("simulation_wait_for_semaphore")
func waitForSemaphore(_ semaphore: UnsafeMutableRawPointer, _ time: UInt64) -> Bool {
  guard let simulation = Simulation.current else { return false }
  return simulation.suspend(
    SuspendedStack(
      waitingFor: "a DispatchSemaphore that is never signalled", object: semaphore,
      isForSemaphore: true),
    until: simulation.instant(ofDispatchTime: time))
}

/// - Parameter all: Whether all that wait may go on, as several may read.
@_cdecl("simulation_signal")
func signal(_ object: UnsafeMutableRawPointer, _ all: Bool) -> Bool {
  Simulation.current?.endWaits(for: object, all: all) ?? false
}

/// - Parameter deadline: The deadline on the calendar clock; `nil` for none.
@_cdecl("simulation_wait_for_condition")
func waitForCondition(
  _ condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ deadline: UnsafePointer<timespec>?
) -> Bool {
  guard let simulation = Simulation.current else { return true }
  pthread_mutex_unlock(mutex)
  defer { pthread_mutex_lock(mutex) }
  return simulation.suspend(
    SuspendedStack(
      waitingFor: "a condition that is never signalled, such as an NSCondition", object: condition),
    until: simulation.instant(of: deadline))
}

/// - Parameters:
///   - owner: The kernel's number of the thread that holds the lock; 0 for one that waits outside,
///     and -1 if it is not known.
///   - deadline: The deadline on the calendar clock; `nil` for none.
@_cdecl("simulation_wait_for_lock")
func waitForLock(
  _ lock: UnsafeMutableRawPointer, _ owner: pid_t, _ deadline: UnsafePointer<timespec>?
) -> simulation_lock_wait {
  guard let simulation = Simulation.current, simulation_is_held_inside(owner) else {
    return SIMULATION_LOCK_HELD_OUTSIDE
  }
  if simulation.hasEnded { return SIMULATION_HAS_ENDED }
  let stack = SuspendedStack(waitingFor: "a lock", object: lock, owner: owner)
  let isFree = simulation.suspend(stack, until: simulation.instant(of: deadline))
  return isFree ? SIMULATION_LOCK_FREE : SIMULATION_LOCK_TIMED_OUT
}

/// Ends the process with a message that names the functions of the app.
private func stop(_ message: String) -> Never {
  fatalError(([message] + CallStack(on: nil).lines).joined(separator: "\n  "))
}

@_cdecl("simulation_took_too_long")
func tookTooLong() {
  let limit = Simulation.current?.limits.realTime ?? .zero
  Simulation.outside {
    stop("code in a simulation loops or blocks its thread: it ran for \(StoryTimeText.span(limit))")
  }
}

/// Lets the rest of a sleep pass, which was reported as a violation when it began.
@_cdecl("simulation_end_sleep")
func endSleep(_ nanoseconds: Int64) {
  guard let simulation = Simulation.current else { return }
  simulation.move(to: simulation.instant(after: .nanoseconds(nanoseconds)))
}

/// Lets story time pass for code that polls, and other work go on meanwhile.
@_cdecl("simulation_wait_a_little")
func waitALittle(_ nanoseconds: Int64) {
  guard let simulation = Simulation.current, !simulation_is_on_driver() else { return }
  let now = simulation.events.now
  if simulation.hasEnded {
    // The code ends if it waits for any moment of the next 30 years, and can't be stopped otherwise.
    guard now < 1_000_000_000_000_000_000 else {
      stop("code of a simulation that has ended polls for something that never comes")
    }
    return simulation.move(to: 2 * now + nanoseconds)
  }
  simulation.suspend(
    SuspendedStack(waitingFor: "a moment or a value, for which it polls"), until: now + nanoseconds)
}
#endif
