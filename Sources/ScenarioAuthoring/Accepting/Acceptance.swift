import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// The updates that would make stories expect what the app did in a run.
package struct Acceptance: Sendable {
  /// A value that can be accepted.
  package struct Proposal: Sendable, Hashable {
    /// The full name of the scenario that fails because of the value; the first of several.
    package var scenario: String

    /// The path of the file, as shown to people.
    package var path: String

    package let update: ValueUpdate
  }

  /// A failed check that no other expected value can satisfy.
  package struct Refusal: Sendable, Hashable {
    /// The path of the file, as shown to people.
    package var path: String

    /// The position in the file.
    package var position: Position

    /// The reason why it can't be accepted, without a full stop.
    package var reason: String
  }

  /// The values that can be accepted, in the order of each file.
  package private(set) var proposals: [Proposal] = []

  /// The failures that can't be accepted, in the order of each file.
  package private(set) var refusals: [Refusal] = []

  /// Creates proposals from the reports of scenarios.
  ///
  /// A scenario with a known issue keeps its values, but a known issue that names no failure gets
  /// the name of this one.
  ///
  /// - Parameter reports: The reports, with details and updates.
  package init(of reports: [ScenarioReport]) {
    var candidates: [FileRange: Proposal] = [:]
    for report in reports
    where report.isBroken && !report.steps.contains(where: { $0.outcome == .undefined }) {
      for failure in report.failures { add(failure, of: report, to: &candidates) }
    }
    for report in reports {
      for note in report.notes { add(note, of: report, to: &candidates) }
    }
    var contradictions = Contradictions(of: Set(candidates.keys))
    for report in reports { contradictions.add(report) }
    for (target, proposal) in candidates {
      if let reason = contradictions.reason(at: target) {
        refuse(target, reason)
      } else {
        proposals.append(proposal)
      }
    }
    proposals.sort {
      ($0.path, $0.update.target.range.start.offset)
        < ($1.path, $1.update.target.range.start.offset)
    }
    refusals = refusals.withoutRepeats()
      .sorted { ($0.path, $0.position.offset) < ($1.path, $1.position.offset) }
  }

  private mutating func add(
    _ failure: Failure, of report: ScenarioReport, to candidates: inout [FileRange: Proposal]
  ) {
    let path = failure.location.path
    if failure.updates.isEmpty {
      refuse(
        FileRange(path: path, range: failure.location.range),
        failure.reasonAgainstUpdate ?? "the failure has no value to update: \(failure.message)")
    }
    for update in failure.updates {
      let target = FileRange(path: path, range: update.target.range)
      if case .impossible(let reason) = update.change {
        refuse(target, reason)
      } else if candidates[target] == nil {
        candidates[target] = Proposal(scenario: report.name, path: path, update: update)
      }
    }
  }

  private mutating func add(
    _ note: Note, of report: ScenarioReport, to candidates: inout [FileRange: Proposal]
  ) {
    guard let update = note.update else { return }
    let target = FileRange(path: report.path, range: update.target.range)
    if let first = candidates[target], first.update.change != update.change {
      refuse(target, "\"\(first.scenario)\" and \"\(report.name)\" fail differently")
    }
    candidates[target] =
      candidates[target] ?? Proposal(scenario: report.name, path: report.path, update: update)
  }

  private mutating func refuse(_ target: FileRange, _ reason: String) {
    refusals.append(Refusal(path: target.path, position: target.range.start, reason: reason))
  }
}

struct FileRange: Hashable {
  var path: String
  var range: SourceRange
}

/// The checks that use a value to be accepted, and whether they agree on the new value.
///
/// A value in a phrase, in the background or in an outer scenario is used more than once.
struct Contradictions {
  private let targets: Set<FileRange>
  /// The uses of values by checks, each with the change that it needs; `nil` if the check holds.
  private var uses: [FileRange: [(scenario: String, change: ValueUpdate.Change?)]] = [:]
  /// The first scenario that fails before it reaches a value.
  private var unreached: [FileRange: String] = [:]

  init(of targets: Set<FileRange>) { self.targets = targets }

  /// Records the checks that a scenario has reached, and those that it has not reached yet.
  ///
  /// A scenario that is broken has to reach all of its checks in the future.
  mutating func add(_ report: ScenarioReport) {
    let path = report.path
    let changes = Dictionary(
      report.failures.flatMap(\.updates).map { ($0.target.range, $0.change) },
      uniquingKeysWith: { first, _ in first })
    var reached: Set<FileRange> = []
    for step in report.steps where step.outcome != .notRun || report.isBroken {
      for range in step.expectedRanges ?? [] {
        let target = FileRange(path: path, range: range)
        guard targets.contains(target) else { continue }
        if step.outcome == .notRun {
          // A second use in the same scenario can only be reached after the first one is accepted.
          if !reached.contains(target), unreached[target] == nil { unreached[target] = report.name }
          continue
        }
        reached.insert(target)
        let change = step.outcome == .failed ? changes[range] : nil
        if !uses[target, default: []].contains(where: { $0.change == change }) {
          uses[target, default: []].append((report.name, change))
        }
      }
    }
  }

  /// Returns the reason why the uses of a value contradict each other; `nil` if they agree.
  ///
  /// The value that an unreached check needs is unknown.
  func reason(at range: FileRange) -> String? {
    guard let uses = uses[range], let first = uses.first else { return nil }
    guard uses.count > 1 else {
      return unreached[range].map { "\"\($0)\" also uses this value, but fails before reaching it" }
    }
    let other = uses[1]
    let scenarios =
      first.scenario == other.scenario
      ? "twice in \"\(first.scenario)\"" : "by \"\(first.scenario)\" and \"\(other.scenario)\""
    return "it is used \(scenarios), with different values"
  }
}
