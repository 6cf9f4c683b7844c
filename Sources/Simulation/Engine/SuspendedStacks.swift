#if STORY_TIME && canImport(Glibc)
import CSimulation

/// The stack of code that blocks its thread, such as for a semaphore.
///
/// Only this stack waits; the simulation goes on with others.
final class SuspendedStack {
  /// The states of a wait.
  enum State { case waits, hasEnded, isTimedOut }

  /// The object that the code waits for, such as "a DispatchSemaphore that is never
  /// signalled", as texts with values between them.
  let reason: [String]

  /// The kernel's number of the thread that holds the lock for which the code waits; -1 if it is
  /// not known, and `nil` if the code waits for something else.
  let owner: pid_t?

  /// The object that ends the wait; `nil` if the simulation does.
  let object: UnsafeMutableRawPointer?

  /// The queue on which the code waits for its turn; `nil` if it waits for something else.
  let queue: SimulatedQueue?

  /// Whether the object is a semaphore.
  let isForSemaphore: Bool

  fileprivate let stack = simulation_running_stack()
  fileprivate(set) var state = State.waits
  /// The functions that wait, once ``Simulation/placesOfWaits()`` asks for them.
  fileprivate var callStack: CallStack?
  /// Whether the stack runs only to say where it waits.
  fileprivate var isAsked = false
  /// The call at the end of a limited wait.
  fileprivate var timeout: Int?

  /// Whether the code polls: nothing but time ends this wait.
  var polls: Bool { object == nil && timeout != nil }

  /// Creates the stack that runs now, which is suspended later.
  init(
    waitingFor reason: String..., object: UnsafeMutableRawPointer? = nil,
    isForSemaphore: Bool = false,
    owner: pid_t? = nil, queue: SimulatedQueue? = nil
  ) {
    (self.reason, self.isForSemaphore) = (reason, isForSemaphore)
    (self.object, self.owner, self.queue) = (object, owner, queue)
  }

  /// The kernel's number of the stack's thread.
  var thread: pid_t { simulation_thread_of_stack(stack) }

  /// Returns the reason, and of a lock, what the code that holds it waits for.
  func reason(among others: [SuspendedStack]) -> [String] {
    if owner == thread { return [reason[0] + " that it holds itself"] }
    guard let holder = others.first(where: { $0.thread == owner }) else { return reason }
    return [reason[0] + " that is held by code that waits for ", holder.reason.joined()]
  }
}

// The stacks of a simulation: how they wait, and what they hold meanwhile.
extension Simulation {
  /// The moment that Dispatch's time stands for; `nil` for "forever".
  ///
  /// libdispatch keeps three clocks apart by the two highest bits, as its header `time.h` says.
  func instant(ofDispatchTime time: UInt64) -> Int64? {
    if time == .max { return nil }
    if time == 0 { return events.now }
    let isWallTime = time >> 62 == 3
    if isWallTime {
      let sinceEpoch = 0 &- Int64(bitPattern: time)
      return sinceEpoch == 2 ? events.now : sinceEpoch.addingWithLimit(-clock.startNanoseconds)
    }
    return Int64(bitPattern: time & ~(1 << 63)).addingWithLimit(-Self.uptimeAtStart)
  }

  /// The time since the machine's start that a simulation begins with, in nanoseconds: a day.
  private static let uptimeAtStart: Int64 = 86_400_000_000_000

  /// Suspends the stack that runs now.
  ///
  /// - Parameter deadline: The moment at which the wait ends in any case; `nil` for never.
  /// - Returns: Whether the wait ended before its deadline.
  @discardableResult
  func suspend(_ stack: SuspendedStack, until deadline: Int64? = nil) -> Bool {
    if let deadline {
      if deadline <= events.now { return false }
      stack.timeout = call(at: deadline) { [unowned self] in
        guard stack.state == .waits else { return }
        close(stack, .isTimedOut)
        resume(stack)
      }
    }
    suspend(stack)
    return stack.state == .hasEnded
  }

  /// Ends the first wait for an object, or all.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func endWaits(for object: UnsafeMutableRawPointer, all: Bool) -> Bool {
    // The end of the simulation ends each wait in its turn.
    guard !hasEnded else { return false }
    let waits = Array(suspended.lazy.filter { $0.object == object }.prefix(all ? .max : 1))
    for stack in waits { end(stack) }
    return !waits.isEmpty
  }

  /// Ends the waits for semaphores that a thread outside of the simulation has signalled.
  ///
  /// - Returns: Whether there was one.
  func endWaitsForFreeSemaphores() -> Bool {
    let free = suspended.filter { stack in
      stack.isForSemaphore && stack.object.map { simulation_take_semaphore($0) } == true
    }
    for stack in free { end(stack) }
    return !free.isEmpty
  }

  private func end(_ stack: SuspendedStack) {
    close(stack, .hasEnded)
    call { [unowned self] in resume(stack) }
  }

  private func close(_ stack: SuspendedStack, _ state: SuspendedStack.State) {
    stack.state = state
    if let timeout = stack.timeout { calls[timeout] = nil }
    suspended.removeAll { $0 === stack }
  }

  /// Continues a stack at once; the calling stack rests.
  func resume(_ stack: SuspendedStack) {
    if stack.state == .waits { close(stack, .hasEnded) }
    simulation_resume_stack(stack.stack)
  }

  private func suspend(_ stack: SuspendedStack) {
    precondition(!simulation_is_on_driver(), "the driver of a simulation can't wait inside it")
    suspended.append(stack)
    let isOnMainThread = simulation_is_on_main_thread()
    if isOnMainThread { mainIsHeld = true }
    let held = hold(simulation_holdings())
    repeat {
      if stack.isAsked { stack.callStack = CallStack(on: nil) }
      stack.isAsked = false
      guard simulation_run_stacks() else {
        fatalError("the system has no thread for code that waits for \(stack.reason.joined())")
      }
    } while stack.isAsked
    showTime()
    release(held)
    if isOnMainThread {
      mainIsHeld = false
      events.addFirst(waitingForMain)
      waitingForMain = []
    }
  }

  /// Returns the functions of the app in which the first stacks wait, innermost first.
  ///
  /// Called when nothing else can go on.
  func placesOfWaits() -> [String] {
    var places: [String] = []
    for stack in suspended.prefix(8) {
      stack.isAsked = true
      call { simulation_resume_stack(stack.stack) }
      guard simulation_run_stacks() else { break }
      places += (stack.callStack?.lines ?? []).filter { !places.contains($0) }
    }
    return places
  }

  /// Ends all waits of a simulation that has ended, so that their stacks become free.
  ///
  /// A worker's process ends anyway, and the code after a wait would see what it did not wait for.
  func endSuspensions() {
    guard Self.progress == nil else { return }
    var attempts = 1_000
    // The last one first, because earlier ones may wait for a queue that it holds. A lock, and then a
    // queue, may become free by that.
    while let stack = suspended.last(where: { $0.owner == nil && !awaitsHeldQueue($0) })
      ?? suspended.last(where: { $0.owner != nil }) ?? suspended.last, attempts > 0
    {
      attempts -= 1
      let now = events.now
      events = EventQueue()
      events.move(to: now)
      end(stack)
      _ = simulation_run_stacks()
    }
    if let stack = suspended.first {
      fatalError("the code of a simulation that has ended still waits for \(stack.reason.joined())")
    }
  }

  private func awaitsHeldQueue(_ stack: SuspendedStack) -> Bool {
    guard let queue = stack.queue else { return false }
    return queue.runsOnMain ? mainIsHeld : !queue.admits(barrier: true)
  }
}
#endif
