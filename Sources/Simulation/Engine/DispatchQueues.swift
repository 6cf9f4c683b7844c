#if STORY_TIME && canImport(Glibc)
import CSimulation

/// Work of Dispatch: a function with its context, or a block.
struct DispatchWork {
  let context: UnsafeMutableRawPointer?
  /// The function; `nil` if the context is a block.
  let function: simulation_work_function?

  func release() { simulation_release(context, function) }
}

extension DispatchWork {
  /// Creates work of the simulation itself, as a block.
  init(_ body: @escaping @convention(block) () -> Void) {
    self.init(context: unsafeBitCast(body, to: UnsafeMutableRawPointer.self), function: nil)
    simulation_retain_work(context, function)
  }
}

/// A Dispatch queue in a simulation: the work that waits for its turn, and who holds the queue.
final class SimulatedQueue {
  /// Something that waits for its turn on the queue.
  enum Entry {
    case work(DispatchWork, group: UnsafeMutableRawPointer?, Origin?, isBarrier: Bool)
    /// A stack that runs its work itself, such as in `sync`.
    case stack(SuspendedStack, isBarrier: Bool)

    var isBarrier: Bool {
      switch self {
      case .work(_, _, _, let isBarrier), .stack(_, let isBarrier): isBarrier
      }
    }
  }

  /// The queue, which the simulation retains.
  let pointer: UnsafeMutableRawPointer

  /// The queue's position among those of the simulation.
  let index: Int

  let label: String
  private let isSerial: Bool
  /// Whether a barrier waits for other work; on a global queue it does not.
  let hasBarriers: Bool
  private let target: SimulatedQueue?

  /// Whether the queue's work runs as the main actor.
  let runsOnMain: Bool

  // State that changes with every turn; see ``Simulation`` for why it needs no exclusivity checks.
  @exclusivity(unchecked) var entries = Line<Entry>()
  /// The number of times that the app has suspended the queue; once if it was created inactive.
  @exclusivity(unchecked) var suspensions: Int
  private var isInactive: Bool
  /// The turns that came while the queue was held or suspended.
  @exclusivity(unchecked) var missedTurns = 0

  /// The suspended stacks that run work of the queue beside other work.
  @exclusivity(unchecked) private var sharedHolds = 0
  /// Whether a suspended stack runs work of the queue, and no other work may run.
  @exclusivity(unchecked) private var isHeld = false

  init(_ pointer: UnsafeMutableRawPointer, index: Int, target: SimulatedQueue?) {
    (self.pointer, self.index, self.target) = (pointer, index, target)
    let label = simulation_label_of_queue(pointer).map { String(cString: $0) } ?? ""
    // An OperationQueue without a name has its address as its name, and a URLSession the number of
    // sessions that the process made before.
    self.label =
      ["NSOperationQueue 0x", "URLSession<"].first { label.hasPrefix($0) }
      .map { String($0.prefix { $0.isLetter }) } ?? label
    isInactive = simulation_queue_is_inactive(pointer)
    suspensions = isInactive ? 1 : 0
    let width = simulation_queue_width(pointer)
    isSerial = width == 1
    hasBarriers = width == 2
    runsOnMain = simulation_is_main_queue(pointer) || target?.runsOnMain == true
  }

  /// Returns whether the queue was inactive, and counts it as active.
  func activate() -> Bool {
    defer { isInactive = false }
    return isInactive
  }

  /// Returns whether work may run now.
  func admits(barrier: Bool) -> Bool {
    guard suspensions == 0, !isHeld else { return false }
    if barrier || isSerial, sharedHolds > 0 { return false }
    return target?.admits(barrier: false) ?? true
  }

  /// A turn for each entry, after those of the target.
  var turns: [Simulation.DueWork] {
    (target?.turns ?? []) + Array(repeating: .turn(queue: index), count: entries.count)
  }

  /// Whether no work is ahead of new work.
  var isClear: Bool { entries.isEmpty && target?.isClear ?? true }

  /// Changes the number of suspended stacks that hold the queue by 1 or -1.
  func hold(barrier: Bool, by change: Int) {
    if barrier && hasBarriers || isSerial { isHeld = change > 0 } else { sharedHolds += change }
    target?.hold(barrier: false, by: change)
  }
}

