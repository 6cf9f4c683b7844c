import ScenarioLanguage

/// Finds probable errors that are visible only across several files.
///
/// It takes one file after another and keeps little data about each.
package struct StoryReview {
  /// The part of a file that the review needs; the file may have been read by another process.
  package struct Digest: Sendable {
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

  /// Adds a file, in the order of the files, and returns the warnings about it that follow from
  /// earlier files.
  mutating func add(_ file: StoryFile) -> [Diagnostic] {
    tags.add(MistypedTags.uses(in: file)) { file.source.location(of: $0) }
    return titles.add(file)
  }

  /// Adds the digest of a file, in the order of the files, and returns the number of warnings about
  /// it that follow from earlier files.
  package mutating func count(_ digest: Digest, path: String) -> Int {
    tags.add(digest.tags) { Location(path: path, range: $0, lineText: "") }
    return titles.add(digest.titles, path: path).count
  }

  /// Returns the warnings about files that are visible only across them.
  package static func warnings(in files: [StoryFile]) -> [Diagnostic] {
    var review = StoryReview()
    let warnings = files.flatMap { review.add($0) }
    return warnings + review.found()
  }

  /// Returns the warnings about one file that are visible only across files.
  ///
  /// - Parameter digests: The digests of all files in their order, those of the file among them.
  package static func warnings(
    about file: StoryFile, among digests: [(path: String, digest: Digest)]
  ) -> [Diagnostic] {
    var review = StoryReview()
    var warnings: [Diagnostic] = []
    for (path, digest) in digests {
      if path == file.source.path {
        warnings = review.add(file)
      } else {
        _ = review.count(digest, path: path)
      }
    }
    return warnings + review.found().filter { $0.location?.path == file.source.path }
  }

  /// The tags of all files so far.
  package var tagNames: Set<String> { tags.names }

  /// The number of warnings that are known only after all files were added.
  package var countFound: Int { found().count }

  /// Returns the warnings that are known only after all files were added.
  func found() -> [Diagnostic] { tags.found() }
}

/// The digest is encoded as flat lists, because a type with coding keys would slow down every start
/// of the command.
extension StoryReview.Digest: Codable {
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(titles.flatMap { [$0.hash, $0.line, $0.column, $0.nested] })
    try values.encode(tags.map(\.tag))
    try values.encode(
      tags.flatMap { [$0.range.start, $0.range.end] }.flatMap { [$0.line, $0.column, $0.offset] })
  }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    var numbers = try values.decode([Int].self)[...]
    titles = []
    while numbers.count >= 4 {
      titles.append(
        RepeatedTitles.Title(
          hash: numbers.removeFirst(), line: numbers.removeFirst(), column: numbers.removeFirst(),
          nested: numbers.removeFirst()))
    }
    let names = try values.decode([String].self)
    numbers = try values.decode([Int].self)[...]
    func position() -> Position {
      Position(
        line: numbers.removeFirst(), column: numbers.removeFirst(), offset: numbers.removeFirst())
    }
    tags = []
    for name in names where numbers.count >= 6 {
      tags.append(
        MistypedTags.Use(tag: name, range: SourceRange(start: position(), end: position())))
    }
  }
}
