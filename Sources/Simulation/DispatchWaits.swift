#if STORY_TIME && canImport(Glibc)
import CSimulation
import Foundation

/// A Dispatch group in a simulation.
struct SimulatedGroup {
  /// The work that is not done yet.
  var count = 0
  /// The work to do then.
  var notifications: [(SimulatedQueue, DispatchWork, Origin?)] = []
}

// What the code of a simulation waits for with Dispatch and with conditions.
extension Simulation {
  func groupWasEntered(_ group: UnsafeMutableRawPointer) {
    groups[group, default: SimulatedGroup()].count += 1
  }

  func groupWasLeft(_ group: UnsafeMutableRawPointer) {
    guard groups[group] != nil else { return }
    groups[group]?.count -= 1
    guard groups[group]?.count == 0, let done = groups.removeValue(forKey: group) else { return }
    endWaits(for: group, all: true)
    for (queue, work, origin) in done.notifications { add(work, to: queue, origin: origin) }
  }

  /// Notes that the work of a work item has ended.
  func blockEnded(_ block: UnsafeMutableRawPointer) {
    guard !groups.isEmpty || !suspended.isEmpty else { return }
    groupWasLeft(block)
    endWaits(for: block, all: true)
  }

  /// Notes that code wants to know when a work item has ended, which then counts as a group of one.
  ///
  /// - Returns: Whether it has ended already.
  fileprivate func expectEnd(of block: UnsafeMutableRawPointer) -> Bool {
    if groups[block] != nil { return false }
    guard endedBlocks.contains(block) || simulation_block_has_ended(block) else {
      groupWasEntered(block)
      return false
    }
    // A work item can be asked only until it has ended.
    endedBlocks.insert(block)
    return true
  }

  fileprivate func notify(
    _ queue: UnsafeMutableRawPointer, _ work: DispatchWork, after group: UnsafeMutableRawPointer
  ) {
    let queue = queues.queue(queue)
    if groups[group] == nil { return add(work, to: queue) }
    groups[group]?.notifications.append((queue, work, Origin.current))
  }

  fileprivate func wait(
    for object: UnsafeMutableRawPointer, _ reason: String, untilDispatchTime time: UInt64
  ) -> Bool {
    suspend(
      SuspendedStack(waitingFor: reason, object: object), until: instant(ofDispatchTime: time))
  }
}

// MARK: - Calls from CSimulation

@_cdecl("simulation_group_enter")
func groupEnter(_ group: UnsafeMutableRawPointer) { Simulation.current?.groupWasEntered(group) }

@_cdecl("simulation_group_leave")
func groupLeave(_ group: UnsafeMutableRawPointer) { Simulation.current?.groupWasLeft(group) }

@_cdecl("simulation_group_notify")
func groupNotify(
  _ group: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer,
  _ context: UnsafeMutableRawPointer?, _ function: simulation_work_function?
) {
  Simulation.current?.notify(
    queue, DispatchWork(context: context, function: function), after: group)
}

@_cdecl("simulation_wait_for_group")
func waitForGroup(_ group: UnsafeMutableRawPointer, _ time: UInt64) -> Bool {
  guard let simulation = Simulation.current, simulation.groups[group] != nil else { return true }
  return simulation.wait(
    for: group, "a DispatchGroup that is never left", untilDispatchTime: time)
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

@_cdecl("simulation_block_notify")
func blockNotify(
  _ block: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer,
  _ then: UnsafeMutableRawPointer
) {
  guard let simulation = Simulation.current else { return }
  _ = simulation.expectEnd(of: block)
  simulation.notify(queue, DispatchWork(context: then, function: nil), after: block)
}

@_cdecl("simulation_wait_for_block")
func waitForBlock(_ block: UnsafeMutableRawPointer, _ time: UInt64) -> Bool {
  guard let simulation = Simulation.current, !simulation.expectEnd(of: block) else { return true }
  return simulation.wait(
    for: block, "a DispatchWorkItem that nobody runs", untilDispatchTime: time)
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
