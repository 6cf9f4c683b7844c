import ScenarioEngine
import ScenarioLanguage

/// What a worker is to run: it can be sent to a process that was started from another build.
package struct StoryJob: Codable, Sendable {
  /// The version of the messages between a supervisor and its workers.
  package static let version = 1

  /// A file of stories, or a part of its scenarios.
  package struct File: Codable, Sendable {
    /// The file's number in the run, from 0.
    package var number: Int
    /// Its path from the folder of scenarios.
    package var path: String
    /// Its text; `nil` to read it.
    package var text: String?
    /// Which of ``parts`` equal parts of its scenarios is to be run, from 0.
    package var part = 0
    package var parts = 1

    package init(number: Int, path: String, text: String? = nil, part: Int = 0, parts: Int = 1) {
      self.number = number
      self.path = path
      self.text = text
      self.part = part
      self.parts = parts
    }
  }

  /// What a result has beside its verdict, failures and notes.
  package struct Contents: Codable, Sendable {
    /// What the app showed after each step.
    package var shown = false
    /// The steps, and what happened between the app and its surroundings, of scenarios that pass.
    package var course = false
    /// Everything that happened, of scenarios that pass.
    package var trace = false
    /// The lines of the story.
    package var text = false
    /// The fingerprint of the trace, of scenarios that pass.
    package var fingerprint = false
    /// The files that stories name.
    package var namedFiles = false

    package init() {}
  }

  /// In which processes scenarios run.
  package enum Isolation: String, Codable, Sendable {
    /// Many in one process; each that does not pass is repeated in one of its own.
    case shared
    /// Each in a process of its own.
    case isolated
    /// All in the process of the command, for debuggers.
    case inProcess
  }

  package var version = Self.version
  package var folder: ScenariosFolder.Location
  package var files: [File]
  package var selection: Selection
  package var isolation = Isolation.shared
  /// Whether a few scenarios may run in the worker itself; not after one of them did not pass there.
  package var mayRunInWorker = true
  package var contents = Contents()
  package var repetitions = 1
  /// Compares traces of several runs, isolated and in other orders.
  package var checksDeterminism = false
  /// Run with the doubles and for real.
  package var isLive = false
  /// The files whose planning has ended a worker before.
  package var deaths: [PlanningDeath] = []

  package init(
    folder: ScenariosFolder.Location, files: [File], selection: Selection
  ) {
    self.folder = folder
    self.files = files
    self.selection = selection
  }
}
