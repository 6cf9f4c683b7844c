import DisplayText
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("The terminal report")
struct TerminalReportTests {
  private func text(
    _ results: [ScenarioReport], listsAll: Bool = true, isColored: Bool = false,
    repetitions: Int = 1
  ) -> String {
    var report = TerminalReport(style: TextStyle(isColored: isColored), listsAll: listsAll)
    let lines = results.map { report.text(for: $0) }.joined()
    return lines + report.ending(realTime: .milliseconds(12), repetitions: repetitions)
  }

  private let dark = Failure("the lamp is dark", at: LampStory.location(line: 6, column: 11))

  @Test func `the terminal report follows the stories and ends with all failures`() throws {
    let note = LampStory.note("no request used the answer", line: 24, column: 9)
    let results = [
      try LampStory.result("It is switched on", storyTime: .milliseconds(100)),
      try LampStory.result(
        "It is switched off", .failed, steps: ["✘ when someone presses the switch 1 time"],
        failures: [dark], storyTime: .seconds(2)),
      try LampStory.result("It is switched on again", .blocked, reason: "It is switched off"),
      try LampStory.result("It glows", .knownIssue, reason: "LAMP-7"),
      try LampStory.result("It glows on", .blocked, reason: "It glows"),
      try LampStory.result(
        "It burns", .skipped, reason: "until the fire brigade agrees", notes: [note]),
      try LampStory.result("It shines"),
    ]
    #expect(
      text(results) == """
        A lamp   Scenarios/lamp.yaml
          ✔ It is switched on   100 ms
            ✘ It is switched off   2 s
              ○ It is switched on again   blocked by "It is switched off"
            ◑ It glows   known issue: LAMP-7
              ○ It glows on   blocked by "It glows"
          ↷ It burns   skipped: until the fire brigade agrees
            Scenarios/lamp.yaml:24:9: note: no request used the answer

        A torch   Scenarios/more/torch.yaml
          ✔ It shines

        ✘ A lamp › It is switched on › It is switched off   Scenarios/lamp.yaml:8
            ✘ when someone presses the switch 1 time

          Scenarios/lamp.yaml:6:11: the lamp is dark

        7 scenarios: 1 failed, 2 blocked, 1 with a known issue, 1 skipped, 2 passed   (12 ms, story time 2.1 s)

        """)
  }

  @Test func `a shortened terminal report omits scenarios that passed`() throws {
    let results = [
      try LampStory.result("It is switched on"),
      try LampStory.result("It burns", .skipped, reason: "too hot"),
      try LampStory.result("It shines"),
    ]
    #expect(
      text(results, listsAll: false) == """
        A lamp   Scenarios/lamp.yaml
          ↷ It burns   skipped: too hot

        3 scenarios: 1 skipped, 2 passed   (12 ms, story time 0 s)

        """)
  }

  @Test func `the terminal report details a blocked scenario whose parent was not run`() throws {
    let results = [
      try LampStory.result(
        "It is switched off", .blocked, reason: "It is switched on", failures: [dark]),
      try LampStory.result(
        "It is switched on again", .blocked, reason: "It is switched on", failures: [dark]),
    ]
    #expect(
      text(results) == """
        A lamp   Scenarios/lamp.yaml
          It is switched on
            ○ It is switched off   blocked by "It is switched on"
              ○ It is switched on again   blocked by "It is switched on"

        ○ A lamp › It is switched on › It is switched off   Scenarios/lamp.yaml:8
            blocked by "It is switched on"

          Scenarios/lamp.yaml:6:11: the lamp is dark

        2 scenarios: 2 blocked   (12 ms, story time 0 s)

        """)
  }

  @Test func `the terminal report omits details of scenarios blocked by a known issue`() throws {
    let blocked = try LampStory.result(
      "It glows on", .blocked, reason: "It glows", failures: [dark])
    #expect(
      text([blocked]) == """
        A lamp   Scenarios/lamp.yaml
          It is switched on
            It glows
              ○ It glows on   blocked by "It glows"

        1 scenario: 1 blocked   (12 ms, story time 0 s)

        """)
  }

  @Test func `texts of a story can't add lines or control characters to the terminal report`()
    throws
  {
    var result = try LampStory.result(
      "It is switched off", .failed, steps: ["✘ when \u{1B}[2J"],
      failures: [Failure("dark\n::error::forged", at: LampStory.location(line: 6, column: 11))])
    result.titles = ["Lamp\n::error::story", "Out\ner", "\u{1B}[31mRed\u{7}"]
    result.path = "Scenarios/la\nmp.yaml"
    var skipped = try LampStory.result("It burns", .skipped, reason: "hot\n::x::")
    skipped.titles = ["Torch", "It burns"]
    var report = TerminalReport(style: TextStyle(isColored: false), listsAll: true)
    let lines = report.text(for: result) + report.text(for: skipped)
    let text = lines + report.ending(realTime: .milliseconds(12))
    #expect(
      TerminalText.safe(text, isColored: false) == """
        Lamp ::error::story   Scenarios/la mp.yaml
          Out er
            ✘ ␛[31mRed␇

        Torch   Scenarios/lamp.yaml
          ↷ It burns   skipped: hot ::x::

        ✘ Lamp ::error::story › Out er › ␛[31mRed␇   Scenarios/la mp.yaml:8
            ✘ when ␛[2J

          Scenarios/lamp.yaml:6:11: dark
          : :error::forged

        2 scenarios: 1 failed, 1 skipped   (12 ms, story time 0 s)

        """)
  }

  @Test(arguments: [
    ("a\r\u{1B}[2Jb\tc\n", "a␍␛[2Jb\tc\n"), ("  ::error::x", "  : :error::x"),
    ("##[error]x", "# #[error]x"), ("a::b", "a::b"), ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"),
  ])
  func `text for a log has no control characters and no commands`(text: String, safe: String) {
    #expect(TerminalText.safe(text, isColored: false) == safe)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "\u{1B}[31mred\u{1B}[0m"), ("\u{1B}[8mhidden", "␛[8mhidden"),
    ("\u{1B}[1;31", "␛[1;31"), ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("\u{9B}2J", "\\u{9B}2J"),
  ])
  func `text for a terminal keeps only colours`(text: String, safe: String) {
    #expect(TerminalText.safe(text, isColored: true) == safe)
  }

  @Test func `the terminal report shows how often each scenario ran`() throws {
    #expect(
      text([try LampStory.result("It shines")], listsAll: false, repetitions: 3) == """

        1 scenario: 1 passed, run 3 times each   (12 ms, story time 0 s)

        """)
  }

  @Test func `the terminal report shows every error of a broken file`() throws {
    let plan = LampStory.plan(
      """
      story: A lamp
      module: lamp
      scenarios:
        - scenario: It is on
          when: somebody presses the switch 1 time
          then: the lamp is on
          thn: the lamp is off
      """)
    var report = TerminalReport(style: TextStyle(isColored: false), listsAll: true)
    for file in plan.brokenFiles { report.add(file) }
    #expect(
      report.ending(realTime: .seconds(1)) == """
        Scenarios/lamp.yaml:5:11: error: no step matches "somebody presses the switch 1 time"
          5 |     when: somebody presses the switch 1 time
            |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          Did you mean: someone presses the switch 1 time   (LampModule.swift:15)

        Scenarios/lamp.yaml:7:5: error: unknown key "thn"
          7 |     thn: the lamp is off
            |     ^~~
          Did you mean: then

        0 scenarios, 1 file with errors   (1.0 s, story time 0 s)

        """)
    #expect(report.summary.hasFailures)
  }

  @Test func `the terminal report can be coloured`() throws {
    let results = [
      try LampStory.result("It is switched on", storyTime: .seconds(1)),
      try LampStory.result("It burns", .skipped, reason: "too hot"),
    ]
    #expect(
      text(results, isColored: true).replacing("\u{1B}[", with: "␛") == """
        ␛1mA lamp␛0m   ␛2mScenarios/lamp.yaml␛0m
          ␛32m✔␛0m It is switched on␛2m   1 s␛0m
          ␛33m↷␛0m It burns   skipped: too hot

        ␛32m2 scenarios: 1 skipped, 1 passed␛0m   ␛2m(12 ms, story time 1 s)␛0m

        """)
  }

  @Test(arguments: [
    (Duration.microseconds(1), "0 ms"), (.milliseconds(7), "7 ms"),
    (.microseconds(52_780), "53 ms"),
    (.milliseconds(999), "999 ms"), (.microseconds(999_600), "1.0 s"),
    (.milliseconds(1254), "1.25 s"),
    (.seconds(75), "75.0 s"),
  ])
  func `the terminal report rounds real time`(duration: Duration, text: String) {
    #expect(RealTimeText.rounded(duration) == text)
  }
}
