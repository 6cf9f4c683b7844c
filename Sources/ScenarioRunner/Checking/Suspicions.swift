import ScenarioLanguage

// What is legal in stories, but probably not meant.

/// The scenarios that do something and check nothing.
///
/// One with scenarios nested in it may only lead to them, and one with examples is told once.
func uncheckedScenarios(in scenarios: [PlannedScenario]) -> [Mistake] {
  var told: Set<[String: SourceRange]> = []
  return scenarios.filter { scenario in
    !scenario.checksSomething && !scenario.hasNested && scenario.skip == nil
      && told.insert([scenario.id.path: scenario.range]).inserted
  }.map { scenario in
    Mistake(
      "this scenario checks nothing", at: scenario.place, severity: .warning,
      rule: .checksNothing,
      remedies: ["Write below \"then\" what the app shows now."])
  }
}

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
