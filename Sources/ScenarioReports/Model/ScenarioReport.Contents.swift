extension ScenarioReport {
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
    /// What `scenarios accept` needs: secrets in the updates of failures are not masked, and steps
    /// have the ranges of the values that they expect.
    package static let updates = Contents(rawValue: 32)
    /// The sandbox violations, which then do not fail the scenario.
    ///
    /// It also goes on after a check that fails, because what the app was refused may be the cause.
    package static let violations = Contents(rawValue: 64)
    /// The sentences of the steps as a story has them, from which the scenario can be written again.
    package static let sentences = Contents(rawValue: 128)
    /// With the shown values, those that checks compare and that have parameters or are built in.
    package static let comparedValues = Contents(rawValue: 256)
    /// The values that the app shows during a pause, as events.
    package static let course = Contents(rawValue: 512)
  }
}
