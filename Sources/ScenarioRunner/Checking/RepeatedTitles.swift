import ScenarioLanguage

/// The scenarios of one module that have the same title in different stories.
///
/// Those beside each other in one story are an error already, and those nested in different
/// scenarios are told apart by these.
func repeatedTitles(in files: [StoryFile]) -> [Mistake] {
  var first: [[String]: Place] = [:]
  var found: [Mistake] = []
  func look(_ scenarios: [Scenario], below titles: [String], in source: SourceFile) {
    for scenario in scenarios where !scenario.title.string.isEmpty {
      let titles = titles + [scenario.title.string]
      let place = source.place(of: scenario.title.range)
      guard let other = first[titles] else {
        first[titles] = place
        look(scenario.scenarios, below: titles, in: source)
        continue
      }
      found.append(
        Mistake(
          "another scenario of the module \"\(titles[0])\" has this title, "
            + "in \(other.path):\(other.range.start.line)",
          at: place, severity: .warning, rule: .repeatedTitle,
          remedies: ["Give one of them another title, so that reports tell them apart."]))
    }
  }
  for file in files {
    for story in file.stories {
      look(story.scenarios, below: [story.module.string], in: file.source)
    }
  }
  return found
}
