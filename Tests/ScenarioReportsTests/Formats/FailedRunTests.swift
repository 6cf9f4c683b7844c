import Foundation
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioReports

/// Runs that fail although none of their scenarios has the verdict `failed`.
///
/// Each test looks for what a consumer of the format takes for a failure.
@Suite("Reports of failed runs without failed scenarios")
struct FailedRunTests {
  private static let passed = RichRecord.scenario(["Posts", "Loading"], line: 4, .passed)

  private static let interrupted = RichRecord.run(
    [passed], problems: [.interrupted(notRun: 12, isPlanned: true)])

  private static let strict = RichRecord.run(
    [passed],
    problems: [
      RunReport.Problem(
        .strict, "1 warning with --strict",
        details: ["Scenarios/a.yaml:4:15: warning: this scenario checks nothing"])
    ])

  private static let notRun = RichRecord.run(
    [], problems: [.notRun(because: [Diagnostic("there is no story")])])

  /// A run of which only a nested scenario was chosen.
  private static let blocked = RichRecord.run([RichRecord.scenarios[2]], brokenFiles: [])

  /// The runs, each with a text that says why it failed.
  static let runs = [
    (interrupted, "interrupted, 12 scenarios not run"), (strict, "1 warning with --strict"),
    (blocked, "the list differs"), (notRun, "nothing ran: there is no story"),
  ]

  @Test(arguments: runs)
  func `JUnit XML has a failure or an error for each failed run`(run: RunReport, reason: String) {
    let text = JUnitReport(run).text
    #expect(text.contains(" failures=\"1\" errors=\"0\"") || text.contains(" errors=\"1\""))
    let elements = text.matches(of: /<(?:error|failure) type="\w+" message="([^"]*)"/)
    #expect(elements.map { $0.output.1.contains(reason) } == [true])
    #expect(!text.contains("<skipped"))
  }

  @Test(arguments: runs)
  func `Cucumber Messages have a failed step for each failed run`(
    run: RunReport, reason: String
  ) throws {
    let text = try ReportFormat.messages.text(for: run)
    let failed = text.split(separator: "\n").filter { $0.contains("\"status\":\"FAILED\"") }
    #expect(failed.map { $0.contains(reason) } == [true])
    #expect(text.contains("\"success\":false"))
  }

  @Test(arguments: runs)
  func `GitHub annotations have an error for each failed run`(run: RunReport, reason: String) {
    let errors = GitHubAnnotations(run).text.split(separator: "\n").filter {
      $0.hasPrefix("::error ")
    }
    #expect(errors.map { $0.contains(reason) } == [true])
  }

  @Test(arguments: runs)
  func `a Markdown summary says why each run failed`(run: RunReport, reason: String) {
    let text = MarkdownSummary(run).text
    #expect(text.hasPrefix("## ✘ "))
    #expect(text.contains("<b>"))
    #expect(text.contains(reason))
  }

  @Test(arguments: runs)
  func `the HTML report's title and text say that each run failed`(
    run: RunReport, reason: String
  ) throws {
    let html = try HTMLReport(run: run).html
    let title = try #require(html.firstMatch(of: /<title>(.*)<\/title>/)?.output.1)
    #expect(title == "Scenarios: 1 failed" || title == "Scenarios: \(reason)")
    #expect(html.firstMatch(of: /(?s)<noscript>.*?<\/noscript>/)?.output.contains(reason) == true)
  }

  @Test(arguments: runs.map(\.0))
  func `a results file keeps what makes a run fail`(run: RunReport) throws {
    let read = try ResultsFile.records(in: ReportFormat.json.text(for: run), path: "r.json")
    #expect(read == [run])
    #expect(read.allSatisfy { Summary($0).hasFailures })
  }

  @Test func `a blocked scenario is skipped if the scenario that blocks it fails`() {
    let run = RichRecord.run(Array(RichRecord.scenarios[1...2]), brokenFiles: [])
    #expect(run.withEveryFailure == run)
    #expect(JUnitReport(run).text.contains("<skipped type=\"blocked\""))
  }

  @Test func `of blocked scenarios inside each other, only the outermost fails`() {
    let inner = RichRecord.scenario(
      RichRecord.scenarios[2].titles + ["and further"], line: 19, .blocked,
      reason: "It *fails*: 100%, #1")
    let run = RichRecord.run([RichRecord.scenarios[2], inner], brokenFiles: [])
    #expect(run.withEveryFailure.scenarios.map(\.verdict) == [.failed, .blocked])
    #expect(
      run.withEveryFailure.scenarios[0].failures.map(\.message) == [
        "blocked by \"It *fails*: 100%, #1\": the list differs"
      ])
  }

  @Test func `a scenario that is blocked by a known issue outside of the run does not fail`() {
    var scenario = RichRecord.scenarios[2]
    scenario.exemption = .knownIssue
    let run = RichRecord.run([scenario], brokenFiles: [])
    #expect(!Summary(run).hasFailures)
    #expect(!RunHeading(run).summary.hasFailures)
    #expect(run.withEveryFailure == run)
  }

  @Test func `JUnit suites of stories with one title in two files have different names`() {
    let run = RichRecord.run(
      [
        Self.passed, RichRecord.scenario(["Posts", "Loading"], in: "b.yaml", line: 4, .failed),
        RichRecord.scenario(["Links", "Loading"], in: "b.yaml", line: 14, .passed),
      ], brokenFiles: [])
    let names = JUnitReport(run).text.matches(of: /<testsuite name="([^"]*)"/).map(\.output.1)
    #expect(names == ["Posts (\(RichRecord.path))", "Posts (b.yaml)", "Links"])
  }
}

