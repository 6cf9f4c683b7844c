import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import Testing

@Suite("Modules of a target with main-actor isolation by default")
struct DefaultIsolationTests {
  @Test func `a module with main-actor isolation, shared steps and an observable class runs`()
    throws
  {
    let file = StoryFile(
      reading: SourceFile(
        path: "counter.yaml",
        text: """
          story: The counter
          module: counter
          scenarios:
            - scenario: Two taps
              given: { the price is: { amount: 3 } }
              when: the reader taps plus 1 time
              then: [{ the counter shows: 1 }, the price is 3]
              scenarios:
                - scenario: Zwei mehr
                  when: jemand tippt 2 mal
                  then: { the screen says: 3 }
          """))
    let folder = StoryFolder(story: URL(filePath: "/none"), root: URL(filePath: "/none"))
    let plan = Plan(
      [StorySource(file: file, folder: folder)], vocabularies: [Vocabulary(of: CounterModule.self)])
    #expect(plan.problems.isEmpty && plan.brokenFiles.isEmpty)
    let results = plan.scenarios.map { Runner().run($0) }
    #expect(results.map(\.verdict) == [.passed, .passed])
    #expect(results.flatMap(\.failures).map(\.message) == [])
  }

  @Test func `a translation into an unknown language is reported at its step definition`() {
    let problems = Vocabulary(of: MistranslatedModule.self).problems
    let codes = StoryLanguage.all.map(\.code).joined(separator: ", ")
    #expect(
      problems.map(\.message) == [
        "there is no story language \"xx\"; the languages are \(codes)"
      ])
  }
}

final class MistranslatedModule: Module {
  static let name = "mistranslated"

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("it rains", translations: ["xx": "es regnet"]) { _ in }
  }
}
