import Foundation
import ScenarioKit
import ScenarioLanguage

/// A run as Cucumber Messages, which Cucumber's formatters convert to HTML, JUnit XML and others.
///
/// Each message is a line of JSON. Stories aren't Gherkin, so each is converted to a Gherkin
/// document: a story becomes a feature. The source of a file has the lines of its scenarios, and
/// the texts of their other steps, such as those of a background, at their lines. Several stories
/// of one file become the rules of one feature, because a document has only one. Each scenario, at
/// any nesting depth, becomes one of its scenarios, with all steps that it runs. Line numbers are
/// those of the story's file. Steps without a step definition are `UNDEFINED`. Blocked and skipped
/// scenarios and those with a known issue are `SKIPPED`, with the reason as message. A failure
/// outside the steps becomes that of a step at the end. A problem of the whole run becomes a
/// scenario that fails, because formatters ignore failures outside of scenarios.
///
/// An earlier attempt that failed is one that is retried. Other earlier attempts are left out,
/// because consumers would count each of them as a result of its own. Every attempt has a result
/// for each step.
///
/// Real time is measured for scenarios, not for steps, so steps have a duration of zero.
///
/// The messages are created one after the other. An envelope has one message, and each message has
/// the properties of the published JSON Schemas.
struct CucumberReport {
  // The version of the message schemas.
  private static let protocolVersion = "34.2.0"

  // Bounds the reconstructed text of a story, because recorded line numbers can be arbitrarily
  // large.
  private static let lineLimit = 100_000

  private let run: RunReport
  private let output: (String) throws -> Void
  private var lastID = 0
  private var now: Date
  private var runID = ""
  /// The number before the identifiers of each scenario, in the order of execution.
  private var prepared: [(scenario: Int, ids: Int)] = []

  /// Writes the messages of a run in pieces.
  static func write(_ run: RunReport, to write: (String) throws -> Void) throws {
    try withoutActuallyEscaping(write) { write in
      var report = Self(run: run.withEveryFailure, output: write, now: run.began)
      try report.write()
    }
  }

  private mutating func newID() -> String {
    lastID += 1
    return String(lastID)
  }

  private func add(_ kind: String, _ message: Value) throws {
    try output(try Value.mapping([Value.Pair(kind, message)]).json() + "\n")
  }

  private mutating func write() throws {
    try add(
      "meta",
      [
        "protocolVersion": .text(Self.protocolVersion),
        "implementation": ["name": "swift-scenarios"], "runtime": ["name": "Swift"],
        "os": ["name": "unknown"], "cpu": ["name": "unknown"],
      ])
    for stories in StoryOfRun.files(of: run) { try write(stories, of: run.scenarios) }
    for file in run.brokenFiles { try write(file) }
    let problems = run.problems ?? []
    let failures = problems.map { ScenarioReport($0, of: run) }
    if let first = failures.first {
      let story = StoryOfRun(
        path: first.path, title: first.titles[0], indices: Array(failures.indices))
      try write([story], of: failures)
    }
    runID = newID()
    try add("testRunStarted", ["timestamp": .moment(now), "id": .text(runID)])
    for (index, ids) in prepared.dropLast(failures.count) { try execute(run.scenarios[index], ids) }
    for (index, ids) in prepared.suffix(failures.count) { try execute(failures[index], ids) }
    let message = problems.map(PlainReportText.text(of:)).joined(separator: "\n\n")
    try add(
      "testRunFinished",
      Value(present: [
        "message": problems.isEmpty ? nil : .text(message),
        "success": .bool(!Summary(run).hasFailures), "timestamp": .moment(now),
        "testRunStartedId": .text(runID),
      ]))
  }

  // MARK: - Stories

  /// Writes the stories of one file.
  private mutating func write(_ stories: [StoryOfRun], of scenarios: [ScenarioReport]) throws {
    let (path, indices) = (stories[0].path, stories.flatMap(\.indices))
    try add(
      "source",
      [
        "uri": .text(path), "data": .text(Self.text(of: indices.lazy.map { scenarios[$0] })),
        "mediaType": "text/x.cucumber.gherkin+plain",
      ])
    let (first, isOne) = (prepared.count, stories.count == 1)
    let children = stories.flatMap { story in
      isOne ? nodes(of: story, scenarios) : [rule(story, scenarios)]
    }
    try add(
      "gherkinDocument",
      [
        "uri": .text(path), "comments": [],
        "feature": [
          "location": ["line": 1], "tags": [], "language": "en", "description": "",
          "keyword": isOne ? "Story" : "File", "name": .text(isOne ? stories[0].title : path),
          "children": .list(children),
        ],
      ])
    for (index, ids) in prepared[first...] {
      try add("pickle", CucumberNodes(scenarios[index], after: ids).pickle)
    }
  }

