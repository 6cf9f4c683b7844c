import ScenarioLanguage

/// Finds scenarios with the same full name as another: the story's title, the titles of outer
/// scenarios, and their own.
///
/// Equal names next to each other in one story are already errors, as are equal cases in the
/// examples of one scenario.
struct RepeatedTitles {
  /// The location where a name first occurs.
  ///
  /// It is small, because there may be hundreds of thousands.
  private struct Occurrence: Equatable {
    var file: Int32
    var line: Int32
    var column: Int32
  }

  private var paths: [String] = []
  /// The first location of each name, by the name's hash; a collision among a million names is
  /// practically impossible.
  private var first: [Int: Occurrence] = [:]

  /// The full name of a scenario, in compact form.
  struct Title: Sendable {
    /// The hash used for comparison; it is equal only in processes forked from the same one.
    var hash: Int
    var line: Int
    var column: Int
    /// The number of following titles that belong to nested scenarios.
    var nested: Int
  }

  /// Returns the titles of a file in order, without empty ones.
  static func titles(in file: StoryFile) -> [Title] {
    named(in: file).map { name in
      let start = name.range.start
      return Title(
        hash: name.titles.hashValue, line: start.line, column: start.column, nested: name.nested)
    }
  }

  /// A scenario with its full name.
  private struct Named {
    var titles: [String]
    var range: SourceRange
    var nested = 0
  }

  private static func named(in file: StoryFile) -> [Named] {
    var all: [Named] = []
    func add(_ scenarios: [Scenario], below titles: [String]) {
      for scenario in scenarios where !scenario.title.string.isEmpty {
        let titles = titles + [scenario.title.string]
        let index = all.count
        all.append(Named(titles: titles, range: scenario.title.range))
        add(scenario.scenarios, below: titles)
        all[index].nested = all.count - index - 1
      }
    }
    for story in file.stories { add(story.scenarios, below: [story.title.string]) }
    return all
  }

  /// Adds the titles of a file; call it in the order of the files.
  ///
  /// - Returns: The indices of the titles that occurred before, each with the path and line of its
  ///   first occurrence.
  mutating func add(_ titles: [Title], path: String) -> [(index: Int, first: (String, Int))] {
    paths.append(path)
    var found: [(Int, (String, Int))] = []
    var index = 0
    while index < titles.count {
      let title = titles[index]
      let occurrence = Occurrence(
        file: Int32(paths.count - 1), line: Int32(clamping: title.line),
        column: Int32(clamping: title.column))
      guard let other = first[title.hash], other != occurrence else {
        first[title.hash] = occurrence
        index += 1
        continue
      }
      found.append((index, (paths[Int(other.file)], Int(other.line))))
      // Nested scenarios are repeated as well.
      index += 1 + title.nested
    }
    return found
  }

  /// Adds a file; call it in the order of the files.
  ///
  /// - Returns: A warning for each scenario in the file whose name occurred before.
  mutating func add(_ file: StoryFile) -> [Diagnostic] {
    let repeated = add(Self.titles(in: file), path: file.source.path)
    guard !repeated.isEmpty else { return [] }
    let names = Self.named(in: file)
    return repeated.map { index, other in
      Diagnostic(
        "another scenario has the same name, \"\(names[index].titles.joined(separator: " › "))\", "
          + "in \(other.0):\(other.1)",
        at: file.source.location(of: names[index].range), severity: .warning, rule: .repeatedTitle,
        hints: ["Give one of them another title, so that reports can distinguish them."])
    }
  }
}
