import Foundation
import ScenarioLanguage
import ScenarioResults
import ScenarioValues

/// A run as Cucumber Messages, which Cucumber's formatters convert to HTML, JUnit XML and others.
///
/// Each message is a line of JSON. Stories aren't Gherkin, so each is converted to a Gherkin
/// document: a story becomes a feature. Several stories of one file become the rules of one
/// feature, because a document has only one. Each scenario, at any nesting depth, becomes one of
/// its scenarios, with all steps that it runs. Line numbers are those of the story's file. Steps
/// without a step definition are `UNDEFINED`. Blocked and skipped scenarios and those with a known
/// issue are `SKIPPED`, with the reason as message. A failure outside the steps becomes the failure
/// of a hook after the scenario. A problem of the whole run becomes a scenario that fails, because
/// formatters ignore failures outside of scenarios.
///
/// An earlier attempt that failed is one that is retried. Other earlier attempts are left out,
/// because consumers would count each of them as a result of its own.
///
/// Real time is measured for scenarios, not for steps, so steps have a duration of zero.
public struct CucumberReport: Sendable {
  /// The version of the message schemas.
  public static let protocolVersion = "34.2.0"

  private let run: RunReport

  /// Creates the report of a run.
  public init(_ run: RunReport) { self.run = run.withEveryFailure }

  /// The messages as text.
  ///
  /// - Throws: An encoding error, which does not occur for these values.
  public func text() throws -> String {
    var messages = CucumberMessages()
    try messages.write(run)
    return messages.text
  }
}

/// The messages of a run, created one after the other.
///
/// An envelope has one message, and each message has the properties of the published JSON Schemas.
private struct CucumberMessages {
  // Bounds the reconstructed text of a story, because recorded line numbers can be arbitrarily
  // large.
  private static let lineLimit = 100_000

  private(set) var text = ""
  private var lastID = 0
  private var now = Date(timeIntervalSince1970: 0)
  private var runID = ""
  private var hooks: [String: String] = [:]
  /// The scenarios with the identifiers of their pickles and steps, in the order of execution.
  private var prepared: [(scenario: ScenarioReport, pickle: String, steps: [String])] = []

  private mutating func newID() -> String {
    lastID += 1
    return String(lastID)
  }

  private mutating func add(_ kind: String, _ message: Value) throws {
    text += try Value.mapping([Value.Pair(kind, message)]).json() + "\n"
  }

