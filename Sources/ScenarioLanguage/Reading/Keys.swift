/// The keys of the language, place by place.
enum Keys {
  /// What may stand at the top of a story.
  static let story = [
    "story", "module", "about", "tags", "clock", "locale", "time zone", "background", "scenarios",
  ]

  /// What may stand in a scenario.
  static let scenario = [
    "scenario", "tags", "skip", "known issue", "given", "when", "timeline", "then", "steps",
    "scenarios",
  ]

  /// What may stand in a story's background.
  static let background = ["given", "when", "then", "steps"]

  /// What may stand in a timeline.
  static let timeline = ["step", "values", "when", "then"]

  /// The keywords of steps.
  static let step = ["given", "when", "then", "and", "but"]

  /// What will be part of the language, and isn't yet.
  static let later: Set<String> = ["examples", "phrases", "always", "language"]

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

  /// Every key that has a fixed name.
  static let all = Set(story + scenario + step)
}
