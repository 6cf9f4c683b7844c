import ScenarioRunning
import Testing

@testable import ScenarioWorkers

@Suite("The scenarios of a job")
struct JobScenariosTests {
  @Test func `a live job fails in a process that can't run scenarios live`() {
    var job = StoryJob(in: ScenariosFolder("."))
    job.world = .live
    #expect(throws: WorkerFailure.self) {
      try JobScenarios(of: job, vocabularies: [], noting: nil)
    }
  }
}
