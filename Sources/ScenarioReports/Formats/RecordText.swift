import Foundation
import ScenarioResults
import Simulation

/// What records tell, as plain text: the same words in all formats.
enum RecordText {
  /// A failure: its place, what is the case and when, then the difference and details.
  static func text(of failure: ScenarioReport.Failure) -> String {
    let place = "\(failure.path):\(failure.line):\(failure.column)"
    return ([place + ": " + message(of: failure)] + failure.evidence).joined(separator: "\n")
  }

  /// What is the case, and at which moment of story time.
  static func message(of failure: ScenarioReport.Failure) -> String {
    let time =
      failure.nanoseconds > 0
      ? " (at \(StoryTimeText.offset(.nanoseconds(failure.nanoseconds))))" : ""
    return failure.message + time
  }

  /// Failures, with an empty line between them.
  static func text(of failures: [ScenarioReport.Failure]) -> String {
    failures.map(text).joined(separator: "\n\n")
  }

  /// The first failure's message, and how many there are beside it.
  static func headline(of failures: [ScenarioReport.Failure]) -> String {
    guard let first = failures.first else { return "failed" }
    let others = failures.count - 1
    return first.message + (others > 0 ? " (and \(Summary.count(others, "other failure")))" : "")
  }

  /// A mistake: its place, what is wrong, the line, and what to do.
  static func text(of mistake: RunReport.Diagnostic, in path: String) -> String {
    let head = "\(path):\(mistake.line):\(mistake.column): \(mistake.severity): \(mistake.message)"
    return ([head, "  \(mistake.line) | \(mistake.lineText)"] + mistake.remedies.map { "  \($0)" })
      .joined(separator: "\n")
  }

  /// Mistakes, with an empty line between them.
  static func text(of file: RunReport.BrokenFile) -> String {
    file.mistakes.map { text(of: $0, in: file.path) }.joined(separator: "\n\n")
  }

  /// The first mistake, and how many there are beside it.
  static func headline(of file: RunReport.BrokenFile) -> String {
    guard let first = file.mistakes.first else { return "this file can't be run" }
    let others = file.mistakes.count - 1
    return first.message + (others > 0 ? " (and \(Summary.count(others, "other mistake")))" : "")
  }

  /// Why a scenario neither passed nor failed; `nil` for one that did.
  static func unfinished(_ scenario: ScenarioReport) -> String? {
    switch scenario.verdict {
    case .passed, .failed: nil
    case .skipped: scenario.reason.flatMap { $0.isEmpty ? nil : $0 } ?? scenario.verdict.word
    case .blocked, .knownIssue: scenario.verdictWithReason
    }
  }

  /// How the attempts at a scenario ended, where there are several: `failed in attempt 1, passed in
  /// attempt 2`.
  static func attempts(at scenario: ScenarioReport) -> String? {
    guard let attempts = scenario.attempts, attempts.count > 1 else { return nil }
    let isOneHost = Set(attempts.map(\.host)).count == 1
    return attempts.map { attempt in
      "\(attempt.verdict.word) in attempt \(attempt.number)"
        + (isOneHost ? "" : " on \(attempt.host)")
    }.joined(separator: ", ")
  }

  /// The scenario's titles without the story's.
  static func title(of scenario: ScenarioReport) -> String {
    scenario.titles.count > 1
      ? scenario.titles.dropFirst().joined(separator: " › ") : scenario.name
  }

  /// The steps with a mark each; what was not looked at is left out but for the number of steps.
  static func steps(of scenario: ScenarioReport) -> [String] {
    var lines = scenario.steps.filter { $0.outcome != "notRun" }.map { step in
      "\(step.outcome == "passed" ? "✔" : "✘") \(step.text)"
    }
    let notRun = scenario.steps.count - lines.count
    if notRun > 0 { lines.append("… \(Summary.count(notRun, "step")) not run") }
    return lines
  }

  /// A number of seconds with three decimals; 0 for what is no length of time.
  static func seconds(_ seconds: Double) -> String {
    let milliseconds = Int64(exactly: (seconds * 1000).rounded()).map { max(0, $0) } ?? 0
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
