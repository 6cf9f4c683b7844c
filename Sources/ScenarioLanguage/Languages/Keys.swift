/// The keys of the language, by context.
package enum Keys {
  /// The keys allowed at the top level of a story.
  package static let story = [
    "story", "module", "about", "tags", "clock", "locale", "time zone", "language", "background",
    "phrases", "always", "scenarios",
  ]

  /// The keys allowed in a scenario.
  package static let scenario = [
    "scenario", "tags", "skip", "known issue", "given", "when", "timeline", "then", "steps",
    "examples", "scenarios",
  ]

  /// The scenario keys of which a scenario needs at least one.
  static let content = ["given", "when", "timeline", "then", "steps", "scenarios", "skip"]

  /// The steps of the short form, in the order in which they run.
  static let shortSteps = ["given", "when", "timeline", "then"]

  /// The keys allowed in a story's background.
  package static let background = ["given", "when", "then", "steps"]

  /// The keys allowed in a timeline.
  package static let timeline = ["step", "values", "when", "then"]

  /// The keys allowed in examples written as a table.
  package static let table = ["columns", "rows"]

  /// The keywords of steps.
  package static let step = ["given", "when", "then", "and", "but"]

  /// Returns a description of where a misplaced key belongs; `nil` for an unknown key.
  static func home(of key: String) -> Message? {
    switch key {
    case "scenario": "a list below \"\(word: "scenarios"):\""
    case "and", "but": "a list below \"\(word: "steps"):\""
    case _ where story.contains(key): "the story, at the top"
    case _ where scenario.contains(key): "a scenario"
    default: nil
    }
  }

  /// Returns whether a key is an English key of a story other than `language`.
  static func isEnglish(_ key: String) -> Bool { key != "language" && story.contains(key) }

  /// Every key that has a fixed name.
  package static let all = Set(story + scenario + step)
}
