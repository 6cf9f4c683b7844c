#if STORY_TIME && canImport(Glibc)
import CSimulation
import Foundation

// What the code of a simulation waits for with Dispatch and with conditions.
extension Simulation {
  /// Work that begins when nothing is in a Dispatch group any more.
  struct GroupNotification {
    let queue: SimulatedQueue
    let work: DispatchWork
    let origin: Origin?
  }

  fileprivate func notify(
    _ queue: UnsafeMutableRawPointer, _ work: DispatchWork, after group: UnsafeMutableRawPointer
  ) {
    let queue = queues.queue(queue)
    if simulation_group_is_empty(group) { return add(work, to: queue) }
    _ = simulation_retain(group)
    notifications[group, default: []].append(
      GroupNotification(queue: queue, work: work, origin: Origin.current))
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
  Simulation.current?.notify(
    queue, DispatchWork(context: context, function: function), after: group)
}

@_cdecl("simulation_wait_for_group")
func waitForGroup(
  _ group: UnsafeMutableRawPointer, _ time: UInt64, _ isOfWorkItem: Bool
) -> Bool {
  guard let simulation = Simulation.current, !simulation_group_is_empty(group) else { return true }
  let reason =
    isOfWorkItem ? "a DispatchWorkItem that nobody runs" : "a DispatchGroup that is never left"
  return simulation.suspend(
    SuspendedStack(waitingFor: reason, object: group),
    until: simulation.instant(ofDispatchTime: time))
}

@_cdecl("simulation_wait_for_semaphore")
func waitForSemaphore(_ semaphore: UnsafeMutableRawPointer, _ time: UInt64) -> Bool {
  guard let simulation = Simulation.current else { return false }
  return simulation.suspend(
    SuspendedStack(
      waitingFor: "a DispatchSemaphore that nobody signals", object: semaphore,
      isForSemaphore: true),
    until: simulation.instant(ofDispatchTime: time))
}

@_cdecl("simulation_signal")
func signal(_ object: UnsafeMutableRawPointer, _ all: Bool) -> Bool {
  guard let simulation = Simulation.current, !simulation.suspended.isEmpty else { return false }
  return simulation.endWaits(for: object, all: all)
}

/// - Parameter deadline: The deadline on the calendar clock; `nil` for none.
@_cdecl("simulation_wait_for_condition")
func waitForCondition(
  _ condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ deadline: UnsafePointer<timespec>?
) -> Bool {
  guard let simulation = Simulation.current else { return true }
  let instant = deadline.map { time in
    Int64(clamping: time.pointee.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
      .partialValue + Int64(time.pointee.tv_nsec) - simulation.clock.startNanoseconds
  }
  pthread_mutex_unlock(mutex)
  defer { pthread_mutex_lock(mutex) }
  return simulation.suspend(
    SuspendedStack(
      waitingFor: "a condition that nobody signals, such as an NSCondition", object: condition),
    until: instant)
}
#endif
