import ScenarioReports

/// Processes for scenarios that execute this program anew, for a process that must not fork.
///
/// A process receives its job, and then a request for each scenario.
package struct ExecutedProcesses: ScenarioProcesses {
  /// A request to a worker.
  struct Request: Codable, Sendable {
    /// The caller's index of the scenario.
    var scenario: Int
    /// The scenario's place in the job.
    var position: RunPosition
    /// Whether only the values that the app shows are wanted.
    var isObservation: Bool
    /// The first step after which the app may be observed.
    var firstObservedStep: Int
  }

  /// The number of requests that a worker has in advance, so that it does not wait for the next
  /// one.
  ///
  /// A pipe holds some hundred of them.
  private static let requestsAtOnce = 32

  private let job: StoryJob
  private let scenarios: [RunPosition]
  private let arguments: [String]
  private let role: String
  private let isObservation: Bool
  private let onPause: () throws -> Void

  /// - Parameters:
  ///   - job: The job with the scenarios.
  ///   - scenarios: The places of the scenarios in the job.
  ///   - arguments: The arguments of this process's executable, including its name.
  ///   - role: A text that identifies the stories for a worker.
  ///   - isObservation: Whether only the values that the app shows are wanted.
  ///   - onPause: A closure that is called several times a second.
  package init(
    of job: StoryJob, _ scenarios: [RunPosition], arguments: [String], role: String,
    isObservation: Bool, onPause: @escaping () throws -> Void = {}
  ) {
    (self.job, self.scenarios) = (job, scenarios)
    (self.arguments, self.role) = (arguments, role)
    (self.isObservation, self.onPause) = (isObservation, onPause)
  }

  package func together(
    _ indices: [Int], observingFrom step: Int, _ receive: (Int, ScenarioOutcome) throws -> Void
  ) throws -> Int {
    var job = job
    let files = Set(indices.map { scenarios[$0].file })
    job.files.removeAll { !files.contains($0.number) }
    let worker = try Worker(
      executing: SymbolTable.ownExecutable, arguments, role: role, limits: job.limits)
    // If the worker has ended, its termination is found below.
    try? worker.send([job])
    var (sent, ended, isOpen, isDone) = (0, 0, true, false)
    var damage: DamagedMessages?
    var last = ContinuousClock.now
    while isOpen, !isDone {
      if sent == ended {
        let next = indices[sent...].prefix(Self.requestsAtOnce)
        sent = next.endIndex
        try? worker.send(
          next.map { index in
            Request(
              scenario: index, position: scenarios[index], isObservation: isObservation,
              firstObservedStep: step)
          })
      }
      if worker.hasMessages(within: 100) {
        do {
          isOpen = try worker.reader.read { message in
            guard ended < indices.count, let isFine = message.first else { return }
            try receive(indices[ended], .ran(isFine: isFine == 1, bytes: message.dropFirst()))
            ended += 1
            isDone = isFine != 1 || ended == indices.count
          }
        } catch let error as DamagedMessages {
          (damage, isOpen) = (error, false)
          worker.killGroups()
        }
      }
      let now = ContinuousClock.now
      if now - last >= Worker.interval {
        worker.watch(after: now - last)
        last = now
        try onPause()
        if worker.hasEnded { isOpen = false }
      }
    }
    guard !isDone else { return ended }
    // Leave the process for the worker's `deinit` to reap, so that its ID is not reused.
    let status = worker.child.waitWithoutReaping()
    return try ended + worker.resources.report(status, damage, of: indices[ended...], receive)
  }
}
