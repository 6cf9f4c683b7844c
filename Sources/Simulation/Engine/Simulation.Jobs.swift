#if STORY_TIME && canImport(Glibc)
import CSimulation

// The jobs of a simulation: where they come from, and how they run.
extension Simulation {
  /// The number of times that a simulation waits for another thread.
  ///
  /// It is limited because that thread might enqueue jobs forever.
  private static let lateJobLimit = 100

  /// Something that a simulation has to run.
  ///
  /// It holds no references, because it is moved often.
  enum DueWork {
    /// A job. `sleeper` is the task that it wakes from its sleep; `nil` for any other job.
    case job(UnownedJob, onMainActor: Bool, sleeper: UInt64?)
    /// A turn of a Dispatch queue.
    case turn(queue: Int)
    /// A closure of ``Simulation/calls``.
    case call(Int)
    /// The work of ``Simulation/runAtOnce(_:_:)``.
    case workOfDriver
  }

  /// Synchronous work of the driver.
  final class WorkOfDriver {
    let number: Int
    private let origin: Origin
    private let work: @MainActor @Sendable () throws -> Void
    /// The result; `nil` until the work has ended.
    private(set) var result: Result<Void, any Error>?

    init(number: Int, _ origin: Origin, _ work: @escaping @MainActor @Sendable () throws -> Void) {
      (self.number, self.origin, self.work) = (number, origin, work)
    }

    func run() {
      result = Result {
        try Origin.$current.withValue(origin) { try MainActor.assumeIsolated(work) }
      }
    }
  }

  /// Calls a closure when everything is done that is due before it.
  ///
  /// - Parameters:
  ///   - instant: The moment; `nil` for this one.
  ///   - timer: The timer of the app that calls, if it may last.
  /// - Returns: The number of the call, whose removal from ``calls`` takes it back.
  @discardableResult
  func call(
    at instant: Int64? = nil, _ timer: LastingTimer? = nil, _ body: @escaping () -> Void
  ) -> Int {
    callCount += 1
    calls[callCount] = (instant ?? events.now, timer, body)
    if let instant {
      events.add(.call(callCount), at: instant)
    } else {
      events.add(.call(callCount))
    }
    return callCount
  }

  /// Returns whether a job belongs to a task of this simulation, known or new.
  ///
  /// Tasks of earlier simulations are older than all tasks of this one.
  func owns(_ job: UnownedJob) -> Bool {
    let id = taskID(of: job)
    return tasks.number(of: id) != nil || !tasks.isOlder(id)
  }

  /// Takes over a job that the runtime enqueues to run now.
  func take(_ job: UnownedJob, onMainActor: Bool) {
    _ = number(of: taskID(of: job))
    add(job, onMainActor: onMainActor)
  }

  /// Takes over a job that the runtime enqueues to run later.
  ///
  /// - Parameter delay: The delay; `nil` if it is unknown, because the job's clock does not measure
  ///   time in seconds.
  func take(_ job: UnownedJob, onMainActor: Bool, after delay: Duration?) {
    guard let delay else {
      violated(.unknownClock)
      return take(job, onMainActor: onMainActor)
    }
    let instant = instant(after: delay)
    record(.slept(until: .nanoseconds(instant)))
    // The job does not belong to the sleeping task: its purpose is to wake that task.
    let sleeper = currentTaskID ?? 0
    _ = number(of: sleeper)
    tasks.sleeps(sleeper, until: instant)
    events.add(.job(job, onMainActor: onMainActor, sleeper: sleeper), at: instant)
  }

  private func add(_ job: UnownedJob, onMainActor: Bool) {
    tasks.wakes(taskID(of: job))
    events.add(.job(job, onMainActor: onMainActor, sleeper: nil))
  }

  /// Returns a task's ordinal in this simulation; 0 if the job belongs to an actor instead.
  ///
  /// An actor's job runs the tasks that wait for the actor.
  private func number(of id: UInt64) -> Int {
    if let number = tasks.number(of: id) { return number }
    ExternalJobQueue.register(id)
    let number = tasks.add(
      id, madeBy: currentTaskID, label: labelOfNewTask ?? Origin.current?.label)
    if labelOfNewTask != nil { trace.addDriverTask(number) }
    return number
  }

