import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import TestSupport

@testable import ScenarioAuthoring

/// Explores a story with a module, in this process.
func explore(
  _ story: String, with module: (some Module).Type, secrets: [String]? = nil
) throws -> (findings: [Finding], counts: Exploration.Counts) {
  let files = try TemporaryFolder(["kiosk.yaml": story])
  let folder = ScenariosFolder(files.url.path)
  func plan(_ source: StorySource) -> [PlannedScenario] {
    Plan([source], vocabularies: [Vocabulary(of: module)]).scenarios
  }
  func reports(_ scenarios: [PlannedScenario]) -> [ScenarioReport] {
    scenarios.map { scenario in
      let contents: ScenarioReport.Contents = scenario.isVaried ? .pauseValues : .sentences
      var report = Runner(contents: contents.union([.details, .shownValues])).run(scenario)
      report.secrets = secrets
      return report
    }
  }
  var exploration = Exploration(of: folder) { scenarios, texts in
    scenarios.map { reports($0.planned(among: plan(folder.read($0.path, text: texts[$0.path])))) }
  }
  let outcome = try exploration.outcome(of: reports(plan(folder.read("kiosk.yaml"))))
  return (outcome.findings, outcome.counts)
}
