import ScenarioLanguage

/// What the keys of the language mean, for whoever points at one in an editor.
enum KeyDescriptions {
  static func text(for key: String, in place: StoryLanguage.Place) -> String? {
    switch (place, key) {
    case (.timeline, "when"): "What is done: a row of letters for each sentence."
    case (.timeline, "then"): "What is seen: a row of letters for each observation."
    default: texts[key]
    }
  }

  private static let texts = [
    "story": "What the story is called. A file may hold several stories, with --- between them.",
    "module": "The part of the app that the story is about.",
    "about": "Why the story is told, for people: As a … I want …, so that …",
    "tags": "Words to choose scenarios by, such as [smoke, slow].",
    "clock": "What the app believes the time is, such as 2021-09-27T12:07:24Z. "
      + "It moves only when a step lets time pass.",
    "locale": "The language and country that the app runs in, such as en_US.",
    "time zone": "The time zone that the app runs in, such as UTC or Europe/Berlin.",
    "language": "The language whose words the story uses for its keys.",
    "background": "Steps before every scenario of the story.",
    "phrases": "Sentences made of other sentences: each with its steps below it. "
      + "<name> stands for what changes from use to use.",
    "always": "Checks that hold at every moment of every scenario.",
    "scenarios": "Scenarios. Those in a scenario each go on from where it ends.",
    "scenario": "What happens, in a few words.",
    "skip": "Why the scenario is not run, in words.",
    "known issue": "Why the scenario is expected to fail, such as LINKS-7.",
    "given": "What the app finds: a sentence, or a list of them.",
    "when": "What is done: a sentence, or a list of them.",
    "then": "What has to hold: a check, or a list of them, with time words or without.",
    "timeline": "Inputs and outputs drawn one under the other; a column is one step of time.",
    "steps": "Steps in any order, each with its keyword: - when: …",
    "examples": "Values for <placeholders>; the scenario runs once for each example.",
    "step": "How much time a column is, such as 100 ms.",
    "values": "What the letters of the rows stand for.",
    "columns": "The names of the placeholders.",
    "rows": "A list of values for each example.",
    "and": "One more step of the same kind.",
    "but": "One more step of the same kind.",
  ]

  /// What the time words mean.
  static let timeWords = [
    "eventually": "Time passes until it holds, 60 s at most.",
    "within": "Time passes until it holds, so long at most.",
    "after": "Exactly so much time passes, then it holds.",
    "for": "It holds now and keeps holding so long.",
    "never within": "It does not hold at any moment until then; of several, none does.",
  ]
}
