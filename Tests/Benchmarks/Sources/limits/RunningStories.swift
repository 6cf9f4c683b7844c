import Measuring
import ReaderStories
import ScenarioRunning

/// Running stories from reading to their verdicts, as `scenarios run` does without reports.
enum RunningStories {
  static func measure(folder: String) throws -> Measured {
    try Measured {
      let plan = Plan(
        ScenariosFolder(folder).read([]).sources, vocabularies: ReaderStories.vocabularies)
      guard plan.brokenFiles.isEmpty, !plan.scenarios.isEmpty else {
        throw Refusal("not all stories in \(folder) can be run")
      }
      let runner = Runner(contents: [])
      let passed = plan.scenarios.count { runner.run($0).verdict == .passed }
      guard passed == plan.scenarios.count else {
        throw Refusal("\(plan.scenarios.count - passed) scenarios did not pass")
      }
      return passed
    }
  }
}
