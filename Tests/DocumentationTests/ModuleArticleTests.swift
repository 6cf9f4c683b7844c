import Testing

@testable import Simulation

/// What the article says that a simulation forbids is what the code says.
@Suite("The article on modules")
struct ModuleArticleTests {
  @Test(arguments: [
    Escape.dispatch.description, Escape.threadSleep(.seconds(1)).description,
    Escape.resumedFromOutside.description, Stall(.nothingLeft, pending: []).description,
    Stall(.storyTimeLimit(Simulation.Limits().storyTime), pending: []).description,
    Stall(.neverAtRest(jobs: Simulation.Limits().jobsAtOneMoment), pending: []).description,
  ])
  func `shows each message word for word`(message: String) {
    let rows = Page.article("ConnectingAModule")?.table(below: "What it forbids") ?? []
    #expect(rows.contains { $0.last == "`\(message)`" })
  }
}
