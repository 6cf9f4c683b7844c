import ScenarioKit
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioCommands

@Suite("Scenario and step lists")
struct ListsTests {
  @Test func `a scenario list shows scenarios in story order with their nesting`() {
    let scenarios =
      LampStory.plan().scenarios
      + LampStory.plan(LampStory.otherText, path: "Scenarios/torch.yaml").scenarios
    #expect(
      ScenarioList(style: TextStyle(isColored: false)).text(for: scenarios) == """
        A lamp   module lamp
          It is switched on   Scenarios/lamp.yaml:5  @home
            It is switched off   Scenarios/lamp.yaml:8  @home @smoke
              It is switched on again   Scenarios/lamp.yaml:12  @home @smoke
            It glows   Scenarios/lamp.yaml:14  @home
              It glows on   Scenarios/lamp.yaml:18  @home
          It burns   Scenarios/lamp.yaml:20  @home

        A torch   module lamp
          It shines   Scenarios/torch.yaml:4

        7 scenarios

        """)
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

  @Test func `a step list shows notes below its sentences, and no locations by default`() {
    let list = StepList(style: TextStyle(isColored: false))
    let text = list.text(for: [Vocabulary(of: SwitchModule.self).sentences]) { step, module in
      step.takesData ? ["a note on \(module)", "another"] : []
    }
    #expect(
      text.contains(
        """
            the lamp shows: …
              a note on lamp
              another
        """))
    #expect(!text.contains(".swift"))
  }

  @Test func `a step list groups steps by kind and shows their locations`() {
    let list = StepList(style: TextStyle(isColored: false), showsLocations: true)
    let text = list.text(for: [Vocabulary(of: SwitchModule.self).sentences])
    // The line of the built-in step definition is not part of this test.
    #expect(
      text.replacing(/BuiltInSteps\.swift:\d+/, with: "BuiltInSteps.swift:LINE") == """
        module lamp

          given
            the lamp has a {word} bulb                 LampModule.swift:12

          when
            someone presses the switch {int} time(s)   LampModule.swift:15

          then
            the lamp is on                             LampModule.swift:18

          then, with data
            the lamp shows: …                          LampModule.swift:20

          anywhere
            {duration} pass(es)                        BuiltInSteps.swift:LINE
              de: {duration} vergehen/vergeht, vergehen/vergeht {duration}
              es: {duration} pasan/pasa, pasan/pasa {duration}
              fr: {duration} passent/passe/s'écoulent/s'écoule, passent/passe/s'écoulent/s'écoule {duration}
              ru: {duration} проходит/проходят/прошло/прошла/прошли, проходит/проходят/прошло/прошла/прошли {duration}

        """)
  }
}