/// The Dispatch queues that a simulation has seen, in this order.
struct SimulatedQueues {
  private var indices: [UnsafeMutableRawPointer: Int] = [:]
  fileprivate private(set) var all: [SimulatedQueue] = []

  subscript(index: Int) -> SimulatedQueue { all[index] }

  var isEmpty: Bool { all.isEmpty }

  /// The main queue.
  var main: SimulatedQueue { mutating get { queue(simulation_main_queue()) } }

  /// Returns a queue by its address.
  mutating func queue(_ pointer: UnsafeMutableRawPointer) -> SimulatedQueue {
    // Most simulations have few queues, and to compare their addresses is quicker than a look-up.
    if let index = all.count > 8
      ? indices[pointer] : all.firstIndex(where: { $0.pointer == pointer })
    {
      return all[index]
    }
    let target = simulation_target_of_queue(pointer).map { queue($0) }
    let new = SimulatedQueue(simulation_retain(pointer), index: all.count, target: target)
    indices[pointer] = new.index
    all.append(new)
    return new
  }

  /// Releases the queues and their work.
  func release() {
    for queue in all {
      for entry in queue.entries.elements {
        if case .work(let work, _, _, _) = entry { work.release() }
      }
      simulation_release_object(queue.pointer)
    }
  }
}

// The calls of Dispatch queues by code of a simulation.
extension Simulation {
  /// Adds work to the end of a queue.
  func add(
    _ work: DispatchWork, to queue: SimulatedQueue, barrier: Bool = false,
    group: UnsafeMutableRawPointer? = nil, origin: Origin? = Origin.current
  ) {
    guard !hasEnded else { return work.release() }
    queue.entries.append(.work(work, group: group, origin, isBarrier: barrier))
    events.add(.turn(queue: queue.index))
  }

  /// Lets the first of those that wait for a queue have their turn.
  func takeTurn(on queue: SimulatedQueue) {
    // It is taken out first, because each copy of it would cost as much as the rest.
    guard let entry = queue.entries.popFirst() else { return }
    guard queue.admits(barrier: entry.isBarrier) else {
      queue.entries.prepend(consume entry)
      return queue.missedTurns += 1
    }
    switch consume entry {
    case .stack(let stack, _): resume(stack)
    case .work(let work, let group, let origin, let isBarrier):
      record(.ranWork(queue: Trace.Queue(number: queue.index + 1, label: queue.label)))
      runInside(onMainActor: queue.runsOnMain) {
        Origin.withCurrent(origin) { run(work, on: queue, barrier: isBarrier) }
        work.release()
        if let group { simulation_leave_group(group) }
      }
    }
  }

  private func run(_ work: DispatchWork, on queue: SimulatedQueue, barrier: Bool) {
    if queue.runsOnMain {
      simulation_run_on_main(queue.pointer, work.context, work.function)
    } else {
      simulation_run_on_queue(queue.pointer, barrier, work.context, work.function)
    }
  }

  /// Waits until nothing is ahead on a queue, for code that then runs work of its own on it.
  ///
  /// - Returns: Whether the work was run here, because the queue is the main one.
  func sync(on queue: SimulatedQueue, barrier: Bool, _ work: DispatchWork) -> Bool {
    if queue.runsOnMain {
      runOnMain(queue, work)
      return true
    }
    if !queue.isClear || !queue.admits(barrier: barrier) {
      waitForTurn(on: queue, barrier: barrier)
    }
    return false
  }

  private func waitForTurn(on queue: SimulatedQueue, barrier: Bool) {
    let stack = SuspendedStack(waitingFor: "its turn on ", queue.name, queue: queue)
    queue.entries.append(.stack(stack, isBarrier: barrier))
    if queue.runsOnMain {
      events.add(.turn(queue: queue.index))
    } else {
      // In reality, what is ahead runs without a wait for other work.
      events.addFirst(queue.turns)
    }
    suspend(stack)
  }

  private func runOnMain(_ queue: SimulatedQueue, _ work: DispatchWork) {
    if simulation_is_on_main_thread() {
      suspend(SuspendedStack(waitingFor: "the main queue, on which it runs itself"))
    } else if mainIsHeld || events.hasDue {
      waitForTurn(on: queue, barrier: false)
    }
    simulation_run_on_main(queue.pointer, work.context, work.function)
  }

