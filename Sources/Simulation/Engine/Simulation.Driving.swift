#if STORY_TIME && canImport(Glibc)
// The calls with which a driver controls a simulation.
extension Simulation {
  /// Runs everything that is due at this moment; no time passes.
  ///
  /// - Throws: ``Stall`` if the code never comes to rest.
  public func settle() throws(Stall) {
    beginMoment()
    try comeToRest()
  }

  private func beginMoment() {
    precondition(!hasEnded, "this simulation has ended; drive it only inside Simulation.run")
    // A check is part of the moment: a condition that performs work must not reset the job counts.
    if !isObserved { (jobsAtThisMoment, jobsInThisSecond) = (0, 0) }
  }

  /// Runs work on the simulation's main actor and lets story time pass until the work ends.
  ///
  /// Tasks that the work starts without awaiting them continue afterwards.
  ///
  /// - Parameters:
  ///   - label: The name of the work, which is reported if the work or a task that it started never
  ///     ends; see ``finish(within:)``.
  ///   - limit: The story time that the work may take; ``Limits/storyTime`` if `nil`. With `.zero`,
  ///     no time passes.
  ///   - work: The work.
  /// - Throws: ``Stall`` if the work does not end; otherwise the error that the work throws.
  @discardableResult
  public func perform<R: Sendable>(
    _ label: WorkLabel = "", within limit: Duration? = nil,
    _ work: @escaping @MainActor @Sendable () async throws -> R
  ) throws -> R {
    let result = WorkResult<R>()
    try run(label, within: limit) { result.store(try await work()) }
    // The work has stored its result unless it threw an error.
    guard let content = result.content else { throw Stall(.nothingLeft, pending: []) }
    return content
  }

