import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import Testing

/// A record with all kinds of content that the formats must support.
///
/// It contains each verdict, a difference, a broken file, Unicode, and texts that could be taken
/// for markup, commands or control characters.
package enum RichRecord {
  package static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  package static let began = Date(timeIntervalSince1970: 1_795_248_130)
  package static let path = "Scenarios/posts, new/posts.v2.yaml"

  package static let origin = RunReport.Origin(
    command: "scenarios run", host: "ci-1", commit: "0123456789abcdef0123456789abcdef01234567",
    branch: "main", isModified: true)

  package static func run(
    _ scenarios: [ScenarioReport] = scenarios, brokenFiles: [BrokenFile] = [brokenFile]
  ) -> RunReport {
    RunReport(
      id: id, began: began, seconds: 1.5, origin: origin, scenarios: scenarios,
      brokenFiles: brokenFiles)
  }

  package static func run(
    _ scenarios: [ScenarioReport], problems: [RunReport.Problem]
  ) -> RunReport {
    RunReport(
      id: id, began: began, seconds: 1.5, origin: origin, problems: problems,
      scenarios: scenarios)
  }

  package static let scenarios = [
    scenario(
      ["Posts", "Loading shows <all> & \"more\""], line: 4, .passed,
      steps: [("the screen loads", .passed, 5), ("the title is \"Größe 📰\"", .passed, 6)],
      notes: [note("nothing had to be waited for", line: 6)],
      seconds: 0.0124, tags: ["smoke"]),
    scenario(
      ["Posts", "It *fails*: 100%, #1"], line: 10, .failed,
      steps: [
        ("the screen loads", .passed, 11), ("the list is:", .failed, 12),
        ("the spinner is hidden", .notRun, 15),
      ],
      failures: [
        Failure(
          path: path, line: 13, column: 11, lineText: "          - one",
          message: "the list differs",
          details: ["expected: - one", "actual:   - two | `three`"],
          nanoseconds: 400_000_000),
        Failure(
          path: path, line: 12, column: 9, lineText: "      - the list is:",
          message: "bell \u{7} and \u{1B}[31mred\u{1B}[0m, \u{FFFE} and ]]>", details: [],
          nanoseconds: 0),
      ], seconds: 1.2),
    scenario(
      ["Posts", "It *fails*: 100%, #1", "and what goes on from there"], line: 17, .blocked,
      reason: "It *fails*: 100%, #1", steps: [("the reader taps \"Load\"", .notRun, 18)],
      failures: [
        Failure(
          path: path, line: 13, column: 11, lineText: "          - one",
          message: "the list differs",
          details: [], nanoseconds: 400_000_000)
      ]),
    scenario(["Posts", "Later"], line: 20, .skipped, reason: "until the server can"),
    scenario(
      ["Posts", "Known"], line: 24, .knownIssue, reason: "POST-12 \\ open",
      steps: [("the screen loads", .passed, 25), ("the button says: Go", .failed, 26)],
      failures: [
        Failure(
          path: path, line: 26, column: 7, lineText: "      - the button says: Go",
          message: "the button says \"Stop\"", details: [], nanoseconds: 0)
      ], seconds: 0.003),
    scenario(
      ["Links 🔗", "Ends badly"], in: "Scenarios/links.yaml", line: 3, .failed,
      steps: [("the app starts", .passed, 4)],
      failures: [
        Failure(
          path: "Scenarios/links.yaml", line: 3, column: 5, lineText: "  - scenario: Ends badly",
          message: "a request is still open", details: ["GET /links\r"], nanoseconds: 0)
      ], seconds: 0.1),
    scenario(
      ["Posts", "It has 2 posts"], line: 36, .failed,
      steps: [("the screen loads", .passed, 31), ("there are 2 posts", .failed, 32)],
      failures: [
        Failure(
          path: path, line: 32, column: 9, lineText: "      - there are <n> posts",
          message: "the step failed: first line\nsecond line", details: [], nanoseconds: 0)
      ], firstLine: 30),
    scenario(
      ["Other posts", "Loading shows none"], line: 42, .passed,
      steps: [("the screen loads", .passed, 43)]),
  ]

  /// Scenarios with undefined steps: one that fails, one that is allowed, and one inside it.
  package static var undefined: [ScenarioReport] {
    var failure = Failure(
      path: path, line: 5, column: 11, lineText: "    when: it rains",
      message: "no step matches \"it rains\"", details: ["Did you mean: it shines"],
      nanoseconds: 0)
    failure.proposal = "When(\"it rains\") { module in\n  throw CheckFailure(\"…\")\n}"
    let steps: [(text: String, outcome: StepResult.Outcome, line: Int)] = [
      ("it rains", .undefined, 5), ("the street is wet", .notRun, 6),
    ]
    var allowed = [
      scenario(
        ["Weather", "Allowed"], line: 8, .undefined, steps: steps, failures: [failure]),
      scenario(
        ["Weather", "Allowed", "Inside"], line: 12, .blocked, reason: "Allowed", steps: steps,
        failures: [failure]),
    ]
    for index in allowed.indices { allowed[index].exemption = .undefinedAllowed }
    return [
      scenario(["Weather", "Undefined"], line: 4, .undefined, steps: steps, failures: [failure])
    ] + allowed
  }

  package static let brokenFile = BrokenFile(
    path: "Scenarios/broken.yaml",
    diagnostics: [
      diagnostic(
        "this scenario checks nothing", line: 4, column: 3, lineText: "  - scenario: Rain",
        .warning, hints: []),
      diagnostic(
        "no step matches \"it rains\"", line: 7, column: 11, lineText: "    when: it rains", .error,
        hints: ["Did you mean: it shines"]),
      diagnostic(
        "there are no tags", line: 9, column: 3, lineText: "  tags: []", .warning, hints: []),
    ])

  package static func scenario(
    _ titles: [String], in path: String = path, line: Int, _ verdict: Verdict,
    reason: String? = nil, steps: [(text: String, outcome: StepResult.Outcome, line: Int)] = [],
    failures: [Failure] = [], notes: [Note] = [],
    seconds: Double = 0, tags: [String] = [], firstLine: Int? = nil
  ) -> ScenarioReport {
    var report = ScenarioReport(
      path: path, titles: titles, line: line, lastLine: line + 2, module: "posts", tags: tags,
      text: "  - scenario: \(titles.last ?? "")\n    when: …", verdict: verdict, reason: reason,
      storyNanoseconds: 0, seconds: seconds, traceHash: "0")
    report.firstLine = firstLine
    report.steps = steps.map { step in
      StepResult(text: step.text, outcome: step.outcome, line: step.line, purpose: .act)
    }
    (report.failures, report.notes) = (failures, notes)
    return report
  }

  private static func note(_ message: String, line: Int) -> Note {
    Note(message, at: location(line: line, column: 1))
  }

  private static func diagnostic(
    _ message: Message, line: Int, column: Int, lineText: String, _ severity: Diagnostic.Severity,
    hints: [Message]
  ) -> Diagnostic {
    Diagnostic(
      message, at: location("Scenarios/broken.yaml", line: line, column: column, lineText),
      severity: severity, hints: hints)
  }

  private static func location(
    _ path: String = path, line: Int, column: Int, _ lineText: String = ""
  ) -> Location {
    let start = Position(line: line, column: column, offset: 0)
    return Location(path: path, range: SourceRange(start: start, end: start), lineText: lineText)
  }

  /// Returns the rich record merged with a second attempt.
  ///
  /// In that attempt, one failed scenario passes, one fails again, and one that passed fails.
  package static func merged() throws -> RunReport {
    var again = run(
      [
        scenario(
          ["Posts", "It *fails*: 100%, #1"], line: 10, .passed,
          steps: [("the screen loads", .passed, 11), ("the list is:", .passed, 12)],
          seconds: 1.1),
        scenarios[5],
        scenario(
          ["Other posts", "Loading shows none"], line: 42, .failed,
          steps: [("the screen loads", .failed, 43)],
          failures: [
            Failure(
              path: path, line: 43, column: 7, lineText: "    when: the screen loads",
              message: "the screen is missing", details: [], nanoseconds: 0)
          ]),
      ], brokenFiles: [])
    again.id = UUID(uuid: (9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    again.began = began.addingTimeInterval(60)
    again.origin.attempt = 2
    again.origin.host = "ci-2"
    return try #require(RunReport.merging([again, run()]))
  }
}
