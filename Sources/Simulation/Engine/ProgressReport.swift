/// Memory through which a watchdog in another process observes the simulation.
///
/// While `jobs` does not change, the process runs one long job, or none. `storyTime` is for
/// display: a job that puts its thread to sleep in a loop advances it forever.
///
/// Plain stores are sound here. Simulations of a process run one at a time, so each word has one
/// writer at any moment. The reader is another process that maps the same memory, reads aligned
/// words, and only compares each value with the previous one.
package struct ProgressReport: @unchecked Sendable {
  let jobs: UnsafeMutablePointer<UInt64>
  private let storyTime: UnsafeMutablePointer<Int64>

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - jobs: Receives the number of jobs that the process has run, in all its simulations.
  ///   - storyTime: Receives the nanoseconds of story time since the current simulation's start.
  ///
  /// Both must be aligned and stay valid until the process ends.
  package init(jobs: UnsafeMutablePointer<UInt64>, storyTime: UnsafeMutablePointer<Int64>) {
    (self.jobs, self.storyTime) = (jobs, storyTime)
  }

  /// The report of a process without a watchdog outside.
  static let ofProcess = {
    let report = ProgressReport(jobs: .allocate(capacity: 1), storyTime: .allocate(capacity: 1))
    report.jobs.initialize(to: 0)
    return report
  }()

  func jobStarts() { jobs.pointee &+= 1 }

  func timeMoved(to instant: Int64) { storyTime.pointee = instant }
}

extension Simulation {
  /// The report to which simulations write their progress; `nil` by default.
  ///
  /// A worker process sets it once, before it runs its first simulation and starts a second thread.
  /// Each simulation reads it when it starts.
  package nonisolated(unsafe) static var progress: ProgressReport?
}