  /// Suspends or resumes a queue.
  func suspend(_ queue: SimulatedQueue, by change: Int) {
    queue.suspensions = max(0, queue.suspensions + change)
    if queue.suspensions == 0 { repeatMissedTurns() }
  }

  func repeatMissedTurns() {
    for queue in queues.all {
      for _ in 0..<queue.missedTurns { events.add(.turn(queue: queue.index)) }
      queue.missedTurns = 0
    }
  }

  /// Marks the queues whose work a stack runs as held while the stack is suspended.
  ///
  /// - Returns: The queues, for ``release(_:)``.
  func hold(
    _ holdings: UnsafeMutablePointer<simulation_holding>?
  ) -> [(queue: SimulatedQueue, barrier: Bool)] {
    var held: [(queue: SimulatedQueue, barrier: Bool)] = []
    var next = holdings
    while let holding = next?.pointee {
      // The main queue waits as the main thread does.
      defer { next = holding.outer }
      if simulation_is_main_queue(holding.queue) { continue }
      let queue = queues.queue(holding.queue)
      queue.hold(barrier: holding.is_barrier, by: 1)
      held.append((queue, holding.is_barrier))
    }
    return held
  }

  func release(_ held: [(queue: SimulatedQueue, barrier: Bool)]) {
    for (queue, barrier) in held { queue.hold(barrier: barrier, by: -1) }
    repeatMissedTurns()
  }
}

extension Simulation {
  /// Releases the work of a simulation that has ended, with the objects that it holds.
  ///
  /// These objects may still call Dispatch when they are freed, so it happens inside.
  func releaseWork() {
    guard !(calls.isEmpty && queues.isEmpty && sources.isEmpty && loopTimers.isEmpty) else {
      return
    }
    inside(onMainThread: true) {
      for timer in loopTimers.values { timer.removeFromLoop() }
      for source in sources.values { source.stop(isCancelled: false) }
      // A work item that is freed leaves its group.
      let others = notifications
      notifications = [:]
      for (group, notifications) in others {
        for notification in notifications {
          notification.work.release()
          simulation_release_object(group)
        }
      }
      queues.release()
      calls = [:]
    }
  }
}

extension SimulatedQueue {
  /// The queue in a message, such as `the DispatchQueue "images"`.
  var name: String { label.isEmpty ? "a DispatchQueue" : "the DispatchQueue \"\(label)\"" }
}

// MARK: - Calls from CSimulation

@_cdecl("simulation_enqueue")
func enqueue(
  _ queue: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer?,
  _ function: simulation_work_function?, _ isBarrier: Bool, _ group: UnsafeMutableRawPointer?
) {
  guard let simulation = Simulation.current else { return }
  if let group { simulation_enter_group(group) }
  let queue = simulation.queues.queue(queue)
  simulation.add(
    DispatchWork(context: context, function: function), to: queue,
    barrier: isBarrier && queue.hasBarriers, group: group)
}

@_cdecl("simulation_enqueue_after")
func enqueueAfter(
  _ time: UInt64, _ queue: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer?,
  _ function: simulation_work_function?
) {
  guard let simulation = Simulation.current else { return }
  let work = DispatchWork(context: context, function: function)
  let queue = simulation.queues.queue(queue)
  guard let instant = simulation.instant(ofDispatchTime: time) else { return work.release() }
  if instant <= simulation.events.now { return simulation.add(work, to: queue) }
  let lasting = simulation.lastingTimer(.after, at: instant, every: nil)
  let origin = lasting?.isPermitted == true ? nil : Origin.current
  simulation.setTimer(at: instant, lasting) { [unowned simulation] in
    simulation.add(work, to: queue, origin: origin)
  }
}

@_cdecl("simulation_sync")
func sync(
  _ queue: UnsafeMutableRawPointer, _ isBarrier: Bool, _ context: UnsafeMutableRawPointer?,
  _ function: simulation_work_function?
) -> Bool {
  guard let simulation = Simulation.current else { return false }
  let queue = simulation.queues.queue(queue)
  return simulation.sync(
    on: queue, barrier: isBarrier && queue.hasBarriers,
    DispatchWork(context: context, function: function))
}
#endif
