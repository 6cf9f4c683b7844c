import ScenarioLanguage
import Synchronization

/// Notes what the engine is about to do with code of the app, so that it is known should the process
/// die of it.
package protocol ActivityLog: AnyObject, Sendable {
  /// The step definitions of a module are read.
  func readsSteps(ofModule module: String)

  /// What is wrong with a file whose planning has ended a process before; `nil` for all others.
  func diagnostic(forPlanning file: StoryFile) -> Diagnostic?

  /// A step is planned, which may decode its data.
  func plans(line: Int, of path: String)

  /// A step is run; the one behind the last stands for the end of the scenario.
  func runs(step: Int, line: Int)
}

package enum Activity {
  private final class Holder: Sendable {
    let log: any ActivityLog
    init(_ log: any ActivityLog) { self.log = log }
  }

  private static let holder = AtomicLazyReference<Holder>()

  /// The log of this process; `nil` unless it is a worker.
  package static var log: (any ActivityLog)? { holder.load()?.log }

  /// Sets the log of this process, once.
  package static func note(in log: any ActivityLog) { _ = holder.storeIfNil(Holder(log)) }
}
