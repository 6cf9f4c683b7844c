/// The tools of ``AssistantServer``.
enum AssistantTools {
  private typealias Field = AssistantTool.Field

  /// Returns the tools, without those that change files unless they may.
  static func all(allowWrites: Bool) -> [AssistantTool] {
    [stories, story, sentences, check, run, suggestChecks] + (allowWrites ? [save] : [])
  }

  private static let path = Field(
    "path", "The path of the story file in the folder, such as search/search.yaml.",
    isRequired: true)
  private static let text = Field("text", "The text of the whole file, in place of what is saved.")
  private static let scenario = Field(
    "scenario", "The title of a scenario, or the number of its line.")
  private static let from = Field(
    "from", "The number of the first item, from 1, to go on with a long answer.", kind: .integer)
  private static let more = Field("more", "What was left out, and how to get it.")

  private static let stories = AssistantTool(
    name: "stories", title: "Find stories",
    text: """
      List the story files with their modules. With a search, list the scenarios whose titles or \
      steps have all of its words. Use it to find a story to extend, or one to learn from.
      """,
    arguments: [
      Field("search", "Words, such as: error retry"), Field("module", "The name of a module."),
      from,
    ],
    answer: [
      Field("folder", "The folder of stories.", isRequired: true),
      Field("modules", "The modules of the app.", kind: .array),
      Field("stories", "The stories.", kind: .array, isRequired: true),
      Field("byWord", "How many scenarios have each word, if none has all.", kind: .array), more,
    ]
  ) { try $0.stories($1) }

  private static let story = AssistantTool(
    name: "story", title: "Read a story",
    text: """
      Read the text of a story file. The digest, which "save" needs, comes with the end of the text.
      """,
    arguments: [
      path, Field("from", "The first line, from 1, to go on with a long text.", kind: .integer),
    ],
    answer: [
      Field("text", "The lines of the text.", isRequired: true),
      Field("lines", "The number of lines of the file.", kind: .integer, isRequired: true),
      Field("digest", "Identifies the text."), more,
    ], needsSteps: false
  ) { try $0.story($1) }

  private static let sentences = AssistantTool(
    name: "sentences", title: "Find sentences",
    text: """
      Find the sentences that steps of a story can use, with the keys of their data and an example. \
      A story can use no others. "…" stands for a quoted text, and [whole number] and the like for \
      values. Of words in parentheses or with a slash, use the form that fits.
      """,
    arguments: [
      Field("search", "Words, such as: server answers. Without any, all sentences are listed."),
      Field("module", "The name of a module."),
      Field("language", "The code of the language of the story, such as de; en by default."), from,
    ],
    answer: [
      Field("sentences", "The sentences, the best first.", kind: .array, isRequired: true), more,
    ]
  ) { try $0.sentences($1) }

  private static let check = AssistantTool(
    name: "check", title: "Check a story",
    text: """
      Find what is wrong with a story, with corrections, without running it. A story is YAML:

      \(AssistantTexts.syntax)
      """,
    arguments: [path, text, from],
    answer: [
      Field("isValid", "Whether the story can run.", kind: .boolean, isRequired: true),
      Field("diagnostics", "What is wrong, by line.", kind: .array, isRequired: true), more,
    ]
  ) { try await $0.check($1) }

  private static let run = AssistantTool(
    name: "run", title: "Run a story",
    text: """
      Run a story file, or the given text, against the app in simulated time. Without a scenario, \
      the answer has the verdicts, those that are not passed first. With one, it also has each \
      step, what the app showed differently after it than before, and its requests and calls. \
      `null` is what is shown no more. Nothing is saved.
      """,
    arguments: [path, text, scenario, from],
    answer: [
      Field("summary", "The numbers of verdicts.", isRequired: true),
      Field("scenarios", "The scenarios with their verdicts.", kind: .array, isRequired: true),
      Field("steps", "The steps of the scenario.", kind: .array),
      Field("diagnostics", "What is wrong with the text.", kind: .array), more,
    ]
  ) { try await $0.runStory($1) }

  private static let suggestChecks = AssistantTool(
    name: "suggest_checks", title: "Suggest checks",
    text: """
      Run a scenario, and list checks of what has changed since its last act. A check that would \
      also pass without the act proves nothing about it.
      """,
    arguments: [
      path, text,
      Field("scenario", "The title of the scenario, or the number of its line.", isRequired: true),
      Field(
        "line", "The line of the step after which to check; the last one by default.",
        kind: .integer),
      from,
    ],
    answer: [
      Field("after", "The step after which the checks go.", isRequired: true),
      Field("checks", "The checks, as items of \"then\".", kind: .array, isRequired: true), more,
    ]
  ) { try await $0.suggestChecks($1) }

  private static let save = AssistantTool(
    name: "save", title: "Save a story",
    text: """
      Write a story file. To change one that exists, give the digest that "story" had for it; the \
      file is left alone if it has changed since. Run the text first.
      """,
    arguments: [
      path, Field("text", "The text of the whole file.", isRequired: true),
      Field("digest", "The digest of the text that is replaced; none for a new file."),
    ],
    answer: [Field("digest", "Identifies the new text.", isRequired: true)],
    changesFiles: true, needsSteps: false
  ) { try $0.save($1) }
}
