// What a driver does with a simulation.
extension Simulation {
  /// Lets everything happen that is due at this moment; no time passes.
  ///
  /// - Throws: ``Stall`` if that never ends.
  public func settle() throws(Stall) {
    precondition(!hasEnded, "this simulation has ended; drive it only inside Simulation.run")
    // Looking is part of the moment: a condition that performs work must not renew the budget.
    if !isLooking { (jobsAtThisMoment, jobsInThisSecond) = (0, 0) }
    try comeToRest()
  }

  /// Runs work on the simulation's main actor and lets story time pass until it ends.
  ///
  /// Tasks that the work starts and does not wait for go on afterwards.
  ///
  /// - Parameters:
  ///   - label: What the work is called where it, or a task that it started, never ends; see
  ///     ``finish()``.
  ///   - limit: How much story time it may take, ``Limits/storyTime`` unless given. With `.zero`,
  ///     no time passes.
  /// - Throws: ``Stall`` if the work does not end; else what the work throws.
  @discardableResult
  public func perform<R: Sendable>(
    _ label: WorkLabel = "", within limit: Duration? = nil,
    _ work: @escaping @MainActor @Sendable () async throws -> R
  ) throws -> R {
    let parcel = Parcel<R>()
    try carryOut(label, within: limit) { parcel.pack(try await work()) }
    // It has been packed where the work has ended without an error.
    guard let content = parcel.content else { throw Stall(.nothingLeft, pending: []) }
    return content
  }

  /// Runs work on the simulation's main actor as ``perform(_:within:_:)`` does, which gives nothing
  /// back.
  package func carryOut(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws {
    let task = begin(work, label)
    defer { if task.idleID == nil { task.abandon() } else { idleTasks.append(task) } }
    let limit = limit ?? limits.storyTime
    let deadline = instant(after: limit)
    try settle()
    while true {
      if let result = task.result { return try result.get() }
      if try moveToNextInstant(notAfter: deadline) { continue }
      if try receiveLateJobs() { continue }
      throw Stall(
        events.nextInstant == nil ? .nothingLeft : .storyTimeLimit(limit), pending: pendingInstants)
    }
  }

  /// Hands work to a task that has none, or to a new one.
  private func begin(_ work: @escaping WorkTask.Work, _ label: WorkLabel) -> WorkTask {
    let origin = Origin(label)
    origins.add(origin)
    let task = idleTasks.popLast() ?? WorkTask()
    if let id = task.idleID { tasks.takesUpWork(id, label: label) }
    labelOfNewTask = label
    inside(onMainThread: false) { task.begin(work, from: origin) }
    labelOfNewTask = nil
    return task
  }

  /// Ends the simulation: the tasks that wait for work end, and all others never continue.
  func end() {
    dismissIdleTasks()
    hasEnded = true
    ExternalJobQueue.close()
  }

  private func dismissIdleTasks() {
    guard !idleTasks.isEmpty else { return }
    let ids = idleTasks.compactMap(\.idleID)
    inside(onMainThread: true) {
      for task in idleTasks { task.dismiss() }
      while let due = events.next() {
        guard ids.contains(taskID(of: due.job)) else { continue }
        due.job.runSynchronously(on: SimulationMainExecutor.shared.asUnownedSerialExecutor())
      }
    }
  }

  /// Lets this much story time pass, with everything that happens in it.
  ///
  /// - Throws: ``Stall`` if something in it never comes to rest.
  public func advance(by duration: Duration) throws(Stall) {
    let end = instant(after: duration)
    try settle()
    while try moveToNextInstant(notAfter: end) {}
    rest(at: end)
  }

  /// How a wait ended.
  public enum Wait: Sendable, Hashable {
    /// The condition holds; time stands at the first moment at which it did.
    case held
    /// The time is over, and it has passed.
    case timeOver
    /// Nothing more will ever happen, so it can't come to hold; no further time has passed.
    case nothingLeft
  }

  /// Lets story time pass until a condition holds, looking at every moment at which something
  /// happened.
  ///
  /// What is shown only between two jobs of one moment is not looked at: no person could have seen
  /// it.
  ///
  /// - Throws: ``Stall`` if something in it never comes to rest; what the condition throws.
  public func wait(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Wait {
    let end = instant(after: limit)
    try settle()
    while true {
      if try look(condition) { return .held }
      if try moveToNextInstant(notAfter: end) { continue }
      if try receiveLateJobs() { continue }
      if events.nextInstant == nil { return .nothingLeft }
      rest(at: end)
      return .timeOver
    }
  }

  /// Ends the simulation: lets what is under way come to its end, and says what never does.
  ///
  /// To be called when whatever owned the tasks has been let go.
  ///
  /// - Parameter limit: How much story time the rest may take, ``Limits/storyTime`` unless given.
  /// - Returns: The labels of the work whose tasks are still not done, each once: in the order of
  ///   the work, and after them those of tasks that were detached and sleep. A detached task that
  ///   waits for something else can't be told from one that is done, so it does not count.
  /// - Throws: ``Stall`` if something never comes to rest.
  public func finish(within limit: Duration? = nil) throws(Stall) -> [WorkLabel] {
    let end = instant(after: limit ?? limits.storyTime)
    try settle()
    while isUnderWay {
      if try moveToNextInstant(notAfter: end) { continue }
      if try !receiveLateJobs() { break }
    }
    var seen: Set<WorkLabel> = []
    return (origins.unfinished + tasks.labelsOfSleepers).filter { seen.insert($0).inserted }
  }

  private var isUnderWay: Bool { tasks.hasSleepers || !origins.unfinished.isEmpty }

  // MARK: - Rest

  func comeToRest() throws(Stall) {
    try runDueJobs()
    tellRest()
  }

  /// Moves on to an instant at which nothing is due.
  private func rest(at instant: Int64) {
    guard instant > events.now else { return }
    move(to: instant)
    tellRest()
  }

  private func tellRest() {
    guard let onRest, !isLooking else { return }
    look(onRest)
  }

  /// Runs code that looks at the simulation, which is no reason to call it again.
  private func look<R>(_ body: () throws -> R) rethrows -> R {
    let wasLooking = isLooking
    isLooking = true
    defer { isLooking = wasLooking }
    return try body()
  }
}
