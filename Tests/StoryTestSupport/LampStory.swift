import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import Simulation
import Testing

/// A module that provides only the step definitions, because the tests construct the results.
package final class SwitchModule: Module {
  package static let name = "lamp"

  package init(_ context: ScenarioContext) {}

  package static var steps: Steps {
    Given("the lamp has a {word} bulb", fileID: "Lamps/LampModule.swift", line: 12) {
      (_, _: String) in
    }
    When("someone presses the switch {int} time(s)", fileID: "Lamps/LampModule.swift", line: 15) {
      (_, _: Int) in
    }
    Then("the lamp is on", fileID: "Lamps/LampModule.swift", line: 18) { _ in }
    Observe("the lamp shows", fileID: "Lamps/LampModule.swift", line: 20) { _ in "on" }
  }
}

/// Scenarios of a lamp and their results.
package enum LampStory {
  package static let text = """
    story: A lamp
    module: lamp
    tags: [home]
    scenarios:
      - scenario: It is switched on
        when: someone presses the switch 1 time
        scenarios:
          - scenario: It is switched off
            tags: [smoke]
            when: someone presses the switch 1 time
            scenarios:
              - scenario: It is switched on again
                when: someone presses the switch 1 time
          - scenario: It glows
            known issue: LAMP-7
            when: someone presses the switch 3 times
            scenarios:
              - scenario: It glows on
                when: someone presses the switch 3 times
      - scenario: It burns
        skip: until the fire brigade agrees
        when: someone presses the switch 99 times
    """

  package static let otherText = """
    story: A torch
    module: lamp
    scenarios:
      - scenario: It shines
        when: someone presses the switch 1 time
    """

  package static func plan(_ text: String = text, path: String = "Scenarios/lamp.yaml") -> Plan {
    let source = StorySource(
      file: StoryFile(reading: SourceFile(path: path, text: text)),
      folder: StoryFolder(story: URL(filePath: "/lamps"), root: URL(filePath: "/lamps")))
    return Plan([source], vocabularies: [Vocabulary(of: SwitchModule.self)])
  }

  /// Returns the scenario with a title.
  package static func scenario(_ title: String) throws -> PlannedScenario {
    let scenarios =
      plan().scenarios + plan(otherText, path: "Scenarios/more/torch.yaml").scenarios
    return try #require(scenarios.first { $0.id.titles.last == title })
  }

  /// Returns a result whose steps passed unless they begin with the mark of another outcome.
  package static func result(
    _ title: String, _ verdict: Verdict = .passed, reason: String? = nil, steps: [String] = [],
    failures: [Failure] = [], notes: [Note] = [], storyTime: Duration = .zero
  ) throws -> ScenarioReport {
    let scenario = try scenario(title)
    var report = ScenarioReport(
      path: scenario.id.path, titles: scenario.id.titles, line: scenario.location.range.start.line,
      lastLine: scenario.range.end.line, module: scenario.module, tags: scenario.tags, text: "",
      verdict: verdict, reason: reason, storyNanoseconds: storyTime.wholeNanoseconds,
      seconds: 0.003, traceHash: "")
    if verdict == .blocked,
      scenario.knownIssuesAround.keys.contains(where: { scenario.id.titles[$0] == reason })
    {
      report.exemption = .knownIssue
    }
    report.steps = steps.map { step in
      let (text, outcome): (Substring, StepResult.Outcome) =
        switch step.first {
        case "✘": (step.dropFirst(2), .failed)
        case "…": (step.dropFirst(2), .notRun)
        default: (step[...], .passed)
        }
      return StepResult(text: String(text), outcome: outcome, purpose: .act)
    }
    (report.failures, report.notes) = (failures, notes)
    return report
  }

  /// Returns a note at a source location in the story.
  package static func note(_ message: String, line: Int, column: Int) -> Note {
    Note(message, at: location(line: line, column: column))
  }

  /// Returns a source location in the story.
  package static func location(line: Int, column: Int, path: String = "Scenarios/lamp.yaml")
    -> Location
  {
    Location(path: path, range: range(line: line, column: column), lineText: "")
  }

  package static func range(line: Int, column: Int = 1) -> SourceRange {
    let start = Position(line: line, column: column, offset: 0)
    return SourceRange(start: start, end: start)
  }
}

extension Failure {
  /// Creates a failure at a line of a file.
  package init(
    path: String, line: Int, column: Int, lineText: String, message: String,
    details: [String] = [], differences: [Difference] = [], canBeAccepted: Bool = false,
    nanoseconds: Int64 = 0
  ) {
    let start = Position(line: line, column: column, offset: 0)
    self.init(
      message,
      at: Location(path: path, range: SourceRange(start: start, end: start), lineText: lineText),
      details: details, differences: differences, time: .nanoseconds(nanoseconds))
    self.canBeAccepted = canBeAccepted
  }
}
