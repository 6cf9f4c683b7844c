import StoryTestSupport
import Testing

@testable import ScenarioKit
@testable import ScenarioLanguage
@testable import ScenarioRunning

@Suite("Order of steps")
struct StepLoopTests {
  /// Takes steps as letters, in upper case for steps that fail.
  ///
  /// The letter `g` means given, `w` when, `t` then, `e` eventually, and `p` a pause among checks.
  /// The steps after a `|` belong to the nested scenario.
  @Test(arguments: [
    ("", ""),
    ("gwt", "gwt"),
    ("gwtttwtp", "gwtttwtp"),
    ("Gwt", "G"),
    ("Wt", "W"),
    ("wTt", "wTt"),
    ("wtTTtwt", "wtTTt"),
    ("wTTwt", "wTT"),
    ("wTgt", "wT"),
    ("wTett", "wT"),
    ("wEtt", "wE"),
    ("wTpt", "wT"),
    ("wtPt", "wtP"),
    ("wT|t", "wT"),
    ("wTt|twt", "wTt"),
    ("wt|Ttw", "wtTt"),
  ])
  func `the step loop stops after a failure and its neighbouring checks`(
    letters: String, taken: String
  ) {
    let steps = letters.split(separator: "|", omittingEmptySubsequences: false)
    let outer = steps.count > 1 ? steps[0].count : 0
    let all = Array(letters.filter { $0 != "|" })
    var loop = StepLoop(steps: all.enumerated().map { step($1, owner: $0 < outer ? 1 : nil) })
    var order = ""
    while let index = loop.next() {
      order.append(all[index])
      loop.ended(passed: all[index].isLowercase)
    }
    #expect(order == taken)
    #expect(loop.next() == nil)
  }

  private func step(_ letter: Character, owner: Int?) -> PlannedStep {
    let range = SourceRange(start: .start, end: .start)
    let purpose: Step.Purpose =
      switch letter.lowercased() {
      case "g": .prepare
      case "w": .act
      default: .check
      }
    let timing =
      letter.lowercased() == "e"
      ? Timing(
        kind: .eventually, duration: Timing.eventuallyLimit, text: "eventually", range: range) : nil
    let definition = StepDefinition(
      wordings: [StepDefinition.Wording("")], role: letter.lowercased() == "p" ? .pause : .check,
      origin: StepDefinition.Origin(fileID: "", line: 1), parameterTypes: [], dataUse: .none
    ) { _, _, _ in nil }
    let sentence = PlannedSentence(
      text: "", location: Location(path: "", range: range, lineText: ""), definition: definition,
      arguments: StepDefinition.Arguments(values: [], data: nil), expectation: nil)
    var step = PlannedStep(
      Step(keyword: "", purpose: purpose, timing: timing, sentences: [], range: range),
      sentences: [sentence], undefined: [])
    step.owner = owner
    return step
  }
}

@Suite("Failing checks")
struct FailingCheckTests {
  @Test func `checks next to a failed check run before the scenario ends`() async {
    let outcome = await tell(
      scenario: """
        steps:
          - when: someone writes "a" on it
          - then: { the lamp is: on }
          - then: the lamp shines
          - and: { the writing is: a }
          - but: the lamp was switched 1 time
          - when: the lamp goes on
          - then: { the lamp is: on }
        """, to: LampModule.self)
    #expect(
      outcome.failures() == [
        """
        7:17 the lamp is: not as expected
          expected  on   (s:7)
          actual    off
        """,
        "8:15 the lamp is dark\n  It is off.",
        "10:14 the lamp was switched 0 times, not 1",
      ])
    #expect(
      outcome.steps() == [
        "passed: when someone writes \"a\" on it", "failed: then the lamp is: on",
        "failed: then the lamp shines", "passed: and the writing is: a",
        "failed: but the lamp was switched 1 time", "notRun: when the lamp goes on",
        "notRun: then the lamp is: on",
      ])
  }
}
