import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import TestSupport

@testable import ScenarioAuthoring

/// Explores a story with a module, in this process, without journeys unless some are asked for.
func explore(
  _ story: String, with module: (some Module).Type, secrets: [String]? = nil,
  journeys: Exploration.Journeys = (0, 1), isOver: @escaping () -> Bool = { false }
) throws -> (findings: [Finding], counts: Exploration.Counts) {
  let (findings, counts, _) = try explored(
    story, with: module, secrets: secrets, journeys: journeys, isOver: isOver)
  return (findings, counts)
}

/// Explores a story with a module, and returns what it asked to run, too.
func explored(
  _ story: String, with module: (some Module).Type, secrets: [String]? = nil,
  journeys: Exploration.Journeys = (0, 1), isOver: @escaping () -> Bool = { false }
) throws -> (findings: [Finding], counts: Exploration.Counts, asked: [VariedScenarios]) {
  let files = try TemporaryFolder(["kiosk.yaml": story])
  let folder = ScenariosFolder(files.url.path)
  func plan(_ source: StorySource) -> [PlannedScenario] {
    Plan([source], vocabularies: [Vocabulary(of: module)]).scenarios
  }
  func reports(_ scenarios: [PlannedScenario]) -> [ScenarioReport] {
    scenarios.map { scenario in
      let contents: ScenarioReport.Contents = scenario.isVaried ? .pauseValues : .sentences
      var report = Runner(contents: contents.union([.details, .shownValues])).run(scenario)
      let sentences = report.steps.flatMap { $0.sentences ?? [] }
      report.secrets = secrets?.filter { secret in sentences.contains { $0.contains(secret) } }
      return report
    }
  }
  var asked: [VariedScenarios] = []
  var exploration = Exploration(of: folder, isOver: isOver) { scenarios, texts in
    asked += scenarios
    var plans: [String: [PlannedScenario]] = [:]
    return scenarios.map { varied in
      let all = plans[varied.path] ?? plan(folder.read(varied.path, text: texts[varied.path]))
      plans[varied.path] = all
      return reports(varied.planned(among: all))
    }
  }
  exploration.journeys = journeys
  let outcome = try exploration.outcome(of: reports(plan(folder.read("kiosk.yaml"))))
  return (outcome.findings, outcome.counts, asked)
}
