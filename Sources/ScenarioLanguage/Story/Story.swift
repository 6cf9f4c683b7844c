import Foundation

/// A document in a story file: the expected behaviour of a module of the app, as scenarios.
package struct Story: Sendable, Hashable {
  /// The title in `story:`.
  package var title: Text

  /// The name of the module that the story runs against, from `module:`.
  package var module: Text

  /// The purpose of the story, from `about:`; `nil` if not specified.
  package var about: String?

  /// The tags of every scenario in the story, without a leading `@`.
  package var tags: [Text] = []

  /// The app's time when a scenario begins; `nil` if not specified.
  ///
  /// A time without a zone is in `timeZone`, or in UTC if the story has none.
  package var clock: Date?

  /// The identifier of the locale that the app runs in, such as `en_US`; `nil` if not specified.
  package var locale: String?

  /// The time zone that the app runs in; `nil` if not specified.
  package var timeZone: TimeZone?

  /// The code of the language of the story's keywords, such as `en`.
  package var language = "en"

  /// The steps that run before those of every scenario.
  package var background: [Step] = []

  /// The checks that have to hold at every moment of every scenario, without time words.
  package var always: [Step] = []

  /// The phrases that the story defines.
  ///
  /// Uses of phrases don't appear in the story's steps, because the steps of the phrase replace
  /// them.
  package var phrases: [Text] = []

  /// The scenarios, in the order of the file.
  package var scenarios: [Scenario] = []

  /// The source range of the story, from its first key to the end of its last value.
  package var range: SourceRange

  /// The tags of the story and of all its scenarios, as written.
  package var allTags: [Text] { tags + scenarios.flatMap(\.allTags) }
}
