import ScenarioLanguage
import Testing

@testable import ScenarioEngine
@testable import ScenarioKit

@Suite("The order of steps")
struct StepLoopTests {
  /// Steps in letters, in upper case where they fail.
  ///
  /// A `g` stands for given, `w` for when, `t` for then, `e` for eventually, and `p` for a pause
  /// among checks. What comes behind a `|` belongs to the scenario inside.
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
  func `ends behind what failed and the checks beside it`(letters: String, taken: String) {
    let steps = letters.split(separator: "|", omittingEmptySubsequences: false)
    let outer = steps.count > 1 ? steps[0].count : 0
    let all = Array(letters.filter { $0 != "|" })
    var loop = StepLoop(
      steps: all.enumerated().map { step($1, owner: $0 < outer ? "A" : nil) })
    var order = ""
    while let index = loop.next() {
      order.append(all[index])
      loop.ended(passed: all[index].isLowercase)
    }
    #expect(order == taken)
    #expect(loop.next() == nil)
  }

  private func step(_ letter: Character, owner: String?) -> PlannedStep {
    let range = SourceRange(start: .start, end: .start)
    let purpose: Step.Purpose =
      switch letter.lowercased() {
      case "g": .prepare
      case "w": .act
      default: .check
      }
    let timing =
      letter.lowercased() == "e"
      ? Timing(.eventually, Timing.eventuallyLimit, text: "eventually", range: range) : nil
    let definition = StepDefinition(
      expressions: [""], role: letter.lowercased() == "p" ? .pause : .check,
      origin: StepDefinition.Origin(fileID: "", line: 1), parameterTypes: [], dataUse: .none
    ) { _, _ in nil }
    let sentence = PlannedSentence(
      text: "", place: Place(path: "", range: range, lineText: ""), definition: definition,
      arguments: StepDefinition.Arguments(values: [], data: nil), expectation: nil)
    return PlannedStep(
      Step(keyword: "", purpose: purpose, timing: timing, sentences: [], range: range),
      owner: owner, sentences: [sentence])
  }
}

@Suite("A check that fails")
struct FailingCheckTests {
  @Test func `does not hide those beside it, and ends the scenario`() async {
    let told = await tell(
      scenario(
        "lamp",
        """
        steps:
          - when: someone writes "a" on it
          - then: { the lamp is: on }
          - then: the lamp shines
          - and: { the writing is: a }
          - but: the lamp was switched 1 time
          - when: the lamp goes on
          - then: { the lamp is: on }
        """), to: LampModule.self)
    #expect(
      told.failures() == [
        """
        7:17 the lamp is: not as expected
          expected  on   (s:7)
          actual    off
        """,
        "8:15 the lamp is dark\n  It is off.",
        "10:14 the lamp was switched 0 times, not 1",
      ])
    #expect(
      told.steps() == [
        "passed: when someone writes \"a\" on it", "failed: then the lamp is: on",
        "failed: then the lamp shines", "passed: and the writing is: a",
        "failed: but the lamp was switched 1 time", "notRun: when the lamp goes on",
        "notRun: then the lamp is: on",
      ])
  }
}
