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
/// outside the steps becomes the failure of a hook after the scenario. A problem of the whole run
/// becomes a scenario that fails, because formatters ignore failures outside of scenarios.
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
  private var hooks: [String: String] = [:]
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

  private struct Place: Hashable {
    var line: Int
    var text: StoryText
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
    var known: Set<Place> = []
    for scenario in scenarios {
      let first = scenario.firstLine ?? scenario.line
      // The rows of a table of examples share one text.
      guard known.insert(Place(line: first, text: scenario.text)).inserted else { continue }
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
    let outcome = CucumberOutcome(scenario)
    let attempts =
      scenario.earlierAttempts.filter { $0.verdict == .failed }.map { attempt in
        (outcome: CucumberOutcome(scenario.asIn(attempt)), seconds: attempt.seconds)
      } + [(outcome: outcome, seconds: scenario.seconds)]
    let ids = outcome.steps.map { _ in newID() }
    var steps = zip(ids, nodes.pickleSteps).map { id, step -> Value in
      ["id": .text(id), "pickleStepId": step]
    }
    var (beforeID, afterID): (String?, String?)
    if outcome.before != nil {
      let hook = try hook("BEFORE_TEST_CASE", "before the scenario")
      let id = newID()
      steps.insert(["hookId": .text(hook), "id": .text(id)], at: 0)
      beforeID = id
    }
    if attempts.contains(where: { $0.outcome.after != nil }) {
      let id = newID()
      let hook = try hook("AFTER_TEST_CASE", "at the end of the scenario")
      steps.append(["hookId": .text(hook), "id": .text(id)])
      afterID = id
    }
    let id = newID()
    try add(
      "testCase",
      [
        "id": .text(id), "pickleId": nodes.pickleID, "testSteps": .list(steps),
        "testRunStartedId": .text(runID),
      ])
    func results(_ outcome: CucumberOutcome) -> [(step: String, result: CucumberOutcome.Result)] {
      let passed = CucumberOutcome.Result(status: "PASSED")
      return (beforeID.map { [($0, outcome.before ?? passed)] } ?? []) + zip(ids, outcome.steps)
        + (afterID.map { [($0, outcome.after ?? passed)] } ?? [])
    }
    for (index, attempt) in attempts.enumerated() {
      try execute(
        id, attempt: index, results: results(attempt.outcome), seconds: attempt.seconds,
        isLast: index == attempts.count - 1)
    }
  }

  private mutating func execute(
    _ testCase: String, attempt: Int, results: [(step: String, result: CucumberOutcome.Result)],
    seconds: Double, isLast: Bool
  ) throws {
    let (id, start) = (Value.text(newID()), Value.moment(now))
    try add(
      "testCaseStarted",
      [
        "attempt": .integer(Int64(attempt)), "id": id, "testCaseId": .text(testCase),
        "timestamp": start,
      ])
    for (step, result) in results {
      let step = Value.text(step)
      try add("testStepStarted", ["testCaseStartedId": id, "testStepId": step, "timestamp": start])
      try add(
        "testStepFinished",
        [
          "testCaseStartedId": id, "testStepId": step, "testStepResult": result.value,
          "timestamp": start,
        ])
    }
    now += seconds.isFinite ? max(0, seconds) : 0
    try add(
      "testCaseFinished",
      ["testCaseStartedId": id, "timestamp": .moment(now), "willBeRetried": .bool(!isLast)])
  }

  private mutating func hook(_ type: String, _ name: String) throws -> String {
    if let id = hooks[type] { return id }
    let id = newID()
    hooks[type] = id
    try add(
      "hook", ["id": .text(id), "name": .text(name), "type": .text(type), "sourceReference": [:]])
    return id
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
    failures = [Failure(problem.message, at: location, details: problem.details)]
  }

  /// Returns the scenario with the results of an earlier attempt.
  ///
  /// Its failures are at no step if the outcomes of the steps are unknown.
  fileprivate func asIn(_ attempt: Attempt) -> ScenarioReport {
    var scenario = self
    (scenario.verdict, scenario.failures, scenario.reason) = (.failed, attempt.failures, nil)
    let outcomes = attempt.outcomes ?? []
    scenario.steps = steps.enumerated().map { index, step in
      var step = step
      step.outcome = outcomes.indices.contains(index) ? outcomes[index] : .notRun
      return step
    }
    return scenario
  }
}

extension Value {
  fileprivate static func moment(_ date: Date) -> Value {
    let (seconds, microseconds) = MomentOfRun.split(date, perSecond: 1_000_000)
    return ["seconds": .integer(seconds), "nanos": .integer(microseconds * 1000)]
  }
}