  /// Runs work on the simulation's main actor as ``perform(_:within:_:)`` does, without a result.
  package func run(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws {
    let task = begin(work, label)
    defer { if task.idleID == nil { task.abandon() } else { idleTasks.append(task) } }
    try settle()
    try letTimePass(within: limit) { task.result }.get()
  }

  /// Lets story time pass until work has a result.
  private func letTimePass(
    within limit: Duration?, _ result: () -> Result<Void, any Error>?
  ) throws -> Result<Void, any Error> {
    if let result = result() { return result }
    let limit = limit ?? limits.storyTime
    let deadline = instant(after: limit)
    while try moveToNextInstant(notAfter: deadline) || receiveLateJobs() {
      if let result = result() { return result }
    }
    throw Stall(
      hasTimer ? .storyTimeLimit(limit) : .nothingLeft, pending: pendingInstants,
      // While something is still to happen, a blocked thread need not be the cause.
      waits: suspended.filter { !hasTimer || $0.polls }.map { $0.reason(among: suspended) },
      at: placesOfWaits(), awaitsEarlierTask: hasResumedEarlierTask)
  }

  /// Runs synchronous work on the simulation's main actor, without a task.
  ///
  /// In the trace, it counts as a task like other work. The first work of a simulation must have a
  /// task, by which the simulation recognises older ones.
  package func runAtOnce(
    _ label: WorkLabel, _ work: @escaping @MainActor @Sendable () throws -> Void
  ) throws {
    beginMoment()
    if events.hasDue { try runDueJobs() }
    let origin = Origin(label)
    origins.add(origin)
    let number = tasks.countWork()
    trace.addDriverTask(number)
    let work = WorkOfDriver(number: number, origin, work)
    workOfDriver = work
    events.add(.workOfDriver)
    try comeToRest()
    try letTimePass(within: nil) { work.result }.get()
  }

  /// Assigns work to an idle task, or to a new one if there is none.
  private func begin(_ work: @escaping WorkTask.Work, _ label: WorkLabel) -> WorkTask {
    let origin = Origin(label)
    origins.add(origin)
    let task = idleTasks.popLast() ?? WorkTask()
    if let id = task.idleID, let number = tasks.takesUpWork(id, label: label) {
      trace.addDriverTask(number)
    }
    labelOfNewTask = label
    inside(onMainThread: false) { task.begin(work, from: origin) }
    labelOfNewTask = nil
    return task
  }

  /// Ends the simulation.
  ///
  /// Idle tasks end, and all other tasks never continue.
  func end() {
    dismissIdleTasks()
    hasEnded = true
    ExternalJobQueue.close()
    endSuspensions()
    releaseWork()
  }

  private func dismissIdleTasks() {
    guard !idleTasks.isEmpty else { return }
    let ids = idleTasks.compactMap(\.idleID)
    inside(onMainThread: true) {
      for task in idleTasks { task.dismiss() }
      while let due = events.next() {
        guard case .job(let job, _, _) = due, ids.contains(taskID(of: job)) else { continue }
        job.runSynchronously(on: SimulationMainExecutor.shared.asUnownedSerialExecutor())
      }
    }
  }

  /// Lets story time pass for a duration, and runs everything that is due in it.
  ///
  /// - Throws: ``Stall`` if the code never comes to rest.
  public func advance(by duration: Duration) throws(Stall) {
    let end = instant(after: duration)
    try settle()
    while try moveToNextInstant(notAfter: end) {}
    rest(at: end)
  }

  /// Lets story time pass until a condition holds.
  ///
  /// The condition is checked at every moment at which something happened. States that exist only
  /// between two jobs of one moment are not checked, because no person could see them.
  ///
  /// - Throws: ``Stall`` if the code never comes to rest; otherwise the error that the condition
  ///   throws.
  public func wait(upTo limit: Duration, until condition: () throws -> Bool) throws -> Wait {
    let end = instant(after: limit)
    try settle()
    repeat {
      if try !mainIsHeld && observe(condition) { return .held }
    } while try moveToNextInstant(notAfter: end) || receiveLateJobs()
    guard hasTimer else { return .nothingLeft }
    rest(at: end)
    return .timeOver
  }

  /// Lets unfinished work end, and returns the labels of the work that does not.
  ///
  /// Call it after releasing the objects that owned the tasks. A timer that a module permits to
  /// last counts as ended.
  ///
  /// - Parameter limit: The story time that this may take; ``Limits/storyTime`` if `nil`.
  /// - Returns: The labels of the work with unfinished tasks, without duplicates: first in the
  ///   order of the work, then those of detached tasks that sleep. A detached task that waits for
  ///   something else does not count, because it can't be distinguished from a finished one.
  /// - Throws: ``Stall`` if the code never comes to rest.
  public func finish(within limit: Duration? = nil) throws(Stall) -> [WorkLabel] {
    let end = instant(after: limit ?? limits.storyTime)
    isFinishing = true
    defer { isFinishing = false }
    try settle()
    while isUnderWay {
      if try moveToNextInstant(notAfter: end) { continue }
      if try !receiveLateJobs() { break }
    }
    var labels = origins.unfinished + tasks.labelsOfSleepers
    // A timer or a wait of a detached task.
    if labels.isEmpty, hasCalls || !suspended.isEmpty { labels = [""] }
    guard !labels.isEmpty else { return [] }
    var seen: Set<WorkLabel> = []
    return labels.filter { seen.insert($0).inserted }
  }

  private var isUnderWay: Bool { tasks.hasSleepers || hasCalls || !origins.unfinished.isEmpty }

  private var hasCalls: Bool { calls.values.contains { $0.timer?.isPermitted != true } }

  // MARK: - Rest

  func comeToRest() throws(Stall) {
    try runDueJobs()
    reportRest()
  }

  /// Advances to an instant at which nothing is due.
  private func rest(at instant: Int64) {
    guard instant > events.now else { return }
    move(to: instant)
    reportRest()
  }

  private func reportRest() {
    // While code blocks the main thread, nothing of the app can be inspected.
    guard let onRest, !isObserved, !mainIsHeld else { return }
    observe(onRest)
  }

  /// Runs code that inspects the simulation, without calling ``onRest`` for what that code
  /// performs.
  private func observe<R>(_ body: () throws -> R) rethrows -> R {
    let wasObserved = isObserved
    isObserved = true
    defer { isObserved = wasObserved }
    return try body()
  }
}
#endif
