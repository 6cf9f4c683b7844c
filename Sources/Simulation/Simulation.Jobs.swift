import CSimulation

// The jobs of a simulation: where they come from and how they run.
extension Simulation {
  /// How often a simulation waits for another thread; one that keeps bringing jobs would never end.
  private static let lateArrivalLimit = 100

  /// A job and where it runs.
  struct DueJob {
    let job: UnownedJob
    let onMainActor: Bool
    /// The task that the job wakes from its sleep; `nil` for one that just runs.
    let sleeper: UInt64?
  }

  /// Whether a job is of a task made in this simulation; one that is new here is, unless another
  /// world has made it.
  func owns(_ job: UnownedJob) -> Bool {
    let id = taskID(of: job)
    if tasks.number(of: id) != nil { return true }
    return !tasks.isOlder(id) && !inbox.isForeign(id)
  }

  /// Takes over a job that the runtime wants to run now.
  func take(_ job: UnownedJob, onMainActor: Bool) {
    _ = number(of: taskID(of: job))
    add(job, onMainActor: onMainActor)
  }

  /// Takes over a job that the runtime wants to run later.
  ///
  /// - Parameter delay: How much later; `nil` if that is not known, because the job's clock does
  ///   not count in seconds.
  func take(_ job: UnownedJob, onMainActor: Bool, after delay: Duration?) {
    guard let delay else {
      escaped(.unknownClock)
      return take(job, onMainActor: onMainActor)
    }
    let instant = instant(after: delay)
    record(.slept(until: .nanoseconds(instant)))
    // The job is not of the task that sleeps: it is made to wake that one.
    let sleeper = currentTaskID ?? 0
    _ = number(of: sleeper)
    tasks.sleeps(sleeper, until: instant)
    agenda.add(DueJob(job: job, onMainActor: onMainActor, sleeper: sleeper), at: instant)
  }

  private func add(_ job: UnownedJob, onMainActor: Bool) {
    tasks.wakes(taskID(of: job))
    agenda.add(DueJob(job: job, onMainActor: onMainActor, sleeper: nil))
  }

  /// The number of a task: the how-manieth to be seen in this simulation; 0 for a job that is no
  /// task's but an actor's, which then runs the tasks that wait for it.
  private func number(of id: UInt64) -> Int {
    if let number = tasks.number(of: id) { return number }
    inbox.know(id)
    return tasks.add(id, madeBy: currentTaskID, label: Origin.current?.label ?? labelOfNewTask)
  }

  func runDueJobs() throws(Stall) {
    while true {
      if let pulse, !pulse.beat() { throw pulse.stall }
      receiveArrivals()
      guard let due = agenda.next() else { return }
      jobsAtThisMoment += 1
      if jobsAtThisMoment > limits.jobsAtOneMoment {
        throw Stall(.neverAtRest(jobs: limits.jobsAtOneMoment), pending: pendingInstants)
      }
      run(due)
    }
  }

  private func run(_ due: DueJob) {
    if let sleeper = due.sleeper {
      tasks.timerFires(for: sleeper, at: agenda.now)
    } else {
      record(.ran(task: number(of: taskID(of: due.job)), onMainActor: due.onMainActor))
    }
    inside {
      if due.onMainActor {
        due.job.runSynchronously(on: mainExecutor.asUnownedSerialExecutor())
      } else {
        due.job.runSynchronously(on: SimulationDefaultExecutor.shared.asUnownedTaskExecutor())
      }
      let reads = simulation_calendar_reads()
      if reads > 0 { record(.readCalendarClock(times: Int(reads))) }
    }
  }

  /// Lets in the jobs that other threads have brought.
  private func receiveArrivals() {
    for arrival in inbox.takeArrivals() {
      record(.resumedFromOutside(task: number(of: taskID(of: arrival.job))))
      if !escapes.contains(.resumedFromOutside) { escapes.append(.resumedFromOutside) }
      add(arrival.job, onMainActor: arrival.onMainActor)
    }
  }

  /// Waits a little, in real time, for another thread to bring a job, so that it can be said what
  /// was missing.
  ///
  /// Only called where the simulation would otherwise give up, so its verdict is a failure either
  /// way.
  func receiveLateArrivals() throws(Stall) -> Bool {
    guard agenda.nextInstant == nil, escapes.contains(where: \.hasLeftWork),
      lateArrivals < Self.lateArrivalLimit, inbox.waitForArrival()
    else { return false }
    lateArrivals += 1
    try comeToRest()
    return true
  }
}
