import ScenarioRunner

/// What the stories of the reader app can say, module by module.
public enum ReaderStories {
  /// The vocabularies of all modules.
  public static let vocabularies = [
    Vocabulary(of: FactsModule.self),
    Vocabulary(of: FeedsModule.self),
    Vocabulary(of: LinksModule.self),
    Vocabulary(of: UsersModule.self),
    Vocabulary(of: UsersInteractorModule.self),
    Vocabulary(of: AnalyticsModule.self),
    Vocabulary(of: AnalyticsControllerModule.self),
    Vocabulary(of: PostsModule.self),
  ]
}
