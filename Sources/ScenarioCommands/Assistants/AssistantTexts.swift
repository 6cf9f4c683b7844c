import ScenarioKit

/// The texts that ``AssistantServer`` has for assistants.
enum AssistantTexts {
  static let languageAddress = "scenarios://language-reference"
  static let guideAddress = "scenarios://sentences"

  static let instructions = """
    Stories say in YAML what an app should do. This server runs them against the real app, in \
    simulated time, and answers in milliseconds. Work like this:
    1. Find the sentences that fit with "sentences". A story can use no others. Look at a story \
    that is similar with "stories" and "story".
    2. Write the text, and "run" it until it passes. It runs without being saved.
    3. Check what the act has changed: "suggest_checks" lists it. A check that would also pass \
    without the act proves nothing. Never weaken a check to make a story pass: if the app seems to \
    be wrong, tell the user.
    4. "save" the text, if that tool is there; otherwise show it to the user.

    \(story)
    Each scenario begins anew. A scenario below the key "scenarios" of another one goes on where \
    that one ends. Data of a sentence follow its colon. In "then", "within 2 s: …" waits, and \
    "never within 2 s: …" watches. Simulated time passes only where the story lets it. The \
    resource \(languageAddress) explains everything.
    """

  private static let story = """
    story: My reading list
    module: reading list
    scenarios:
      - scenario: A new article goes on the list
        given: the list is empty
        when: the reader adds "Dune"
        then:
          - the list is: [Dune]
          - within 2 s: { the screen shows: { state: ready } }
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

  static let prompt: Value = [
    "name": "write_story", "title": "Write a story about …",
    "description": "Write a story, run it until it passes, and check what it proves.",
    "arguments": [
      ["name": "about", "description": "What the app should do.", "required": true],
      ["name": "module", "description": "The module of the app.", "required": false],
    ],
  ]

  static func prompt(about: String, module: String?) -> Value {
    let place = module.map { " It is about the module \"\($0)\"." } ?? ""
    let text = """
      Write a story about this: \(about)\(place)

      Look first whether a story says it already, and extend one that fits. Use only sentences of \
      the app. Run the story until it passes, and make sure that each act has a check that would \
      fail without it. If the app does something else than I want, say so, and do not change the \
      check.
      """
    return [
      "description": prompt["description"] ?? .absent,
      "messages": [["role": "user", "content": ["type": "text", "text": .text(text)]]],
    ]
  }
}
