/// A note about a part of a story that several scenarios share, such as its background.
package struct SharedNote: Codable, Sendable, Hashable {
  package var note: Note

  /// The number of scenarios that share the part.
  package var scenarios: Int

  package init(note: Note, scenarios: Int) { (self.note, self.scenarios) = (note, scenarios) }
}

/// The notes of a run about shared parts, each of which is added to the last scenario that has it,
/// if all have it.
package struct SharedNotes: Sendable {
  private var counts: [Note: Int] = [:]

  package init() {}

  /// Counts the shared notes of a report and removes them.
  package mutating func settle(in report: inout ScenarioReport) {
    for shared in report.sharedNotes ?? [] {
      counts[shared.note, default: 0] += 1
      if counts[shared.note] == shared.scenarios { report.notes.append(shared.note) }
    }
    report.sharedNotes = nil
  }
}
