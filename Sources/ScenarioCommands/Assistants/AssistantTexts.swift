import ScenarioKit

/// The texts that ``AssistantServer`` has for assistants.
enum AssistantTexts {
  static let languageAddress = "scenarios://language-reference"
  static let guideAddress = "scenarios://sentences"

  static let instructions = """
    Stories say in YAML what an app should do. This server runs them against the real app, in \
    simulated time, and answers in milliseconds. Work like this:
    1. Find the sentences that fit with "sentences". A story can use no others. Look at a story \
    that is similar with "stories" and "story", and extend one that fits.
    2. Write the text, and "run" it until it passes. It runs without being saved.
    3. Check what the act has changed: "suggest_checks" lists it. A check that would also pass \
    without the act proves nothing. Never weaken a check to make a story pass: if the app seems to \
    be wrong, tell the user.
    4. "save" the text, if that tool is there; otherwise show it to the user.
    """

  /// The keys and values of a story, for assistants that see the tools alone.
  static let syntax = """
    story: My reading list
    module: reading list
    scenarios:
      - scenario: A new article goes on the list
        given: the list is empty
        when: the reader adds "Dune"
        then:
          - the list is: [Dune]
          - within 2 s: { the screen shows: { state: ready } }

    Each scenario begins anew, with the steps of the story's key "background". One below the key \
    "scenarios" of another goes on where that one ends. "steps" is a list of steps in any order, \
    each with its keyword, such as "- when: …". With "examples", a list of mappings, a scenario \
    runs once for each, with its values in place of <name>.
    Data of a sentence follow its colon. Keys of an expected mapping that are left out are not \
    compared; a list is compared whole. Other expected values: \
    \(Matchers.builtIn.examples.joined(separator: ", ")).
    Simulated time passes only where the story lets it: "within 2 s: …" and "eventually: …" (at \
    most 60 s) wait for a check, "after 2 s: …" checks then, "for 2 s: …" and "never within 2 s: \
    …" watch all the time, and "2 s pass" is a step. The resource \(languageAddress) explains \
    everything.
    """

  static let resources: [Value] = [
    resource(
      languageAddress, "The language of stories", "All that stories can say, with examples."),
    resource(guideAddress, "The sentences of the app", "Each sentence, its data, and an example."),
  ]

  private static func resource(_ address: String, _ title: String, _ text: String) -> Value {
    [
      "uri": .text(address), "name": .text(title), "description": .text(text),
      "mimeType": "text/markdown",
    ]
  }
}
