import Foundation
import ScenarioKit
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioLanguage
@testable import ScenarioReports

@Suite("The text of a failure")
struct FailureTextTests {
  private let wrongValues = Failure(
    "the lamp shows: not as expected", at: LampStory.location(line: 12, column: 15),
    differences: [
      Difference(
        path: ValuePath([.key("bulb"), .key("color")]), expected: "warm white",
        actual: .text("red"),
        range: LampStory.range(line: 14)),
      Difference(
        .missing, path: ValuePath([.key("bulbs"), .index(1)]), expected: "left", actual: nil,
        range: LampStory.range(line: 15), note: "2 elements were expected, but there is 1"),
    ], time: .milliseconds(1500))

  @Test func `a failure's text shows location, message, time, expected and actual values`() {
    #expect(
      FailureText().text(for: wrongValues) == """
        Scenarios/lamp.yaml:12:15: the lamp shows: not as expected   at +1.5 s
          expected  bulb.color: warm white   (lamp.yaml:14)
          actual    bulb.color: red

          expected  bulbs[1]: left           (lamp.yaml:15)
          actual    missing
                    2 elements were expected, but there is 1
        """)
  }

  @Test(arguments: [("de", "bei"), ("es", "en"), ("fr", "à"), ("ru", "на")])
  func `the time of a failure is in the language of its story`(code: String, at: String) throws {
    let story = "language: \(code)\nstory: Lamp\n"
    let location = Location(
      in: SourceFile(path: "lamp.yaml", text: story), range: LampStory.range(line: 2))
    let failure = Failure("dark", at: location, time: .milliseconds(1500))
    #expect(FailureText().text(for: failure).hasSuffix("dark   \(at) +1.5 s"))
  }

  @Test func `a failure that is read without messages keeps its texts`() throws {
    let failure = Failure("dark", at: LampStory.location(line: 2, column: 1), details: ["off"])
    let data = try JSONEncoder().encode(failure)
    var fields = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(fields["messages"] != nil)
    fields["messages"] = [String]()
    let read = try JSONDecoder().decode(
      Failure.self, from: JSONSerialization.data(withJSONObject: fields))
    #expect(read.messages.map(\.english) == ["dark", "off"])
  }

  @Test func `a failure is translated by its literals, also after it was sent`() throws {
    let story = "language: de\nstory: Lamp\n"
    let location = Location(
      in: SourceFile(path: "lamp.yaml", text: story), range: LampStory.range(line: 2))
    let said: Message = "\("off"), so nothing was compared"
    var failure = Failure("the check failed: \(said)", at: location, details: ["From \(said)"])
    failure.messages[0] = "\(failure.messages[0]), but it must always hold"
    #expect(
      failure.message == "the check failed: off, so nothing was compared, but it must always hold")
    #expect(failure.details == ["From off, so nothing was compared"])
    let sent = try JSONDecoder().decode(Failure.self, from: JSONEncoder().encode(failure))
    #expect(sent == failure)
    let text =
      "die Prüfung schlug fehl: off, also wurde nichts verglichen; dies muss aber immer zutreffen"
    for failure in [failure, sent] {
      #expect(failure.messages.map(\.pattern) == ["{1}, but it must always hold", "From {1}"])
      #expect(FailureText().message(of: failure).hasPrefix(text))
    }
  }

  @Test func `a failure has the literals of its last message and details`() {
    var failure = Failure("the check failed: \(1)", at: LampStory.location(line: 3, column: 9))
    failure.messages = ["it is \(1)", "From \(2)"]
    #expect(failure.messages.map(\.pattern) == ["it is {1}", "From {1}"])
    #expect(failure.message == "it is 1")
    #expect(failure.details == ["From 2"])
  }

  @Test(arguments: [
    "==7==ERROR: AddressSanitizer: double-free", "a.c:3:4: runtime error: shift exponent 32",
  ])
  func `the report of a sanitizer is complete in the output of the app`(first: String) {
    let frames = (0..<60).map { "    #\($0) 0x55d" }
    let lines = ["One", "Two", "===="] + [first] + frames
    #expect(
      PrintedOutput.lines(of: lines.joined(separator: "\n"), in: .english)
        == ["… 3 lines before", first] + frames)
    #expect(PrintedOutput.lines(of: frames.joined(separator: "\n"), in: .english).count == 21)
  }

  @Test(arguments: [(21, "… 1 Zeile davor"), (24, "… 4 Zeilen davor")])
  func `the lines that the output of the app had before are counted in the story's language`(
    count: Int, german: String
  ) throws {
    let output = (1...count).map { "\($0)" }.joined(separator: "\n")
    let language = try #require(StoryLanguage.named("de"))
    let lines = PrintedOutput.lines(of: output, in: language)
    #expect(lines.first == german)
    #expect(lines.last == "\(count)")
  }

  @Test func `a failure's message omits location and time`() {
    #expect(
      FailureText().message(of: wrongValues) == """
        the lamp shows: not as expected
          expected  bulb.color: warm white   (lamp.yaml:14)
          actual    bulb.color: red

          expected  bulbs[1]: left           (lamp.yaml:15)
          actual    missing
                    2 elements were expected, but there is 1
        """)
  }

  @Test func `a failure's text lists details below the message`() {
    let failure = Failure(
      "the lamp was switched 2 times, not 1", at: LampStory.location(line: 3, column: 9),
      details: ["1. at +0 s  on", "2. at +1 s  off"])
    #expect(
      FailureText().text(for: failure) == """
        Scenarios/lamp.yaml:3:9: the lamp was switched 2 times, not 1
          1. at +0 s  on
          2. at +1 s  off
        """)
  }

  @Test(arguments: [(20, 20, nil), (21, 20, "  … and 1 more"), (5020, 20, "  … and 5000 more")])
  func `a failure's message shows at most 20 details`(count: Int, shown: Int, rest: String?) {
    let failure = Failure(
      "too often", at: LampStory.location(line: 3, column: 9),
      details: (1...count).map { "\($0)." })
    let lines = FailureText().message(of: failure).split(separator: "\n").map(String.init)
    #expect(lines == ["too often"] + (1...shown).map { "  \($0)." } + (rest.map { [$0] } ?? []))
  }

  @Test func `long values are cut to the width around their first difference`() {
    let long = String(repeating: "very ", count: 30)
    let failure = Failure(
      "the lamp shows: not as expected", at: LampStory.location(line: 3, column: 9),
      differences: [
        Difference(
          path: ValuePath([.key("label")]), expected: "\(long)bright \(long)",
          actual: .text("\(long)dark \(long)"),
          range: LampStory.range(line: 4))
      ])
    let text = FailureText(width: 70).message(of: failure)
    #expect(
      text == """
        the lamp shows: not as expected
          expected  label: …y very very very bright very very…   (lamp.yaml:4)
          actual    label: …y very very very dark very very v…
                                             ^
        """)
  }

  @Test func `a failed scenario's text shows its steps up to the failure`() throws {
    let result = try LampStory.result(
      "It is switched off", .failed,
      steps: [
        "when someone presses the switch 1 time", "✘ within 1 s the lamp shows: off",
        "… then the lamp is on", "… then the lamp is on",
      ], failures: [wrongValues])
    #expect(
      FailureText().text(for: result) == """
        ✘ A lamp › It is switched on › It is switched off   Scenarios/lamp.yaml:8
            ✔ when someone presses the switch 1 time
            ✘ within 1 s the lamp shows: off
            … 2 steps not run

          Scenarios/lamp.yaml:12:15: the lamp shows: not as expected   at +1.5 s
            expected  bulb.color: warm white   (lamp.yaml:14)
            actual    bulb.color: red

            expected  bulbs[1]: left           (lamp.yaml:15)
            actual    missing
                      2 elements were expected, but there is 1
        """)
  }

  @Test func `steps with narrow or wide letters are cut to the width`() throws {
    let result = try LampStory.result(
      "It shines", .failed,
      steps: [
        "then the lamp shows: { color: warm white, brightness: 100, shade: none, place: desk }",
        "✘ then 灯は明るい灯は明るい灯は明るい灯は明るい灯は明るい灯は明るい灯は明るい",
      ])
    #expect(
      FailureText(width: 60).text(for: result) == """
        ✘ A torch › It shines   Scenarios/more/torch.yaml:4
            ✔ then the lamp shows: { color: warm white, brightness:…
            ✘ then 灯は明るい灯は明るい灯は明るい灯は明るい灯は明る…
        """)
  }

  @Test func `a blocked scenario's text names the scenario that blocks it`() throws {
    let result = try LampStory.result(
      "It is switched on again", .blocked, reason: "It is switched off",
      steps: ["✘ when someone presses the switch 1 time"],
      failures: [Failure("the switch is gone", at: LampStory.location(line: 10, column: 15))])
    #expect(
      FailureText().text(for: result) == """
        ○ A lamp › It is switched on › It is switched off › It is switched on again   Scenarios/lamp.yaml:12
            blocked by "It is switched off"
            ✘ when someone presses the switch 1 time

          Scenarios/lamp.yaml:10:15: the switch is gone
        """)
  }

  @Test func `a failure's text can be coloured`() throws {
    let result = try LampStory.result(
      "It shines", .failed, steps: ["when pressed", "✘ then it shines", "… then it is warm"],
      failures: [
        Failure(
          "the lamp shows: not as expected",
          at: LampStory.location(line: 6, column: 9, path: "torch.yaml"),
          differences: [
            Difference(expected: "on", actual: .text("off"), range: LampStory.range(line: 6))
          ], time: .seconds(1))
      ])
    let text = FailureText(style: TextStyle(isColored: true)).text(for: result)
    #expect(
      text.replacing("\u{1B}[", with: "␛") == """
        ␛31m✘␛0m ␛1mA torch › It shines␛0m   ␛2mScenarios/more/torch.yaml:4␛0m
            ␛32m✔␛0m ␛2mwhen pressed␛0m
            ␛31m✘␛0m then it shines
            ␛2m… 1 step not run␛0m

          ␛36mtorch.yaml:6:9␛0m: the lamp shows: not as expected␛2m   at +1 s␛0m
            ␛2mexpected  ␛0m␛32mon␛0m   ␛2m(torch.yaml:6)␛0m
            ␛2mactual    ␛0m␛31moff␛0m
        """)
  }
}
