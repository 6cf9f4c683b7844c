import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Unused step definitions")
struct UnusedStepTests {
  private let vocabularies = [Vocabulary(of: LampModule.self), Vocabulary(of: NewsModule.self)]

  @Test func `step definitions that no story uses are listed as unused`() {
    let plan = plan(
      scenario(
        "lamp",
        """
        when: [the lamp goes on, the lamp goes on after 1 s, the lamp goes off after 1 s]
        then: [the lamp shines, { the lamp is: on }, { within 1 s: the lamp was switched 1 time }]
        """), for: vocabularies)
    #expect(
      plan.unusedSteps(of: [vocabularies[0]]).map(\.expression) == [
        "the lamp is bought switched on", "someone waits {duration} and switches the lamp on",
        "someone writes {string} on it", "the writing is",
      ])
  }

  @Test func `built-in step definitions are never listed as unused`() {
    let plan = plan(scenario("lamp", "then: the lamp shines"), for: vocabularies)
    let unused = plan.unusedSteps(of: vocabularies).map(\.expression)
    #expect(!unused.isEmpty)
    #expect(!unused.contains("{duration} pass(es)"))
    #expect(!unused.contains("no requests were sent"))
  }

  @Test func `a timeline row counts as a use of its step definition`() {
    let plan = plan(
      scenario(
        "lamp",
        "timeline: { step: 1 s, values: { o: off }, when: { the lamp goes on: -o }, then: { the lamp is: o- } }"
      ), for: vocabularies)
    let unused = plan.unusedSteps(of: [vocabularies[0]]).map(\.expression)
    #expect(!unused.contains("the lamp goes on"))
    #expect(!unused.contains("the lamp is"))
  }

  @Test func `unused step definitions are not listed while a story has errors`() {
    let plan = plan(scenario("lamp", "then: the lamp shine"), for: vocabularies)
    #expect(plan.unusedSteps(of: vocabularies).isEmpty)
  }
}

@Suite("Unused files")
struct UnusedFileTests {
  private let story = scenario("shop", "given: { the catalogue is: { file: fixtures/a.txt } }")

  /// Returns the warnings on unused files in a folder.
  private func unused(_ files: [String: String]) async throws -> [Diagnostic] {
    var found: [Diagnostic] = []
    try await withFolder(files) { folder in
      let scenarios = ScenariosFolder(folder.url.path, shownAs: "Scenarios")
      _ = Plan(try scenarios.read(), vocabularies: [Vocabulary(of: ShopModule.self)])
      found = scenarios.unusedFiles()
    }
    return found
  }

  @Test func `a file that no story names gets a warning`() async throws {
    let found = try await unused([
      "s.yaml": story, "fixtures/a.txt": "", "fixtures/b.txt": "", "more/fixtures/old.yaml": "",
    ])
    #expect(
      DiagnosticFormatter().format(found) == """
        Scenarios/fixtures/b.txt:1:1: warning: no story uses this file
          Delete it, or use it in a story.

        Scenarios/more/fixtures/old.yaml:1:1: warning: no story uses this file
          Delete it, or use it in a story.
        """)
  }

  @Test(arguments: [
    ["README.md": ""], [".hidden/a.txt": ""], [".DS_Store": ""], ["b/t.yml": ""],
    ["fixtures/b.txt": "c.xml", "fixtures/c.xml": "<!ENTITY b SYSTEM 'b.txt'>"],
  ])
  func `notes, hidden files, stories and indirectly named files get no warning`(
    files: [String: String]
  ) async throws {
    let all = files.merging(["s.yaml": story, "fixtures/a.txt": ""]) { $1 }
    #expect(try await unused(all).map(\.location?.path) == [])
  }
}
