import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport

@testable import ScenarioReports

/// Handmade records.
enum SampleRecords {
  static func scenario(
    _ titles: String..., path: String = "Scenarios/lamp.yaml", line: Int = 5,
    verdict: Verdict = .passed, reason: String? = nil, tags: [String] = [],
    text: StoryText = "- scenario: x", steps: [StepResult] = [],
    failures: [Failure] = [], events: [ScenarioReport.Event] = []
  ) -> ScenarioReport {
    var report = ScenarioReport(
      path: path, titles: titles, line: line, lastLine: line + 3, module: "lamp", tags: tags,
      text: text, verdict: verdict, reason: reason, storyNanoseconds: 100_000_000, seconds: 0.002,
      traceHash: "0")
    (report.steps, report.failures, report.events) = (steps, failures, events)
    return report
  }

  static func failure(_ message: String, line: Int = 5, details: [String] = [])
    -> Failure
  {
    Failure(
      path: "Scenarios/lamp.yaml", line: line, column: 3, lineText: "  then: the lamp is lit",
      message: message, details: details, nanoseconds: 100_000_000)
  }

  /// Returns a step after which the screen showed a value.
  static func step(
    _ text: String, showing value: Value, outcome: StepResult.Outcome = .passed,
    purpose: Step.Purpose = .act, line: Int = 5, nanoseconds: Int64 = 0
  ) -> StepResult {
    StepResult(
      text: text, outcome: outcome, line: line, nanoseconds: nanoseconds,
      shown: [ShownValue(name: "the screen shows", value: value)], purpose: purpose)
  }

  static func run(_ scenarios: [ScenarioReport]) -> RunReport {
    RunReport(
      began: Date(timeIntervalSince1970: 1_795_250_000), seconds: 1.25,
      origin: RunReport.Origin(command: "scenarios run", host: "build-7"), scenarios: scenarios)
  }
}
