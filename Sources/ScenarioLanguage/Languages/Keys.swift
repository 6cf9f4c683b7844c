/// The keys of the language, place by place.
enum Keys {
  /// What may stand at the top of a story.
  static let story = [
    "story", "module", "about", "tags", "clock", "locale", "time zone", "language", "background",
    "phrases", "always", "scenarios",
  ]

  /// What may stand in a scenario.
  static let scenario = [
    "scenario", "tags", "skip", "known issue", "given", "when", "timeline", "then", "steps",
    "examples", "scenarios",
  ]

  /// What of it makes a scenario more than a title.
  static let content = ["given", "when", "timeline", "then", "steps", "scenarios", "skip"]

  /// The steps of the short form, in the order in which they happen.
  static let shortSteps = ["given", "when", "timeline", "then"]

  /// What may stand in a story's background.
  static let background = ["given", "when", "then", "steps"]

  /// What may stand in a timeline.
  static let timeline = ["step", "values", "when", "then"]

  /// What may stand in examples that are a table.
  static let table = ["columns", "rows"]

  /// The keywords of steps.
  static let step = ["given", "when", "then", "and", "but"]

  /// Where a key that is known, but not where it was written, belongs; `nil` for an unknown one.
  static func home(of key: String) -> String? {
    switch key {
    case "scenario": "a list below \"scenarios:\""
    case "and", "but": "a list below \"steps:\""
    case _ where story.contains(key): "the story, at the top"
    case _ where scenario.contains(key): "a scenario"
    default: nil
    }
  }

  /// Whether a key of a story says that it is written in English, or at least nothing else.
  static func isEnglish(_ key: String) -> Bool { key != "language" && story.contains(key) }

  /// Every key that has a fixed name.
  static let all = Set(story + scenario + step)
}