  func runDueJobs() throws(Stall) {
    if jobsInThisSecond / 10 > limits.jobsAtOneMoment {
      throw Stall(
        .neverAtRest(jobs: 10 * limits.jobsAtOneMoment), within: .seconds(1),
        pending: pendingInstants)
    }
    receiveExternalJobs()
    guard events.hasDue else { return }
    guard simulation_run_stacks() else { fatalError("the system has no thread for a stack") }
    if let stall {
      self.stall = nil
      throw stall
    }
  }

  /// Runs what is due, on a stack for jobs.
  fileprivate func runDueOnStack() {
    do throws(Stall) {
      while let due = events.next() {
        try countJob()
        run(due)
        // The stack may have been suspended in that job until a later simulation needed it.
        if hasEnded { return }
        receiveExternalJobs()
      }
    } catch {
      stall = error
    }
  }

  func countJob() throws(Stall) {
    progress.jobStarts()
    jobsAtThisMoment += 1
    if jobsAtThisMoment > limits.jobsAtOneMoment {
      throw Stall(.neverAtRest(jobs: limits.jobsAtOneMoment), pending: pendingInstants)
    }
  }

  private func run(_ due: DueWork) {
    switch due {
    case .job(_, onMainActor: true, _) where mainIsHeld, .workOfDriver where mainIsHeld:
      waitingForMain.append(due)
    case .job(let job, let onMainActor, let sleeper): run(job, onMainActor, sleeper)
    case .turn(let index):
      let queue = queues[index]
      if queue.runsOnMain, mainIsHeld { waitingForMain.append(due) } else { takeTurn(on: queue) }
    case .call(let id): calls.removeValue(forKey: id)?.body()
    case .workOfDriver:
      guard let work = workOfDriver else { return }
      workOfDriver = nil
      record(.ran(task: work.number, onMainActor: true))
      runInside(onMainActor: true) { work.run() }
    }
  }

  private func run(_ job: UnownedJob, _ onMainActor: Bool, _ sleeper: UInt64?) {
    if let sleeper {
      tasks.timerFires(for: sleeper, at: events.now)
    } else {
      record(.ran(task: number(of: taskID(of: job)), onMainActor: onMainActor))
    }
    runInside(onMainActor: onMainActor) {
      if onMainActor {
        job.runSynchronously(on: SimulationMainExecutor.shared.asUnownedSerialExecutor())
      } else {
        job.runSynchronously(on: SimulationDefaultExecutor.shared.asUnownedTaskExecutor())
      }
    }
  }

  /// Runs code of the app inside the simulation, and records whether it reads the calendar clock.
  func runInside(onMainActor: Bool, _ body: () -> Void) {
    inside(onMainThread: onMainActor) {
      body()
      let reads = simulation_calendar_reads()
      if reads > 0 { record(.readCalendarClock(times: Int(reads))) }
    }
  }

  private func receiveExternalJobs() {
    guard ExternalJobQueue.hasEntry else { return }
    for entry in ExternalJobQueue.removeAll() {
      record(.resumedFromOutside(task: number(of: taskID(of: entry.job))))
      if !recordedViolations.contains(.resumedFromOutside) {
        recordedViolations.append(.resumedFromOutside)
      }
      add(entry.job, onMainActor: entry.onMainActor)
    }
  }

  /// Waits in real time for another thread to enqueue a job, so that the report names the cause.
  ///
  /// Called only where the simulation would otherwise stall, so it fails either way. A wait that
  /// was in vain is repeated only after another violation.
  func receiveLateJobs() throws(Stall) -> Bool {
    let violations = violations
    guard !hasTimer, violations.count > violationsAtFailedWait,
      violations.contains(where: \.hasLeftWork), lateJobs < Self.lateJobLimit
    else { return false }
    guard ExternalJobQueue.waitForEntry(or: endWaitsForFreeSemaphores) else {
      violationsAtFailedWait = violations.count
      return false
    }
    lateJobs += 1
    try comeToRest()
    return true
  }
}

/// Runs what is due in a simulation, on the calling stack.
@_cdecl("simulation_run_due")
func runDue(_ simulation: UnsafeMutableRawPointer) {
  let simulation = Unmanaged<Simulation>.fromOpaque(simulation).takeUnretainedValue()
  withExtendedLifetime(simulation) { simulation.runDueOnStack() }
}
#endif