  mutating func write(_ run: RunReport) throws {
    now = run.began
    try add(
      "meta",
      [
        "protocolVersion": .text(CucumberReport.protocolVersion),
        "implementation": ["name": "swift-scenarios"], "runtime": ["name": "Swift"],
        "os": ["name": "unknown"], "cpu": ["name": "unknown"],
      ])
    for stories in StoryOfRun.files(of: run) { try write(stories) }
    for file in run.brokenFiles { try write(file) }
    let problems = run.problems ?? []
    if !problems.isEmpty { try write([StoryOfRun(problems, of: run)]) }
    runID = newID()
    try add("testRunStarted", ["timestamp": .moment(now), "id": .text(runID)])
    for (scenario, pickle, steps) in prepared { try execute(scenario, pickle, steps) }
    let message = problems.map(RecordText.text(of:)).joined(separator: "\n\n")
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
  private mutating func write(_ stories: [StoryOfRun]) throws {
    let path = stories[0].path
    try add(
      "source",
      [
        "uri": .text(path), "data": .text(Self.text(of: stories.flatMap(\.scenarios))),
        "mediaType": "text/x.cucumber.gherkin+plain",
      ])
    var children: [[Value]] = []
    var pickles: [Value] = []
    for story in stories {
      children.append([])
      for scenario in story.scenarios {
        let (node, pickle) = nodes(of: scenario)
        children[children.count - 1].append(["scenario": node])
        pickles.append(pickle)
      }
    }
    let isOne = stories.count == 1
    try add(
      "gherkinDocument",
      [
        "uri": .text(path), "comments": [],
        "feature": [
          "location": ["line": 1], "tags": [], "language": "en", "description": "",
          "keyword": isOne ? "Story" : "File", "name": .text(isOne ? stories[0].title : path),
          "children": .list(
            isOne
              ? children[0]
              : zip(stories, children).map { story, children in ["rule": rule(story, children)] }),
        ],
      ])
    for pickle in pickles { try add("pickle", pickle) }
  }

  private mutating func rule(_ story: StoryOfRun, _ children: [Value]) -> Value {
    // The line of the story itself is not recorded.
    [
      "location": children.first?["scenario"]?["location"] ?? ["line": 1], "tags": [],
      "keyword": "Story", "name": .text(story.title), "description": "",
      "children": .list(children), "id": .text(newID()),
    ]
  }

  /// Returns the node of a scenario in its document, and its pickle.
  private mutating func nodes(of scenario: ScenarioReport) -> (node: Value, pickle: Value) {
    let location = Value.location(scenario.firstLine ?? scenario.line)
    let name = Value.text(RecordText.title(of: scenario))
    let tags = scenario.tags.map { (name: Value.text("@\($0)"), id: Value.text(newID())) }
    let steps = scenario.steps.map { step in
      (
        location: Value.location(step.line > 0 ? step.line : scenario.line),
        text: Value.text(step.text), id: Value.text(newID())
      )
    }
    let id = Value.text(newID())
    let node: Value = [
      "location": location, "keyword": "Scenario", "name": name, "description": "",
      "examples": [], "id": id,
      "tags": .list(tags.map { ["location": location, "name": $0.name, "id": $0.id] }),
      "steps": .list(
        steps.map { step in
          [
            "location": step.location, "keyword": "* ", "keywordType": "Unknown",
            "text": step.text, "id": step.id,
          ]
        }),
    ]
    let pickleSteps = steps.map { _ in newID() }
    let pickleID = newID()
    prepared.append((scenario, pickleID, pickleSteps))
    let pickle: Value = [
      "id": .text(pickleID), "uri": .text(scenario.path), "location": .location(scenario.line),
      "name": name, "language": "en", "astNodeIds": [id],
      "steps": .list(
        zip(steps, pickleSteps).map { step, id in
          ["astNodeIds": [step.id], "id": .text(id), "type": "Unknown", "text": step.text]
        }),
      "tags": .list(tags.map { ["name": $0.name, "astNodeId": $0.id] }),
    ]
    return (node, pickle)
  }

  /// Returns the known text of a file: the lines of its scenarios, at their line numbers.
  private static func text(of scenarios: [ScenarioReport]) -> String {
    var lines: [String] = []
    for scenario in scenarios {
      let first = scenario.firstLine ?? scenario.line
      guard (1...lineLimit).contains(first) else { continue }
      var index = first - 1
      for line in scenario.text.description.split(separator: "\n", omittingEmptySubsequences: false)
      {
        while lines.count <= index { lines.append("") }
        lines[index] = String(line)
        index += 1
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private mutating func write(_ file: BrokenFile) throws {
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

  private mutating func execute(
    _ scenario: ScenarioReport, _ pickle: String, _ pickleSteps: [String]
  ) throws {
    let outcome = CucumberOutcome(scenario)
    let ids = pickleSteps.map { _ in newID() }
    var steps = zip(ids, pickleSteps).map { id, step -> Value in
      ["id": .text(id), "pickleStepId": .text(step)]
    }
    var results = Array(zip(ids, outcome.steps))
    if let result = outcome.before {
      let hook = try hook("BEFORE_TEST_CASE", "before the scenario")
      let id = newID()
      steps.insert(["hookId": .text(hook), "id": .text(id)], at: 0)
      results.insert((id, result), at: 0)
    }
    let earlier = scenario.earlierAttempts.filter { $0.verdict == .failed }
    var afterID = ""
    if outcome.after != nil || !earlier.isEmpty {
      afterID = newID()
      let hook = try hook("AFTER_TEST_CASE", "at the end of the scenario")
      steps.append(["hookId": .text(hook), "id": .text(afterID)])
    }
    if let result = outcome.after { results.append((afterID, result)) }
    let id = newID()
    try add(
      "testCase",
      [
        "id": .text(id), "pickleId": .text(pickle), "testSteps": .list(steps),
        "testRunStartedId": .text(runID),
      ])
    for (index, attempt) in earlier.enumerated() {
      let failed = CucumberOutcome.Result(failed: attempt.failures)
      try execute(
        id, attempt: index, results: [(afterID, failed)], seconds: attempt.seconds, isLast: false)
    }
    try execute(
      id, attempt: earlier.count, results: results, seconds: scenario.seconds, isLast: true)
  }

  private mutating func execute(
    _ testCase: String, attempt: Int, results: [(step: String, result: CucumberOutcome.Result)],
    seconds: Double, isLast: Bool
  ) throws {
    let id = Value.text(newID())
    let start = Value.moment(now)
    try add(
      "testCaseStarted",
      [
        "attempt": .integer(Int64(attempt)), "id": id, "testCaseId": .text(testCase),
        "timestamp": start,
      ])
    for (step, result) in results {
      let step = Value.text(step)
      try add(
        "testStepStarted", ["testCaseStartedId": id, "testStepId": step, "timestamp": start])
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
      "hook",
      ["id": .text(id), "name": .text(name), "type": .text(type), "sourceReference": [:]])
    return id
  }
}

extension Value {
  fileprivate static func location(_ line: Int, column: Int? = nil) -> Value {
    func number(_ number: Int) -> Value { .integer(Int64(min(max(1, number), Int(Int32.max)))) }
    return Value(present: ["line": number(line), "column": column.map(number)])
  }

  fileprivate static func moment(_ date: Date) -> Value {
    let (seconds, microseconds) = MomentOfRun.split(date, perSecond: 1_000_000)
    return ["seconds": .integer(seconds), "nanos": .integer(microseconds * 1000)]
  }
}

extension StoryOfRun {
  /// Creates a story with a failed scenario for each problem of the whole run.
  fileprivate init(_ problems: [RunReport.Problem], of run: RunReport) {
    self.init(path: run.origin.command, title: run.origin.command)
    scenarios = problems.map { problem in
      var scenario = ScenarioReport(
        path: path, titles: [title, RecordText.title(of: problem)], line: 1, lastLine: 1,
        module: "", tags: [], text: "", verdict: .failed, reason: nil, storyNanoseconds: 0,
        seconds: 0, traceHash: "")
      scenario.failures = [
        Failure(problem.message, at: scenario.location, details: problem.details)
      ]
      return scenario
    }
  }
}

/// The results of a scenario's steps and of the hooks around them.
private struct CucumberOutcome {
  struct Result {
    var message: String?
    var status: String
    var exception: String?

    var value: Value {
      Value(present: [
        "duration": ["seconds": 0, "nanos": 0], "message": message.map { .text($0) },
        "status": .text(status),
        "exception": exception.map { ["type": "failure", "message": .text($0)] },
      ])
    }
  }

  var before: Result?
  var steps: [Result] = []
  var after: Result?

  init(_ scenario: ScenarioReport) {
    var failures: [[Failure]] = Array(repeating: [], count: scenario.steps.count)
    var others: [Failure] = []
    let failed = scenario.steps.indices.filter {
      [.failed, .undefined].contains(scenario.steps[$0].outcome)
    }
    for failure in scenario.failures {
      // Data is below its step, so the failed step is the last one at or above the failure.
      if let index = failed.last(where: { scenario.steps[$0].line <= failure.line })
        ?? failed.first
      {
        failures[index].append(failure)
      } else {
        others.append(failure)
      }
    }
    let reason = RecordText.unfinished(scenario)
    for (step, failures) in zip(scenario.steps, failures) {
      switch step.outcome {
      case .passed: steps.append(Result(status: "PASSED"))
      case .failed where reason == nil: steps.append(Result(failed: failures))
      case .undefined where scenario.verdict == .undefined:
        steps.append(Result(message: RecordText.text(of: failures), status: "UNDEFINED"))
      default:
        let text = failures.isEmpty ? nil : RecordText.text(of: failures)
        steps.append(Result(message: text, status: "SKIPPED"))
      }
    }
    if scenario.verdict == .undefined {
      // An undefined check under "always" is no step of the scenario.
      if failed.isEmpty {
        before = Result(message: RecordText.text(of: others), status: "UNDEFINED")
      }
    } else if let reason {
      // Formatters show the message of the last of the worst results.
      if let last = steps.lastIndex(where: { $0.status == "SKIPPED" }) {
        steps[last].message = [reason, steps[last].message].compactMap(\.self)
          .joined(separator: "\n\n")
      } else {
        before = Result(message: reason, status: "SKIPPED")
      }
    } else if scenario.verdict == .failed, failed.isEmpty {
      after = Result(failed: others)
    }
  }
}

extension CucumberOutcome.Result {
  init(failed failures: [Failure]) {
    self.init(
      message: failures.isEmpty ? "failed" : RecordText.text(of: failures), status: "FAILED",
      exception: RecordText.headline(of: failures))
  }
}
