import CWorkers
import Glibc
import ScenarioKit

/// What a worker and its supervisor share.
package struct WorkerProcess {
  package let progress: WorkerProgress
  package let capture: OutputCapture
  package let limits: WorkerLimits

  /// The executable that runs in it.
  let executable: String

  /// Makes what a worker needs, before it is forked.
  package init(limits: WorkerLimits, after deaths: [PlanningDeath] = []) throws {
    self.init(
      progress: try WorkerProgress(after: deaths), capture: try OutputCapture(), limits: limits)
  }

  init(
    progress: WorkerProgress, capture: OutputCapture, limits: WorkerLimits,
    executable: String = SymbolTable.ownExecutable
  ) {
    self.progress = progress
    self.capture = capture
    self.limits = limits
    self.executable = executable
  }

  /// Makes this process the worker.
  ///
  /// - Parameter keepsInput: Whether it reads what a person types.
  package func begin(keepsInput: Bool = false) {
    worker_reset_signals()
    if !keepsInput {
      let nothing = open("/dev/null", O_RDONLY)
      if nothing > 0 {
        dup2(nothing, STDIN_FILENO)
        close(nothing)
      }
    }
    capture.redirect()
    progress.begin()
    Activity.note(in: progress)
  }

  func death(_ status: ExitStatus) -> Death {
    Death(status, progress, output: capture.end, limits: limits, executable: executable)
  }
}
