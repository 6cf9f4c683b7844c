import Foundation
import ScenarioLanguage

/// The results of a scenario in a run.
package struct ScenarioReport: Codable, Sendable, Hashable {
  /// The file's path as shown to users.
  package var path: String

  /// The titles of the story, the enclosing scenarios and the scenario itself.
  package var titles: [String]

  /// The line of the scenario's title or, with examples, of its example, from 1.
  package var line: Int

  /// The line at which ``text`` begins; `nil` if it is ``line``.
  package var firstLine: Int?

  /// The last line of the scenario, including nested scenarios.
  package var lastLine: Int

  /// The last line of ``text``, before the first nested scenario.
  package var ownLastLine: Int

  /// The module against which the scenario ran.
  package var module: String

  /// The tags of the scenario and of the enclosing ones, without `@`.
  package var tags: [String]

  /// The person who acts in the scenario, such as `reader`; `nil` if no person does.
  package var person: String?

  /// The author's text: the scenario's lines of the file, without those of nested scenarios.
  ///
  /// It is not coded. A results file has each text once; see ``ResultsFile``.
  package var text: StoryText = ""

  /// The author's text with masked secrets, from a worker to its supervisor, which has the file.
  package var maskedText: String?

  /// The notes that hold if all scenarios have them that share a part of the story; see
  /// ``SharedNotes``, which removes them.
  package var sharedNotes: [SharedNote]?

  /// The sandbox violations by kind and place, from a worker that lists them; `nil` for none.
  package var violations: [Violation]?

  /// The masked secrets, from a worker whose steps have sentences, which are not masked.
  package var secrets: [String]?

  package var verdict: Verdict

  /// The reason for skipping, the known issue, or the title of the blocking scenario.
  ///
  /// `nil` for other verdicts.
  package var reason: String?

  /// The index in ``titles`` of the blocking scenario; `nil` for other verdicts.
  package var blocker: Int?

  /// The steps, including those of enclosing scenarios, in order; empty unless details are
  /// recorded.
  @CompactList package var steps: [StepResult] = []

  /// The failures of the scenario.
  package var failures: [Failure] = []

  /// The notes, which do not affect the verdict.
  package var notes: [Note] = []

  /// The interactions between the app and its surroundings, in order.
  @CompactList package var events: [Event] = []

  /// The elapsed story time, in nanoseconds.
  package var storyNanoseconds: Int64

  /// The elapsed real time, in seconds.
  package var seconds: Double

  /// The fingerprint of the trace; two runs with the same trace have the same fingerprint.
  package var traceHash: String

  /// The trace, with a line for each entry; empty unless it was recorded.
  package var trace = ""

  /// The app's printed output, up to 64 KB; `nil` if there is none.
  package var output: String?

  /// The reason why the scenario does not count as broken, although it is blocked or undefined, or
  /// was skipped and its last result remains.
  package var exemption: Exemption?

  /// All attempts at the scenario, in order; `nil` in a report that was not merged from several.
  package var attempts: [Attempt]?

  /// The identity of the scenario, which is independent of its title and file.
  ///
  /// A comparison assigns it. It stays the same when a title is changed or a file is moved. `nil`
  /// if nothing was compared.
  package var identity: String?

  /// The place among all chosen scenarios; `nil` unless the run is divided over machines.
  package var place: Place?

  /// The run since which the scenario is broken, or was when it last had a result; `nil` if it
  /// isn't, or nothing was compared.
  package var brokenSince: Moment?

  /// The elapsed story time.
  package var storyTime: Duration { .nanoseconds(storyNanoseconds) }

  /// The full name: `story › scenario › nested`.
  package var name: String { titles.joined(separator: " › ") }

  /// The path and the titles, which identify the scenario among all files.
  package var key: String { "\(path) › \(name)" }

  /// The location of the scenario's title or, with examples, of its example.
  package var location: Location { Location(path: path, line: line, column: 1) }

  private enum CodingKeys: CodingKey {
    case path, titles, line, firstLine, lastLine, ownLastLine, module, tags, person, maskedText
    case sharedNotes, violations, secrets
    case verdict, reason, blocker, steps, failures, notes, events, storyNanoseconds, seconds
    case traceHash, trace, output, exemption, attempts, identity, brokenSince, place
  }

  /// Creates a report without details: no steps, failures, notes, events and trace.
  package init(
    path: String, titles: [String], line: Int, lastLine: Int, ownLastLine: Int? = nil,
    module: String, tags: [String], text: StoryText = "", verdict: Verdict, reason: String?,
    storyNanoseconds: Int64, seconds: Double, traceHash: String
  ) {
    (self.path, self.titles, self.line, self.lastLine) = (path, titles, line, lastLine)
    self.ownLastLine = ownLastLine ?? lastLine
    (self.module, self.tags, self.text) = (module, tags, text)
    (self.verdict, self.reason) = (verdict, reason)
    (self.storyNanoseconds, self.seconds, self.traceHash) = (storyNanoseconds, seconds, traceHash)
  }

  /// The notes, with their locations.
  package var noteLines: [String] {
    notes.map { "\(path):\($0.line):\($0.column): note: \($0.message)" }
  }

  /// Reduces the memory of the report: its details become bytes, and its texts are shared with
  /// those of the report before it.
  package mutating func compact(after other: ScenarioReport?) {
    _steps.compact()
    _events.compact()
    guard let other else { return }
    if path == other.path { path = other.path }
    if module == other.module { module = other.module }
    if tags == other.tags { tags = other.tags }
    for (index, title) in zip(titles.indices, other.titles) where titles[index] == title {
      titles[index] = title
    }
  }

  /// Leaves the steps or the events in the copy of a results file, as JSON.
  mutating func keep(steps: Data) { _steps = CompactList(json: steps) }
  mutating func keep(events: Data) { _events = CompactList(json: events) }

  /// The place of a scenario among all that are chosen, by which the parts of a run are merged.
  package struct Place: Codable, Sendable, Hashable {
    /// The path of the file, relative to the folder of stories.
    package var path: String
    /// The index among the chosen scenarios of the file, in all parts.
    package var index: Int

    package init(path: String, index: Int) { (self.path, self.index) = (path, index) }
  }

  /// A reason why a blocked, undefined or skipped scenario does not count as broken.
  package enum Exemption: String, Codable, Sendable, Hashable {
    /// A known issue of an enclosing scenario blocks it.
    case knownIssue
    /// Undefined steps are allowed in this run.
    case undefinedAllowed
    /// It needs more real time than a scenario may take, so its last result remains.
    case needsMoreTime
  }

  /// The run in which something began.
  package struct Moment: Codable, Sendable, Hashable {
    /// The time at which the run began.
    package var date: Date

    /// The commit that was checked out; `nil` outside of a repository.
    package var commit: String?
  }

  /// The optional contents of a report, each of which takes time or memory.
  ///
  /// The verdict, the failures and the notes are always included. A scenario that did not pass also
  /// has its details and the fingerprint, and one that failed has its trace.
  package struct Contents: OptionSet, Codable, Sendable {
    /// The bits of the contents.
    package let rawValue: UInt16

    /// Creates contents from their bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The steps, the events, and the person who acts.
    package static let details = Contents(rawValue: 1)
    /// The values that the app showed after each step.
    package static let shownValues = Contents(rawValue: 2)
    package static let trace = Contents(rawValue: 4)
    /// The fingerprint of the trace, which takes as long to compute as the scenario takes to run.
    package static let fingerprint = Contents(rawValue: 8)
    /// The author's text.
    package static let text = Contents(rawValue: 16)
    /// The data for `scenarios accept`: secrets in the updates of failures are not masked, and
    /// steps have the ranges of the values that they expect.
    package static let updates = Contents(rawValue: 32)
    /// The sandbox violations, which then do not fail the scenario.
    ///
    /// It also goes on after a check that fails, because what the app was refused may be the cause.
    package static let violations = Contents(rawValue: 64)
    /// The sentences of the steps as a story has them, from which the scenario can be written again.
    package static let sentences = Contents(rawValue: 128)
    /// With the shown values, those that checks compare and that have parameters or are built in.
    package static let comparedValues = Contents(rawValue: 256)
    /// After each report, those of the scenario without the acts before its checks, with notes.
    package static let trials = Contents(rawValue: 512)
    /// The values that the app shows during a pause, as events.
    package static let pauseValues = Contents(rawValue: 1024)
  }
}
