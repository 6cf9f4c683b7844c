import ScenarioRunner

/// What the stories of the reader app can say, module by module.
public enum ReaderStories {
  /// The vocabularies of all modules.
  public static let vocabularies = [
    Vocabulary(of: FactsModule.self), Vocabulary(of: PostsModule.self),
  ]
}
