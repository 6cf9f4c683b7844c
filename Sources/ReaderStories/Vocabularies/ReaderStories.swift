import ScenarioKit

/// The vocabularies for stories about the reader app.
public enum ReaderStories {
  /// The vocabularies of all modules.
  public static let vocabularies =
    [
      Vocabulary(of: FactsModule.self),
      Vocabulary(of: FeedsModule.self),
      Vocabulary(of: LinksModule.self),
      Vocabulary(of: UsersModule.self),
      Vocabulary(of: UsersInteractorModule.self),
      Vocabulary(of: AnalyticsModule.self),
      Vocabulary(of: AnalyticsControllerModule.self),
      Vocabulary(of: PostsModule.self),
      Vocabulary(of: CommentsModule.self),
      Vocabulary(of: SignInModule.self),
      Vocabulary(of: SearchModule.self),
    ]

  /// The vocabularies of screens written as apps were before Swift concurrency, which tell the same
  /// stories.
  public static let legacyVocabularies = [Vocabulary(of: LegacyFactsModule.self)]
}
