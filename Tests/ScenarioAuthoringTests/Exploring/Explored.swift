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
  let runner = Runner(contents: [.details, .shownValues, .sentences, .course])
  func reports(_ sources: [StorySource]) -> [ScenarioReport] {
    Plan(sources, vocabularies: [Vocabulary(of: module)]).scenarios.map { scenario in
      var report = runner.run(scenario)
      report.secrets = secrets
      return report
    }
  }
  var exploration = Exploration(of: folder) { stories, _ in
    stories.map { reports([folder.read($0.path, text: $0.text)]) }
  }
  let findings = try exploration.findings(in: reports([folder.read("kiosk.yaml")]))
  return (findings, exploration.counts)
}
