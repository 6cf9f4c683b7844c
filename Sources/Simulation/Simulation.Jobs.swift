import CSimulation

// The jobs of a simulation: where they come from, and how they run.
extension Simulation {
  /// The number of times that a simulation waits for another thread.
  ///
  /// It is limited because that thread might enqueue jobs forever.
  private static let lateJobLimit = 100

  /// A job and the executor on which it runs.
  struct DueJob {
    let job: UnownedJob
    let onMainActor: Bool
    /// The task that the job wakes from its sleep; `nil` for any other job.
    let sleeper: UInt64?
  }

  /// Returns whether a job belongs to a task of this simulation, known or new.
  ///
  /// Tasks of earlier simulations are older than all tasks of this one.
  func owns(_ job: UnownedJob) -> Bool {
    let id = taskID(of: job)
    if tasks.number(of: id) != nil { return true }
    return !tasks.isOlder(id)
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
    events.add(DueJob(job: job, onMainActor: onMainActor, sleeper: sleeper), at: instant)
  }

  private func add(_ job: UnownedJob, onMainActor: Bool) {
    tasks.wakes(taskID(of: job))
    events.add(DueJob(job: job, onMainActor: onMainActor, sleeper: nil))
  }

  /// Returns a task's ordinal in this simulation; 0 if the job belongs to an actor instead.
  ///
  /// An actor's job runs the tasks that wait for the actor.
  private func number(of id: UInt64) -> Int {
    if let number = tasks.number(of: id) { return number }
    ExternalJobQueue.register(id)
    let number = tasks.add(
      id, madeBy: currentTaskID, label: Origin.current?.label ?? labelOfNewTask ?? labelOfWork)
    if labelOfNewTask != nil { trace.addDriverTask(number) }
    return number
  }

  func runDueJobs() throws(Stall) {
    if jobsInThisSecond / 10 > limits.jobsAtOneMoment {
      throw Stall(
        .neverAtRest(jobs: 10 * limits.jobsAtOneMoment), within: .seconds(1),
        pending: pendingInstants)
    }
    while true {
      receiveExternalJobs()
      guard let due = events.next() else { return }
      try countJob()
      run(due)
    }
  }

  func countJob() throws(Stall) {
    progress?.jobStarts()
    jobsAtThisMoment += 1
    if jobsAtThisMoment > limits.jobsAtOneMoment {
      throw Stall(.neverAtRest(jobs: limits.jobsAtOneMoment), pending: pendingInstants)
    }
  }

  private func run(_ due: DueJob) {
    if let sleeper = due.sleeper {
      tasks.timerFires(for: sleeper, at: events.now)
    } else {
      record(.ran(task: number(of: taskID(of: due.job)), onMainActor: due.onMainActor))
    }
    runInside(onMainActor: due.onMainActor) {
      if due.onMainActor {
        due.job.runSynchronously(on: SimulationMainExecutor.shared.asUnownedSerialExecutor())
      } else {
        due.job.runSynchronously(on: SimulationDefaultExecutor.shared.asUnownedTaskExecutor())
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
    for entry in ExternalJobQueue.removeAll() {
      record(.resumedFromOutside(task: number(of: taskID(of: entry.job))))
      if !violations.contains(.resumedFromOutside) { violations.append(.resumedFromOutside) }
      add(entry.job, onMainActor: entry.onMainActor)
    }
  }

  /// Waits in real time for another thread to enqueue a job, so that the report names the cause.
  ///
  /// Called only where the simulation would otherwise stall, so it fails either way.
  func receiveLateJobs() throws(Stall) -> Bool {
    guard events.nextInstant == nil, violations.contains(where: \.hasLeftWork),
      lateJobs < Self.lateJobLimit, ExternalJobQueue.waitForEntry()
    else { return false }
    lateJobs += 1
    try comeToRest()
    return true
  }
}