@Suite("Problems of whole runs")
struct RunProblemTests {
  @Test(arguments: [
    (12, true, "interrupted, 12 scenarios not run"),
    (1, false, "interrupted, at least 1 scenario not run"),
    (0, true, "interrupted after the last scenario"),
    (0, false, "interrupted before all stories were read"),
  ])
  func `an interrupted run says how many scenarios did not run`(
    notRun: Int, isPlanned: Bool, message: String
  ) {
    let problem = RunReport.Problem.interrupted(notRun: notRun, isPlanned: isPlanned)
    #expect(problem.message == message)
  }

  @Test func `a strict run has a problem if there are notes or warnings, or if nothing ran`() {
    func strict(
      _ notes: [String] = [], _ warnings: [String] = [], hasRun: Bool = true
    ) -> RunReport.Problem? {
      RunReport.Problem.strict(
        notes: notes, warnings: warnings, warningCount: warnings.count, hasRun: hasRun)
    }
    let problems = [
      strict(), strict(hasRun: false), strict(["a"], hasRun: false), strict(["a"], ["b", "c"]),
    ]
    #expect(
      problems.map { $0?.message } == [
        nil, "no scenario ran with --strict", "no scenario ran, 1 note with --strict",
        "1 note, 2 warnings with --strict",
      ])
    #expect(problems[3]?.details == ["a", "b", "c"])
  }

  private static let german: [(problem: RunReport.Problem, text: String)] = [
    (.interrupted(notRun: 12, isPlanned: true), "abgebrochen; nicht ausgeführte Szenarien: 12"),
    (
      .interrupted(notRun: 1, isPlanned: false),
      "abgebrochen; nicht ausgeführte Szenarien: mindestens 1"
    ),
    (.interrupted(notRun: 0, isPlanned: true), "nach dem letzten Szenario abgebrochen"),
    (
      .interrupted(notRun: 0, isPlanned: false), "abgebrochen, bevor alle Geschichten gelesen waren"
    ),
    (
      .stopped(notRun: 1, isPlanned: true),
      "beim ersten Fehlschlag beendet; nicht ausgeführte Szenarien: 1"
    ),
    (
      .stopped(notRun: 2, isPlanned: false),
      "beim ersten Fehlschlag beendet; nicht ausgeführte Szenarien: mindestens 2"
    ),
    (.missingResults(3), "Szenarien ohne Ergebnis: 3"),
    (
      .different(["a"]), "Szenarien, deren Texte sich zwischen den Läufen unterscheiden: 1"
    ),
    (.notRun(because: [Diagnostic("it rains")]), "nichts wurde ausgeführt: it rains"),
    (
      .neverRun(1, because: "a, not run"),
      "1 Szenario läuft nie, wegen des bekannten Fehlers von „a, not run“"
    ),
    (
      .neverRun(2, because: "a"),
      "2 Szenarien laufen nie, wegen des bekannten Fehlers von „a“"
    ),
  ]

  @Test(arguments: german)
  func `a summary reports the problem of a run in its language`(
    problem: RunReport.Problem, text: String
  ) throws {
    let german = try #require(StoryLanguage.named("de"))
    let run = RichRecord.run([], problems: [problem])
    #expect(Summary(run).counts(in: german).hasSuffix(", " + text))
    #expect(problem.translated(to: german).message == text)
    #expect(problem.translated(to: .english) == problem)
  }

  @Test func `the problem of a strict run is in the language of a report, with its counts`() throws
  {
    let problem = try #require(
      RunReport.Problem.strict(notes: ["a"], warnings: [], warningCount: 2, hasRun: false))
    let german = try #require(StoryLanguage.named("de"))
    let text = "kein Szenario wurde ausgeführt, Hinweise: 1, Warnungen: 2, mit --strict"
    #expect(german.text(of: problem.texts[0]) == text)
    let style = TextStyle(isColored: false)
    var report = TerminalReport(style: style, listsAll: true, language: german)
    report.add(problem)
    #expect(report.ending(realTime: .seconds(1)).contains(text))
    let sent = try JSONDecoder().decode(
      RunReport.Problem.self, from: JSONEncoder().encode(problem))
    #expect(german.text(of: sent.texts[0]) == text)
  }

  @Test func `a problem of an earlier version has its text`() throws {
    let json = Data(#"{"kind":"strict","message":"1 note with --strict","details":["a"]}"#.utf8)
    let problem = try JSONDecoder().decode(RunReport.Problem.self, from: json)
    #expect(problem.texts.map(\.english) == ["1 note with --strict", "a"])
  }

  @Test func `a problem makes a summary fail and follows its counts`() {
    let passed = RichRecord.scenario(["Posts", "Loading"], line: 4, .passed)
    var summary = Summary()
    for _ in 0..<2 { summary.count(passed) }
    #expect(!summary.hasFailures)
    summary.add(.interrupted(notRun: 3, isPlanned: true))
    #expect(summary.hasFailures)
    #expect(summary.counts == "2 scenarios: 2 passed, interrupted, 3 scenarios not run")
  }

  @Test func `a problem of a run in a history is translated when it is shown`() throws {
    let german = try #require(StoryLanguage.named("de"))
    var summary = Summary()
    summary.add(.interrupted(notRun: 3, isPlanned: true))
    let read = try JSONDecoder().decode(Summary.self, from: JSONEncoder().encode(summary))
    #expect(read.counts == "0 scenarios, interrupted, 3 scenarios not run")
    #expect(
      read.counts(in: german) == "Szenarien: 0, abgebrochen; nicht ausgeführte Szenarien: 3")
  }

  @Test func `a problem of a run in the history of an earlier version has its text`() throws {
    let json =
      #"{"numbers":[],"broken":0,"flaky":0,"brokenFiles":0,"problems":["interrupted"],"#
      + #""storyTime":[0,0]}"#
    let summary = try JSONDecoder().decode(Summary.self, from: Data(json.utf8))
    #expect(summary.hasFailures)
    #expect(summary.counts == "0 scenarios, interrupted")
  }
}
