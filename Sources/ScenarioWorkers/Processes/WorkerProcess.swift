import CWorkers
import Glibc
import ScenarioKit

/// The resources that a worker and its supervisor share.
package struct WorkerProcess {
  package let progress: WorkerProgress
  package let capture: OutputCapture
  package let limits: WorkerLimits

  /// The path of the executable that runs in the worker.
  let executable: String

  /// Creates the resources of a worker, before it is forked.
  package init(limits: WorkerLimits, after crashes: [PlanningCrash] = []) throws {
    self.init(
      progress: try WorkerProgress(after: crashes), capture: try OutputCapture(), limits: limits)
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
  package func begin() {
    worker_reset_signals()
    let nothing = open("/dev/null", O_RDONLY)
    if nothing > 0 {
      dup2(nothing, STDIN_FILENO)
      close(nothing)
    }
    capture.redirect()
    progress.begin()
    Activity.note(in: progress)
  }

  func termination(_ status: ExitStatus) -> Termination {
    Termination(status, progress, output: capture.end, limits: limits, executable: executable)
  }
}
