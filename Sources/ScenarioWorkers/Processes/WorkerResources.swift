import CWorkers
import Foundation
import ScenarioKit

/// The resources that a worker shares with the process that started it.
package struct WorkerResources {
  package let progress: WorkerProgress
  package let capture: OutputCapture
  package var limits: WorkerLimits

  /// The path of the executable that runs in the worker.
  var executable = SymbolTable.ownExecutable

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

  func termination(_ status: ProcessEnd) -> Termination {
    Termination(status, progress, output: capture.end, limits: limits, executable: executable)
  }
}
