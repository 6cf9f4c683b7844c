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
  ///
  /// Disfavored, so that the texts which are written in a call of this package are messages.
  @_disfavoredOverload
  package init(_ message: String, at location: Location, rule: Diagnostic.Rule? = nil) {
    (self.location, self.message, self.rule) = (location, message, rule)
  }

  /// Creates a note whose message has translations.
  package init(_ message: Message, at location: Location, rule: Diagnostic.Rule? = nil) {
    self.init(message.english, at: location, rule: rule)
    messages = [message]
  }

  /// The message, by which it is translated.
  package var text: Message { messages?.first ?? Message(verbatim: message) }

  /// The line, from 1.
  package var line: Int { location.range.start.line }

  /// The column, from 1.
  package var column: Int { location.range.start.column }
}
