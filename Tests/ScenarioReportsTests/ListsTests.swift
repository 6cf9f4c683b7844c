import ScenarioAuthoring
import ScenarioKit
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioCommands

@Suite("Scenario and step lists")
struct ListsTests {
  @Test func `a scenario list shows scenarios in story order with their nesting`() throws {
    let scenarios =
      LampStory.plan().scenarios
      + LampStory.plan(LampStory.otherText, path: "Scenarios/torch.yaml").scenarios
    let list = ScenarioList(style: TextStyle(isColored: false))
    try expect(list.text(for: scenarios), toBeIn: "scenarios.txt")
  }

  @Test func `a list of a single scenario shows its story and location`() throws {
    let list = ScenarioList(style: TextStyle(isColored: true))
    let text = list.text(for: [try LampStory.scenario("It shines")])
    #expect(
      text.replacing("\u{1B}[", with: "␛") == """
        ␛1mA torch␛0m   ␛2mmodule lamp␛0m
          It shines   ␛2mScenarios/more/torch.yaml:4␛0m

        1 scenario

        """)
  }

  private func guide() -> VocabularyGuide {
    VocabularyGuide(
      to: [VocabularyData(Vocabulary(of: SwitchModule.self))],
      usedIn: [], language: .english)
  }

  @Test func `a step list shows values below its sentences, and no locations by default`() {
    var observed = ObservedValues()
    observed.add(.mapping([.init("glow", .text("warm"))]), of: "the lamp shows", in: "lamp")
    let text = guide().list(style: TextStyle(isColored: false), showsLocations: false, observed)
    #expect(
      text.contains(
        """
            the lamp shows: …
              glow: warm
        """))
    #expect(!text.contains(".swift"))
  }

  @Test func `a step list groups steps by kind and shows their locations`() throws {
    let text = guide().list(
      style: TextStyle(isColored: false), showsLocations: true, ObservedValues())
    // The line of the built-in step definition is not part of this test.
    try expect(
      text.replacing(/BuiltInSteps\.swift:\d+/, with: "BuiltInSteps.swift:LINE"),
      toBeIn: "steps.txt")
  }
}
