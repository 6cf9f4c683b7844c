import CSimulation
import CWorkers
import ScenarioRunning

extension WorkerResources {
  /// Begins to run scenarios in this process.
  func beginRuns(startsPrograms: Bool, in world: RunWorld = .current) throws {
    // The watchdog may check too late, so the system has a limit that is 25% higher.
    if let memory = limits.memory { worker_limit_memory(UInt64(memory + memory / 4)) }
    progress.followSimulations()
    guard world != .live else { return }
    try ProcessState.begin(startsPrograms: startsPrograms)
    // In real time, threads of the app look like others.
    if world == .simulated { simulation_seal_process(startsPrograms) }
  }

  /// Runs a scenario in this process, which records that it does.
  func run(_ index: Int, _ run: () throws -> ScenarioMessage) throws -> ScenarioMessage {
    capture.begin()
    progress.runs(scenario: index)
    let message = try run()
    worker_wait_for_termination()
    if message.isFine { progress.endIfMessagesAreClosed() }
    return message
  }

  /// Reports how the scenarios ended that a process ran when it terminated.
  ///
  /// - Parameters:
  ///   - status: The status of the process.
  ///   - damage: The damage to its messages; `nil` if there is none.
  ///   - indices: The scenarios without a message.
  /// - Returns: The number of scenarios that ended.
  func report(
    _ status: ProcessEnd, _ damage: DamagedMessages?, of indices: ArraySlice<Int>,
    _ receive: (Int, ScenarioOutcome) throws -> Void
  ) throws -> Int {
    let termination = damage.map { Termination($0) } ?? self.termination(status)
    var (blamed, lastStep): (Int, Int?) = (indices.startIndex, nil)
    if case .running(let index, let step) = progress.phase,
      let running = indices.firstIndex(of: index)
    {
      (blamed, lastStep) = (running, step)
    } else if indices.startIndex == 0 {
      throw LostProcess(reason: termination.message)
    }
    // Otherwise it terminated after a scenario had ended. The next one runs alone, and then a
    // search finds the one that it depends on.
    for lost in indices[..<blamed] { try receive(lost, .lost) }
    try receive(
      indices[blamed], .terminated(TerminatedScenario(termination, step: lastStep, in: self)))
    return blamed + 1 - indices.startIndex
  }
}
