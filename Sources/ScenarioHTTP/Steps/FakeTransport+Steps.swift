import ScenarioKit
import ScenarioLanguage

extension FakeTransport: TestDouble {
  /// The steps of ``Steps/streamingServer``, which include those of ``Steps/server``.
  @MainActor public static var namedSteps: [(name: String, steps: Steps)] {
    [("Steps.server", .server), ("Steps.streamingServer", .streamingServer)]
  }
}

extension [StepDefinition.Wording] {
  /// Returns the wordings of a sentence in English and in the other languages of stories.
  static func all(_ expression: String) -> Self {
    [StepDefinition.Wording(expression)]
      + StoryLanguage.translations(ofSentence: expression).map {
        StepDefinition.Wording($0.text, language: $0.language)
      }
  }
}
