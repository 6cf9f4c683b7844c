import DisplayText
import ScenarioLanguage

extension RunReport {
  /// A reason why a run fails that concerns the whole run and no single scenario or file.
  package struct Problem: Codable, Sendable, Hashable {
    /// A kind of problem.
    package enum Kind: String, Codable, Sendable, Hashable {
      /// Chosen scenarios have no result, because the run was interrupted.
      case interrupted
      /// There are notes or warnings, or nothing ran, and the run was strict.
      case strict
      /// Nothing ran, because the stories or the arguments are wrong.
      case notRun
    }

    package var kind: Kind

    /// The problem in a few words: `interrupted, 12 scenarios not run`.
    package var message: String

    /// Further details, one line each.
    package var details: [String] = []
  }
}

extension RunReport.Problem {
  /// Creates the problem of an interrupted run.
  ///
  /// - Parameters:
  ///   - notRun: The number of scenarios that are known not to have run.
  ///   - isPlanned: Whether all stories were read, so that this number is final.
  package static func interrupted(notRun: Int, isPlanned: Bool) -> Self {
    let scenarios = counted(notRun, "scenario")
    let message =
      switch (notRun > 0, isPlanned) {
      case (true, true): "interrupted, \(scenarios) not run"
      case (true, false): "interrupted, at least \(scenarios) not run"
      case (false, true): "interrupted after the last scenario"
      case (false, false): "interrupted before all stories were read"
      }
    return Self(kind: .interrupted, message: message)
  }

  /// Creates the problem of a run that stopped at its first failure; see
  /// ``interrupted(notRun:isPlanned:)``.
  package static func stopped(notRun: Int, isPlanned: Bool) -> Self {
    let scenarios = (isPlanned ? "" : "at least ") + counted(notRun, "scenario")
    return Self(kind: .interrupted, message: "stopped at the first failure, \(scenarios) not run")
  }

  /// Creates the problem of a run that has no results for some of its scenarios.
  package static func missingResults(_ count: Int) -> Self {
    Self(kind: .interrupted, message: "results are missing for \(counted(count, "scenario"))")
  }

  /// Creates the problem of runs that are no attempts at one job, as scenarios have other texts.
  package static func different(_ scenarios: [String]) -> Self {
    let count = counted(scenarios.count, "scenario")
    return Self(
      kind: .interrupted, message: "the runs have different texts of \(count)", details: scenarios)
  }

  /// Creates the problem of a run whose scenarios are all blocked by known issues.
  package static func neverRun(_ count: Int, because scenario: String) -> Self {
    let runs = count == 1 ? "1 scenario never runs" : "\(count) scenarios never run"
    return Self(kind: .notRun, message: "\(runs) because of the known issue of \"\(scenario)\"")
  }

  /// Creates the problem of a run that could not begin.
  package static func notRun(because reasons: [Diagnostic]) -> Self {
    Self(
      kind: .notRun, message: "nothing ran: \(reasons.first?.message ?? "")",
      details: reasons.dropFirst().map(\.message) + reasons.flatMap(\.hints))
  }

  /// Creates the problem of a strict run; `nil` if something ran, without notes and warnings.
  ///
  /// - Parameters:
  ///   - notes: The notes, with their locations.
  ///   - warnings: The warnings, with their locations.
  ///   - warningCount: The number of warnings.
  ///   - hasRun: Whether a scenario has run.
  package static func strict(
    notes: [String], warnings: [String], warningCount: Int, hasRun: Bool
  ) -> Self? {
    let counts = [(notes.count, "note"), (warningCount, "warning")].filter { $0.0 > 0 }
    let found = (hasRun ? [] : ["no scenario ran"]) + counts.map { counted($0, $1) }
    guard !found.isEmpty else { return nil }
    let words = found.joined(separator: ", ")
    return Self(kind: .strict, message: "\(words) with --strict", details: notes + warnings)
  }
}
