import ScenarioEngine
import ScenarioKit
import ScenarioReports
import Testing

@Suite("Lists")
struct ListsTests {
  @Test func `show scenarios in the order and nesting of their stories`() {
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

  @Test func `show a single scenario`() throws {
    let list = ScenarioList(style: TextStyle(isColored: true))
    let text = list.text(for: [try LampStory.scenario("It shines")])
    #expect(
      text.replacing("\u{1B}[", with: "␛") == """
        ␛1mA torch␛0m   ␛2mmodule lamp␛0m
          It shines   ␛2mScenarios/more/torch.yaml:4␛0m

        1 scenario

        """)
  }

  @Test func `show sentences by what they are for, with the places of their definitions`() {
    let list = StepList(style: TextStyle(isColored: false))
    let text = list.text(for: [Vocabulary(of: LampModule.self)])
    // Of the sentence that every module has, the line is of no interest here.
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
              also: {duration} vergehen/vergeht, vergehen/vergeht {duration}, \
        {duration} pasan/pasa, pasan/pasa {duration}, {duration} passent/passe, \
        passent/passe {duration}, {duration} проходит/проходят/прошло, \
        проходит/проходят/прошло {duration}

        """)
  }
}
