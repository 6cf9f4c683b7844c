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

    package let kind: Kind

    /// The problem in a few words: `interrupted, 12 scenarios not run`.
    package let message: String

    /// Further details, one line each.
    package let details: [String]

    /// The message and the details, by which they are translated; `nil` in earlier results.
    private let messages: [Message]?

    package init(_ kind: Kind, _ message: Message, details: [Message] = []) {
      (self.kind, self.message, messages) = (kind, message.english, [message] + details)
      self.details = details.map(\.english)
    }

    /// The message and the details, by which they are translated.
    package var texts: [Message] { messages ?? [Message](verbatim: [message] + details) }

    /// Returns the problem in a language, for people.
    package func translated(to language: StoryLanguage) -> Self {
      let texts = [Message](verbatim: texts.map(language.text))
      return Self(kind, texts[0], details: Array(texts.dropFirst()))
    }

    /// Creates the problem of an interrupted run.
    ///
    /// - Parameters:
    ///   - notRun: The number of scenarios that are known not to have run.
    ///   - isPlanned: Whether all stories were read, so that this number is final.
    package static func interrupted(notRun: Int, isPlanned: Bool) -> Self {
      let scenarios = Message.counted(notRun, "scenario")
      let message: Message =
        switch (notRun > 0, isPlanned) {
        case (true, true): "interrupted, \(scenarios) not run"
        case (true, false): "interrupted, at least \(scenarios) not run"
        case (false, true): "interrupted after the last scenario"
        case (false, false): "interrupted before all stories were read"
        }
      return Self(.interrupted, message)
    }

    /// Creates the problem of a run that stopped at its first failure; see
    /// ``interrupted(notRun:isPlanned:)``.
    package static func stopped(notRun: Int, isPlanned: Bool) -> Self {
      let scenarios = (isPlanned ? "" : "at least ") + Message.counted(notRun, "scenario")
      return Self(.interrupted, "stopped at the first failure, \(scenarios) not run")
    }

    /// Creates the problem of a run that has no results for some of its scenarios.
    package static func missingResults(_ count: Int) -> Self {
      Self(.interrupted, "results are missing for \(Message.counted(count, "scenario"))")
    }

    /// Creates the problem of runs that are no attempts at one job, as scenarios have other texts.
    package static func different(_ scenarios: [String]) -> Self {
      let count = Message.counted(scenarios.count, "scenario")
      return Self(
        .interrupted, "the runs have different texts of \(count)",
        details: [Message](verbatim: scenarios))
    }

    /// Creates the problem of a run whose scenarios are all blocked by known issues.
    package static func neverRun(_ count: Int, because scenario: String) -> Self {
      let runs: Message = count == 1 ? "1 scenario never runs" : "\(count) scenarios never run"
      return Self(.notRun, "\(runs) because of the known issue of \"\(scenario)\"")
    }

    /// Creates the problem of a run that could not begin.
    package static func notRun(because reasons: [Diagnostic]) -> Self {
      Self(
        .notRun, "nothing ran: \(reasons.first?.problem ?? "")",
        details: reasons.dropFirst().map(\.problem) + reasons.flatMap(\.advice))
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
      let found = (hasRun ? [] : ["no scenario ran"]) + counts.map { Message.counted($0, $1) }
      guard let first = found.first else { return nil }
      let words = found.dropFirst().reduce(first) { "\($0), \($1)" }
      return Self(
        .strict, "\(words) with --strict", details: [Message](verbatim: notes + warnings))
    }
  }
}
