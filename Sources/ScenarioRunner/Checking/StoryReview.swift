import ScenarioLanguage

/// Looks for what is probably not meant and only shows when several files are known.
///
/// It takes them one after the other and keeps little of each.
package struct StoryReview {
  /// What the review needs of a file, which may have been read by another process.
  package struct Digest: Codable, Sendable {
    var titles: [RepeatedTitles.Title]
    var tags: [MistypedTags.Use]

    package init(_ file: StoryFile) {
      titles = RepeatedTitles.titles(in: file)
      tags = MistypedTags.uses(in: file)
    }
  }

  private var titles = RepeatedTitles()
  private var tags = MistypedTags()

  package init() {}

  /// Takes a file, after those before it, and returns what those before it say about it.
  mutating func add(_ file: StoryFile) -> [Mistake] {
    tags.add(MistypedTags.uses(in: file)) { file.source.place(of: $0) }
    return titles.add(file)
  }

  /// Takes the digest of a file, after those before it, and returns how many warnings those before
  /// it mean for it.
  package mutating func count(_ digest: Digest, path: String) -> Int {
    tags.add(digest.tags) { Place(path: path, range: $0, lineText: "") }
    return titles.add(digest.titles, path: path).count
  }

  /// How many warnings only show when all files are there.
  package var countFound: Int { found().count }

  /// What only shows when all files are there.
  func found() -> [Mistake] { tags.found() }
}