  /// Returns the nodes of a story's scenarios in their document.
  private mutating func nodes(of story: StoryOfRun, _ scenarios: [ScenarioReport]) -> [Value] {
    story.indices.map { index in
      let nodes = CucumberNodes(scenarios[index], after: lastID)
      prepared.append((index, lastID))
      lastID = nodes.lastID
      return ["scenario": nodes.node]
    }
  }

  private mutating func rule(_ story: StoryOfRun, _ scenarios: [ScenarioReport]) -> Value {
    let (id, first) = (newID(), scenarios[story.indices[0]])
    return [
      "rule": [
        // The line of the story itself is not recorded.
        "location": .location(first.firstLine ?? first.line), "tags": [], "keyword": "Story",
        "name": .text(story.title), "description": "",
        "children": .list(nodes(of: story, scenarios)), "id": .text(id),
      ]
    ]
  }

  /// Returns the known text of a file: the lines of its scenarios, and the texts of the steps on
  /// other lines, at their line numbers.
  private static func text(of scenarios: some Sequence<ScenarioReport>) -> String {
    var lines: [String] = []
    func set(_ line: Int, _ text: String) {
      guard (1...lineLimit).contains(line) else { return }
      while lines.count < line { lines.append("") }
      lines[line - 1] = text
    }
    var last: (line: Int, text: StoryText)?
    for scenario in scenarios {
      let first = scenario.firstLine ?? scenario.line
      // The rows of a table of examples follow each other and share one text.
      guard last?.line != first || last?.text != scenario.text else { continue }
      last = (first, scenario.text)
      let own = scenario.text.description.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, text) in own.enumerated() { set(first + index, String(text)) }
    }
    for step in scenarios.lazy.flatMap(\.steps) {
      guard !lines.indices.contains(step.line - 1) || lines[step.line - 1].isEmpty else { continue }
      set(step.line, step.text)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func write(_ file: BrokenFile) throws {
    // A warning is no parse error, and the messages have no other kind of problem in a file.
    for diagnostic in file.diagnostics where diagnostic.isError {
      let location = Value.location(diagnostic.line, column: diagnostic.column)
      try add(
        "parseError",
        [
          "source": ["uri": .text(file.path), "location": location],
          "message": .text(([diagnostic.message] + diagnostic.hints).joined(separator: "\n")),
        ])
    }
  }

  // MARK: - Executions

  private mutating func execute(_ scenario: ScenarioReport, _ number: Int) throws {
    let nodes = CucumberNodes(scenario, after: number)
    let attempts =
      scenario.failedAttempts.map { attempt in
        (CucumberOutcome(scenario.asIn(attempt), hasEnd: nodes.hasEnd), attempt.seconds)
      } + [(CucumberOutcome(scenario, hasEnd: nodes.hasEnd), scenario.seconds)]
    let testCase = Value.text(newID())
    let ids = nodes.pickleSteps.map { _ in Value.text(newID()) }
    try add(
      "testCase",
      [
        "id": testCase, "pickleId": nodes.pickleID, "testRunStartedId": .text(runID),
        "testSteps": .list(zip(ids, nodes.pickleSteps).map { ["id": $0, "pickleStepId": $1] }),
      ])
    for (index, (outcome, seconds)) in attempts.enumerated() {
      let (id, start) = (Value.text(newID()), Value.moment(now))
      try add(
        "testCaseStarted",
        [
          "attempt": .integer(Int64(index)), "id": id, "testCaseId": testCase, "timestamp": start,
        ])
      for (step, result) in zip(ids, outcome.steps) {
        let ids = [Value.Pair("testCaseStartedId", id), Value.Pair("testStepId", step)]
        let times = [Value.Pair("timestamp", start)]
        try add("testStepStarted", .mapping(ids + times))
        try add(
          "testStepFinished", .mapping(ids + [Value.Pair("testStepResult", result.value)] + times))
      }
      now += seconds.isFinite ? max(0, seconds) : 0
      let isLast = index == attempts.count - 1
      try add(
        "testCaseFinished",
        ["testCaseStartedId": id, "timestamp": .moment(now), "willBeRetried": .bool(!isLast)])
    }
  }
}

extension ScenarioReport {
  /// Creates a scenario that fails because of a problem of the whole run.
  fileprivate init(_ problem: RunReport.Problem, of run: RunReport) {
    let command = run.origin.command
    self.init(
      path: command, titles: [command, PlainReportText.title(of: problem)], line: 1, lastLine: 1,
      module: "", tags: [], text: "", verdict: .failed, reason: nil, storyNanoseconds: 0,
      seconds: 0, traceHash: "")
    failures = [Failure(problem.texts[0], at: location, details: Array(problem.texts.dropFirst()))]
  }
}

extension Value {
  fileprivate static func moment(_ date: Date) -> Value {
    let (seconds, microseconds) = DateText.split(date, perSecond: 1_000_000)
    return ["seconds": .integer(seconds), "nanos": .integer(microseconds * 1000)]
  }
}
