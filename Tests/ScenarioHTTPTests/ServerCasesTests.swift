import ScenarioKit
import ScenarioLanguage
import StoryTestSupport
import TestSupport
import Testing

@testable import ScenarioCommands
@testable import ScenarioRunning

/// Tests of the rules for requests and answers: the stories in `Cases`, with what a terminal shows.
@Suite("Server cases")
struct ServerCasesTests {
  static let cases = CaseFile.all(in: "Cases")
  static let vocabulary = Vocabulary(of: ClientModule.self)

  @Test(arguments: cases)
  func `a server case prints its expected output`(rule: CaseFile) throws {
    try rule.expect(rule.plan(for: Self.vocabulary).terminalOutput())
  }

  @Test func `messages about requests and answers have German translations`() throws {
    let german = try #require(StoryLanguage.named("de"))
    let texts = try Self.cases.map {
      try $0.plan(for: Self.vocabulary).textsInEnglish(in: german)
    }
    #expect(Set(texts.joined()) == [])
  }

  @Test func `tagged server cases have the same results over HTTP`() async {
    // In a process of its own, because the simulations of other tests occupy the threads here.
    await #expect(processExitsWith: .success) {
      let scenarios = try Self.cases.flatMap { try $0.plan(for: Self.vocabulary).scenarios }
        .filter { $0.tags.contains(PlannedScenario.liveTag) }
      #expect(scenarios.count >= 20)
      var runner = try await LiveRunner.start()
      runner.contents = [.details, .shownValues]
      for scenario in scenarios {
        let simulated = Runner(contents: [.details, .shownValues]).runWithEnds(scenario)
        let live = await runner.run(scenario, after: simulated.ends)
        let differences = live.differences(from: simulated.report)
        #expect(differences == "" && live.verdict == .passed, "\(scenario.name)\n\(differences)")
      }
      await runner.stop()
    }
  }
}
