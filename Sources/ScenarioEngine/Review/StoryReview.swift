import ScenarioLanguage

/// Looks for what is probably not meant and only shows when several files are known.
///
/// It takes them one after the other and keeps little of each.
package struct StoryReview {
  /// What the review needs of a file, which may have been read by another process.
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

  /// Takes a file, after those before it, and returns what those before it say about it.
  mutating func add(_ file: StoryFile) -> [Diagnostic] {
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
  func found() -> [Diagnostic] { tags.found() }
}

/// Encoded as flat lists: a type with keys of its own costs every start of the command time.
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
