import ScenarioLanguage
import Synchronization

/// A log of the app code that the engine is about to run.
///
/// If the process crashes, the log identifies the code that caused it.
package protocol ActivityLog: AnyObject, Sendable {
  /// Records that the step definitions of a module are about to be read.
  ///
  /// - Returns: A closure that records that they were.
  func readsSteps(ofModule module: String) -> () -> Void

  /// Returns the diagnostic for a file whose planning ended an earlier process; `nil` for all other
  /// files.
  func diagnostic(forPlanning file: StoryFile) -> Diagnostic?

  /// Records that a step is about to be planned, which may decode its data.
  func plans(line: Int, of path: String)

  /// Records that a step is about to run.
  ///
  /// The index after the last step stands for the end of the scenario.
  func runs(step: Int, line: Int)

  /// Records that observations are about to be taken for which no step asks, or that they were.
  ///
  /// - Parameter step: The index of the step that has just ended; `nil` after the observations.
  func observes(after step: Int?)

  /// The first step after which such observations are taken.
  ///
  /// It follows the step after which they ended an earlier process.
  var firstObservedStep: Int { get }
}

package enum Activity {
  private final class Holder: Sendable {
    let log: any ActivityLog
    init(_ log: any ActivityLog) { self.log = log }
  }

  private static let holder = AtomicLazyReference<Holder>()

  /// The log of this process; `nil` unless the process is a worker.
  package static var log: (any ActivityLog)? { holder.load()?.log }

  /// Sets the log of this process; later calls have no effect.
  package static func note(in log: any ActivityLog) { _ = holder.storeIfNil(Holder(log)) }
}
