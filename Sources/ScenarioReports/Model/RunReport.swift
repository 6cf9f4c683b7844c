import Foundation
import ScenarioLanguage

/// The results of a run, in the form in which they are stored.
///
/// All reports use this model, whether `scenarios run` or `swift test` created it. It includes all
/// texts that a report shows, so it needs neither the stories nor the app. Its JSON keys are the
/// coding keys of these types.
package struct RunReport: Codable, Sendable, Hashable, Identifiable {
  /// The version of the format, 5; a file of another version is refused.
  package static let currentVersion = 5

  /// The version of the format in which the report was written.
  package var version = currentVersion

  /// The unique identifier of the run.
  package var id: UUID

  /// The time at which the run began.
  package var began: Date

  /// The real time that the run took, in seconds.
  package var seconds: Double

  /// The origin of the run.
  package var origin: Origin

  /// The stories that a run of some of them was asked for, in words; `nil` for all stories.
  package var part: String? {
    guard isPartial == true else { return nil }
    let parts = [shard?.words, scope?.words].compactMap(\.self)
    return parts.isEmpty ? "some stories" : parts.joined(separator: ", ")
  }

  /// The stories that were asked for; `nil` if unknown, such as for merged runs that differ.
  package var scope: Scope?

  /// Whether only some of the stories were selected; `nil` for all of them.
  ///
  /// Scenarios that are missing from a run of some stories do not count as removed.
  package var isPartial: Bool?

  /// The part of a run that is divided over machines; `nil` if it is not divided.
  package var shard: Shard?

  /// Whether no history keeps the run, because of `--no-history` or because its stories differ;
  /// `nil` if one may.
  package var skipsHistory: Bool?

  /// Whether all scenarios ran in real time; `nil` for story time.
  package var isRealTime: Bool?

  /// The reasons why the run fails that concern no single scenario or file; `nil` if there are
  /// none.
  package var problems: [Problem]?

  /// The selected scenarios, in the order of their files.
  package var scenarios: [ScenarioReport]

  /// The files that could not be run.
  package var brokenFiles: [BrokenFile]

  /// The command, machine and revision of a run.
  package struct Origin: Codable, Sendable, Hashable {
    /// The command: `scenarios run` or `swift test`.
    package var command: String

    /// The machine's name.
    package var host: String

    /// The commit that was checked out, in full; `nil` outside of a repository.
    package var commit: String?

    /// The branch that was checked out; `nil` for none.
    package var branch: String?

    /// Whether files differed from the commit.
    package var isModified: Bool?

    /// The number of the attempt at the same work, from 1.
    package var attempt: Int

    /// Creates an origin.
    package init(
      command: String, host: String, commit: String? = nil, branch: String? = nil,
      isModified: Bool? = nil, attempt: Int = 1
    ) {
      (self.command, self.host, self.commit) = (command, host, commit)
      (self.branch, self.isModified, self.attempt) = (branch, isModified, attempt)
    }
  }

  package init(
    id: UUID = UUID(), began: Date, seconds: Double, origin: Origin, scope: Scope? = nil,
    isPartial: Bool? = nil, problems: [Problem]? = nil, scenarios: [ScenarioReport] = [],
    brokenFiles: [BrokenFile] = []
  ) {
    (self.id, self.began, self.seconds) = (id, began, seconds)
    (self.origin, self.scope, self.isPartial) = (origin, scope, isPartial)
    (self.problems, self.scenarios, self.brokenFiles) = (problems, scenarios, brokenFiles)
  }
}
