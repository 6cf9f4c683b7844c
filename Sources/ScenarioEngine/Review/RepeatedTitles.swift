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

  /// The whole name of a scenario, in little.
  struct Title: Sendable {
    /// By this it is compared; equal in processes that were forked from one.
    var hash: Int
    var line: Int
    var column: Int
    /// How many of the titles after it are of scenarios nested in it.
    var nested: Int
  }

  /// The titles of a file, in their order; those without one are left out.
  static func titles(in file: StoryFile) -> [Title] {
    var titles: [Title] = []
    for story in file.stories {
      add(story.scenarios, below: [story.title.string], to: &titles)
    }
    return titles
  }

  private static func add(
    _ scenarios: [Scenario], below titles: [String], to all: inout [Title]
  ) {
    for scenario in scenarios where !scenario.title.string.isEmpty {
      let titles = titles + [scenario.title.string]
      let start = scenario.title.range.start
      let index = all.count
      all.append(
        Title(hash: titles.hashValue, line: start.line, column: start.column, nested: 0))
      add(scenario.scenarios, below: titles, to: &all)
      all[index].nested = all.count - index - 1
    }
  }

  /// Takes the titles of a file, after those before it.
  ///
  /// - Returns: Those that stood somewhere before, each with the path and line of the first.
  mutating func add(_ titles: [Title], path: String) -> [(title: Title, first: (String, Int))] {
    paths.append(path)
    var found: [(Title, (String, Int))] = []
    var index = 0
    while index < titles.count {
      let title = titles[index]
      index += 1
      let spot = Spot(
        file: Int32(paths.count - 1), line: Int32(clamping: title.line),
        column: Int32(clamping: title.column))
      guard let other = first[title.hash], other != spot else {
        first[title.hash] = spot
        continue
      }
      found.append((title, (paths[Int(other.file)], Int(other.line))))
      // What is nested in it is repeated, too.
      index += title.nested
    }
    return found
  }

  /// Takes a file, after those before it.
  ///
  /// - Returns: A warning for each scenario in it whose name stood somewhere before.
  mutating func add(_ file: StoryFile) -> [Diagnostic] {
    let repeated = add(Self.titles(in: file), path: file.source.path)
    guard !repeated.isEmpty else { return [] }
    var names: [Position: (titles: [String], range: SourceRange)] = [:]
    for story in file.stories {
      Self.note(story.scenarios, below: [story.title.string], in: &names)
    }
    return repeated.compactMap { title, other in
      let start = Position(line: title.line, column: title.column, offset: 0)
      guard let name = names[start] else { return nil }
      return Diagnostic(
        "another scenario is called \"\(name.titles.joined(separator: " › "))\", "
          + "in \(other.0):\(other.1)",
        at: file.source.place(of: name.range), severity: .warning, rule: .repeatedTitle,
        remedies: ["Give one of them another title, so that reports tell them apart."])
    }
  }

  private static func note(
    _ scenarios: [Scenario], below titles: [String],
    in names: inout [Position: (titles: [String], range: SourceRange)]
  ) {
    for scenario in scenarios {
      let titles = titles + [scenario.title.string]
      let start = scenario.title.range.start
      let key = Position(line: start.line, column: start.column, offset: 0)
      if names[key] == nil { names[key] = (titles, scenario.title.range) }
      note(scenario.scenarios, below: titles, in: &names)
    }
  }
}
