import Testing

@testable import Simulation

/// Tests that compare the messages in the article on modules with the messages of the code.
@Suite("The article on modules")
struct ModuleArticleTests {
  @Test(arguments: [
    SandboxViolation.thread.description, SandboxViolation.threadSleep(.seconds(1)).description,
    SandboxViolation.resumedFromOutside.description, Stall(.nothingLeft, pending: []).description,
    Stall(.storyTimeLimit(Simulation.Limits().storyTime), pending: []).description,
    Stall(.neverAtRest(jobs: Simulation.Limits().jobsAtOneMoment), pending: []).description,
  ])
  func `the article on modules quotes each violation and stall message`(message: String) {
    let rows = Page.article("ConnectingAModule")?.table(below: "What it forbids") ?? []
    #expect(rows.contains { $0.last == "`\(message)`" })
  }
}
