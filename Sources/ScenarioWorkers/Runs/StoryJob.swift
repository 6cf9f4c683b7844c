import ScenarioReports
import ScenarioRunning

/// The work of a worker, which can be sent to a process that was started from another build.
package struct StoryJob: Codable, Sendable {
  /// The version of the messages between a supervisor and its workers.
  package static let version = 14

  /// The role of a worker that was executed for jobs.
  static let role = "stories"

  /// The role of a worker that was executed for single scenarios of jobs.
  static let roleOfScenarios = "scenarios"

  /// The part of a job that every version has.
  struct Version: Decodable { var version: Int }

  /// A file of stories, or a part of its scenarios.
  package struct File: Codable, Sendable {
    /// The file's number in the run, starting at 0.
    package var number: Int
    /// The file's path in the scenarios folder.
    package var path: String
    /// The file's text; `nil` to read it from disk.
    package var text: String?
    /// The one of ``parts`` equal parts of its scenarios that runs, starting at 0.
    package var part = 0
    package var parts = 1
    /// The variations that run in place of the scenarios; empty if the scenarios run.
    package var variations: [VariedScenarios] = []
  }

  /// The processes in which scenarios run.
  package enum Isolation: String, Codable, Sendable {
    /// Many scenarios share a process; each one that does not pass is repeated in its own process.
    case shared
    /// Each scenario runs in its own process.
    case isolated
    /// All scenarios run in the process of the command, for debuggers.
    case inProcess
  }

  package var version = Self.version
  package var folder: ScenariosFolder.Root
  package var files: [File]
  package var selection: Selection
  /// The division over machines, of which one part runs; `nil` if everything runs here.
  package var division: Division?
  package var isolation = Isolation.shared
  /// Whether a few scenarios may run in the worker itself.
  ///
  /// It is `false` after a scenario did not pass there, see ``RunEvent/handsOver``.
  package var mayRunInWorker = true
  /// The optional contents of reports.
  package var contents: ScenarioReport.Contents = []
  /// Whether to report the files that stories name.
  package var namesFiles = false
  /// Whether to report the texts of warnings in the stories, and not only their number.
  package var namesWarnings = false
  /// Whether to report everything that is wrong with each file, as `check` does for it alone.
  package var reportsDiagnostics = false
  package var repetitions = 1
  /// Whether the run ends at the first failure.
  package var failsFast = false
  /// Whether to compare the traces of several runs, isolated and in other orders.
  package var checksDeterminism = false
  /// A number that varies the order of memory in the processes that run scenarios; 0 for none.
  var memorySeed: UInt64 = 0
  /// Whether scenarios with undefined steps do not count as broken.
  package var allowsUndefined = false
  /// The world of the scenarios; in a live run, each also runs in a simulation.
  package var world = RunWorld.current
  /// The resources that the app may use in each process.
  package var limits = WorkerLimits()
  /// The files whose planning has ended a worker before.
  package var crashes: [PlanningCrash] = []

  /// Creates a job of the selected scenarios in files, whose paths are relative to the folder.
  package init(
    of paths: [String] = [], in folder: ScenariosFolder, selection: Selection = Selection()
  ) {
    files = paths.enumerated().map { File(number: $0, path: $1) }
    (self.folder, self.selection) = (folder.rootFolder, selection)
  }
}
