import ReaderStories
import ScenarioCommands

/// A command with the screens of the sample app as they were before Swift concurrency, for the same
/// stories: `--folder Scenarios/facts` and `--folder Scenarios/posts`.
@main
struct ReactiveReader: ScenariosApp {
  static let vocabularies =
    ReaderStories.legacyVocabularies + [Vocabulary(of: ReactivePostsModule.self)]
}
