import ScenarioReports
import ScenarioRunning

/// A scenario whose process terminated while it ran.
package struct TerminatedScenario {
  let termination: Termination

  /// The step that ran; `nil` before the first one.
  private let step: Int?
  private let storyTime: Duration
  private let seconds: Double
  private let output: String?

  /// The first step after which the same observations may be taken again; `nil` if the process
  /// terminated in code that the scenario asks for.
  let nextObservedStep: Int?

  /// Whether the app ended the process itself, in code that the scenario asks for.
  ///
  /// It does not if another process or a limit ended it. A busy machine may reach those of time.
  let isCertain: Bool

  init(_ termination: Termination, step: Int?, in resources: WorkerResources) {
    let progress = resources.progress
    (self.termination, self.step) = (termination, step)
    (storyTime, seconds) = (progress.storyTime, progress.seconds)
    output = resources.capture.text
    // An observation that blocked once would take as long after each step.
    let isBlocked = progress.memory.pointee.ending != 0
    nextObservedStep = progress.observedStep.map { isBlocked ? .max : $0 + 1 }
    isCertain = !termination.isFromOutside && !isBlocked && nextObservedStep == nil
  }

  func report(
    of scenario: PlannedScenario, contents: ScenarioReport.Contents = []
  ) -> ScenarioReport {
    var report = Runner.report(
      of: scenario, terminatedIn: step, at: storyTime, seconds: seconds, contents: contents,
      with: termination.failure)
    report.output = output
    return report
  }
}
