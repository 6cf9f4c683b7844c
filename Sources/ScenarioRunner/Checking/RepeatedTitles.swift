import ScenarioLanguage

/// The scenarios that have the same whole name as one in another place: story, the scenarios
/// around, and their own.
///
/// Those beside each other in one story are an error already, and so are cases of one scenario's
/// examples.
struct RepeatedTitles {
  /// Where a name stands first.
  ///
  /// There may be hundreds of thousands, so it is small.
  private struct Spot: Equatable {
    var file: Int32
    var line: Int32
    var column: Int32
  }

  private var paths: [String] = []
  /// By the hashes of the names; that two of a million are the same by chance takes more luck than
  /// there is.
  private var first: [Int: Spot] = [:]

  /// Takes a file, after those before it.
  ///
  /// - Returns: A warning for each scenario in it whose name stood somewhere before.
  mutating func add(_ file: StoryFile) -> [Mistake] {
    paths.append(file.source.path)
    var found: [Mistake] = []
    for story in file.stories {
      look(at: story.scenarios, below: [story.title.string], in: file.source, &found)
    }
    return found
  }

  private mutating func look(
    at scenarios: [Scenario], below titles: [String], in source: SourceFile,
    _ found: inout [Mistake]
  ) {
    for scenario in scenarios where !scenario.title.string.isEmpty {
      let titles = titles + [scenario.title.string]
      let start = scenario.title.range.start
      let spot = Spot(
        file: Int32(paths.count - 1), line: Int32(clamping: start.line),
        column: Int32(clamping: start.column))
      guard let other = first[titles.hashValue], other != spot else {
        first[titles.hashValue] = spot
        look(at: scenario.scenarios, below: titles, in: source, &found)
        continue
      }
      found.append(
        Mistake(
          "another scenario is called \"\(titles.joined(separator: " › "))\", "
            + "in \(paths[Int(other.file)]):\(other.line)",
          at: source.place(of: scenario.title.range), severity: .warning, rule: .repeatedTitle,
          remedies: ["Give one of them another title, so that reports tell them apart."]))
    }
  }
}
