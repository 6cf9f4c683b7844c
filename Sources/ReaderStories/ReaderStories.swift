import ScenarioKit

/// What the stories of the reader app can say, module by module.
public enum ReaderStories {
  /// The vocabularies of all modules.
  public static let vocabularies =
    [
      Vocabulary(of: FactsModule.self),
      Vocabulary(of: FeedsModule.self),
    ] + links + [
      Vocabulary(of: UsersModule.self),
      Vocabulary(of: UsersInteractorModule.self),
      Vocabulary(of: AnalyticsModule.self),
      Vocabulary(of: AnalyticsControllerModule.self),
      Vocabulary(of: PostsModule.self),
    ]

  /// The links need a database, which is there with the trait `History` only.
  private static var links: [Vocabulary] {
    #if History
    [Vocabulary(of: LinksModule.self)]
    #else
    []
    #endif
  }
}
