import ScenarioKit
import ScenarioLanguage

/// Information about a scenario that does not make it fail.
package struct Note: Sendable, Hashable, Codable {
  /// The location in the story.
  package var location: Location

  /// The message: one sentence that begins in lower case and has no full stop.
  package var message: String { didSet { messages = nil } }

  var messages: [Message]?

  /// The kind of the note, for use by tools; `nil` if it has none.
  package var rule: Diagnostic.Rule?

  /// The update of the story that would answer the note; `nil` if there is none.
  package var update: ValueUpdate?

  /// Creates a note.
  package init(_ message: Message, at location: Location, rule: Diagnostic.Rule? = nil) {
    (self.location, self.message, self.rule) = (location, message.english, rule)
    messages = [message]
  }

  /// The message, by which it is translated.
  package var text: Message { messages?.first ?? Message(verbatim: message) }

  /// The line, from 1.
  package var line: Int { location.range.start.line }

  /// The column, from 1.
  package var column: Int { location.range.start.column }
}

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
