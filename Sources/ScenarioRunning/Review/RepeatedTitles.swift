import ScenarioLanguage

/// Finds scenarios with the same full name as another: the story's title, the titles of outer
/// scenarios, and their own.
///
/// Equal names next to each other in one story are already errors, as are equal cases in the
/// examples of one scenario.
enum RepeatedTitles {
  /// The full name of a scenario, and the number of following titles that belong to nested
  /// scenarios.
  typealias Title = (name: String, location: Location, nested: Int)

  /// Returns the titles of a file in order, without empty ones.
  static func titles(in file: StoryFile) -> [Title] {
    var all: [Title] = []
    func add(_ scenarios: [Scenario], below outer: String) {
      for scenario in scenarios where !scenario.title.string.isEmpty {
        let name = "\(outer) › \(scenario.title.string)"
        let index = all.count
        let location = file.source.location(of: scenario.title.range)
        all.append((name: name, location: location, nested: 0))
        add(scenario.scenarios, below: name)
        all[index].nested = all.count - index - 1
      }
    }
    for story in file.stories { add(story.scenarios, below: story.title.string) }
    return all
  }

  /// Returns a warning for each title that occurred before.
  static func warnings(about titles: [Title]) -> [Diagnostic] {
    var first: [String: Location] = [:]
    var found: [Diagnostic] = []
    var index = 0
    while index < titles.count {
      let (name, location) = (titles[index].name, titles[index].location)
      // A scenario with examples has its title once for each example.
      guard let other = first[name], other.text != location.text else {
        first[name] = location
        index += 1
        continue
      }
      found.append(
        Diagnostic(
          "another scenario has the same name, \"\(name)\", "
            + "in \(other.path):\(other.range.start.line)",
          at: location, severity: .warning, rule: .repeatedTitle,
          hints: ["Give one of them another title, so that reports can distinguish them."]))
      // Nested scenarios are repeated as well.
      index += 1 + titles[index].nested
    }
    return found
  }
}
