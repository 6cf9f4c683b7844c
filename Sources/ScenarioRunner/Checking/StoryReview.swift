import ScenarioLanguage

/// Looks for what is probably not meant and only shows when several files are known.
///
/// It takes them one after the other and remembers little of each.
struct StoryReview {
  private var titles = RepeatedTitles()
  private var tags = MistypedTags()

  /// Takes a file, after those before it, and returns what those before it say about it.
  mutating func add(_ file: StoryFile) -> [Mistake] {
    tags.add(file)
    return titles.add(file)
  }

  /// What only shows when all files are there.
  func found() -> [Mistake] { tags.found() }
}
