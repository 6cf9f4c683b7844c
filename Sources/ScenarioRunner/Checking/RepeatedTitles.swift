import ScenarioLanguage

/// The scenarios that have the same whole name as one in another place: story, the scenarios
/// around, and their own.
///
/// Those beside each other in one story are an error already, and so are cases of one scenario's
/// examples.
func repeatedTitles(in files: [StoryFile]) -> [Mistake] {
  var first: [[String]: Place] = [:]
  var found: [Mistake] = []
  func look(_ scenarios: [Scenario], below titles: [String], in source: SourceFile) {
    for scenario in scenarios where !scenario.title.string.isEmpty {
      let titles = titles + [scenario.title.string]
      let place = source.place(of: scenario.title.range)
      guard let other = first[titles], other != place else {
        first[titles] = place
        look(scenario.scenarios, below: titles, in: source)
        continue
      }
      found.append(
        Mistake(
          "another scenario is called \"\(titles.joined(separator: " › "))\", "
            + "in \(other.path):\(other.range.start.line)",
          at: place, severity: .warning, rule: .repeatedTitle,
          remedies: ["Give one of them another title, so that reports tell them apart."]))
    }
  }
  for file in files {
    for story in file.stories {
      look(story.scenarios, below: [story.title.string], in: file.source)
    }
  }
  return found
}
