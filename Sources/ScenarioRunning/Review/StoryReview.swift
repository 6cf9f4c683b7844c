import ScenarioLanguage

/// Finds probable errors that are visible only across several files.
package enum StoryReview {
  /// The part of a file that the review needs.
  package struct Digest: Sendable {
    let titles: [RepeatedTitles.Title]
    let tags: [MistypedTags.Use]

    package init(_ file: StoryFile) {
      (titles, tags) = (RepeatedTitles.titles(in: file), MistypedTags.uses(in: file))
    }
  }

  /// Returns the warnings about files, given in their order.
  package static func warnings(in files: [Digest]) -> [Diagnostic] {
    RepeatedTitles.warnings(about: files.flatMap(\.titles))
      + MistypedTags.warnings(about: files.flatMap(\.tags))
  }
}
