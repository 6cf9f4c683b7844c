import DisplayText
import ScenarioLanguage

/// Plain text for records, with the same wording in all formats.
enum PlainReportText {
  /// Returns a failure's location, message and story time, then the difference and details.
  static func text(of failure: Failure) -> String {
    let location = "\(failure.path):\(failure.line):\(failure.column)"
    return ([location + ": " + message(of: failure)] + failure.evidence).joined(separator: "\n")
  }

  /// Returns a failure's message with its story time.
  static func message(of failure: Failure) -> String {
    let time =
      failure.nanoseconds > 0
      ? " (at \(StoryTimeText.offset(.nanoseconds(failure.nanoseconds))))" : ""
    return failure.message + time
  }

  /// Returns failures, separated by empty lines.
  static func text(of failures: [Failure]) -> String {
    failures.withoutRepeatedValues.map(text).joined(separator: "\n\n")
  }

  /// Returns the first line of the first failure's message, and the number of other failures.
  ///
  /// The other lines of the message are part of ``text(of:)-(Failure)``.
  static func headline(of failures: [Failure], in language: StoryLanguage = .english) -> String {
    guard let first = failures.first else { return "failed" }
    let others = language.text(of: "and \(Message.counted(failures.count - 1, "other failure"))")
    return language.text(of: first.messages[0]).firstLine
      + (failures.count > 1 ? " (\(others))" : "")
  }

  /// Returns the diagnostics of a file, errors first, separated by empty lines: the location, the
  /// message, the source line and the hints of each.
  static func text(of file: BrokenFile) -> String {
    file.errorsFirst.map { diagnostic in
      let location = "\(file.path):\(diagnostic.line):\(diagnostic.column)"
      let head = "\(location): \(diagnostic.severity.rawValue): \(diagnostic.message)"
      let line = "  \(diagnostic.line) | \(diagnostic.location?.lineText ?? "")"
      return ([head, line] + diagnostic.hints.map { "  \($0)" }).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Returns the first error's message, and the number of other errors.
  static func headline(of file: BrokenFile) -> String {
    guard let first = file.errorsFirst.first else { return "this file can't be run" }
    let others = file.diagnostics.count(where: \.isError) - 1
    return first.message.firstLine + (others > 0 ? " (and \(counted(others, "other error")))" : "")
  }

  /// Returns what a problem of the whole run contradicts, as the title of a test.
  static func title(of problem: RunReport.Problem) -> String {
    problem.kind == .interrupted
      ? "all chosen scenarios run"
      : problem.kind == .strict ? "there are no notes or warnings" : "the run can begin"
  }

  /// Returns a problem of the whole run: its message and its details.
  static func text(of problem: RunReport.Problem) -> String {
    ([problem.message] + problem.details).joined(separator: "\n")
  }

  /// Returns the reason why a scenario neither passed nor failed; `nil` if it did.
  static func unfinished(_ scenario: ScenarioReport) -> String? {
    switch scenario.verdict {
    case .passed, .failed: nil
    case .undefined: scenario.fails ? nil : "undefined: \(scenario.failures.first?.message ?? "")"
    case .skipped: scenario.reason.flatMap { $0.isEmpty ? nil : $0 } ?? scenario.verdict.word
    case .blocked, .knownIssue: scenario.verdictWithReason.english
    }
  }

  /// Returns the verdict of each attempt, such as `failed in attempt 1, passed in attempt 2`.
  ///
  /// The result is `nil` if there was only one attempt.
  static func attempts(at scenario: ScenarioReport) -> String? {
    guard let attempts = scenario.attempts, attempts.count > 1 else { return nil }
    let isOneHost = Set(attempts.map(\.host)).count == 1
    return attempts.map { attempt in
      "\(attempt.verdict.word) in attempt \(attempt.number)"
        + (isOneHost ? "" : " on \(attempt.host)")
    }.joined(separator: ", ")
  }

  /// Returns the scenario's titles without the story's.
  static func title(of scenario: ScenarioReport) -> String {
    scenario.titles.count > 1 ? scenario.titles.dropFirst().joined(separator: " › ") : scenario.name
  }

  /// Returns the steps with their marks; steps that did not run are only counted.
  static func steps(of scenario: ScenarioReport) -> [String] {
    FailureText(width: .max).steps(of: scenario, in: .english)
  }
}
