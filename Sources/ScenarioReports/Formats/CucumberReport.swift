import Foundation
import ScenarioLanguage
import ScenarioResults

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
    messages.write(run)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = ""
    for message in messages.all {
      text += String(decoding: try encoder.encode(message), as: UTF8.self) + "\n"
    }
    return text
  }
}

/// The messages of a run, created one after the other.
private struct CucumberMessages {
  typealias Message = CucumberMessage

  // Bounds the reconstructed text of a story, because recorded line numbers can be arbitrarily
  // large.
  private static let lineLimit = 100_000

  private(set) var all: [Message] = []
  private var lastID = 0
  private var now = Date(timeIntervalSince1970: 0)
  private var runID = ""
  private var beforeHook: String?
  private var afterHook: String?
  /// The scenarios with their pickles, in the order of execution.
  private var prepared: [(scenario: ScenarioReport, pickle: Message.Pickle)] = []

  private mutating func newID() -> String {
    lastID += 1
    return String(lastID)
  }

  mutating func write(_ run: RunReport) {
    now = run.began
    let unknown = Message.Product(name: "unknown")
    all.append(
      Message(
        meta: Message.Meta(
          protocolVersion: CucumberReport.protocolVersion,
          implementation: Message.Product(name: "swift-scenarios"),
          runtime: Message.Product(name: "Swift"), os: unknown, cpu: unknown)))
    for stories in StoryOfRun.files(of: run) { write(stories) }
    for file in run.brokenFiles { write(file) }
    let problems = run.problems ?? []
    if !problems.isEmpty { write([StoryOfRun(problems, of: run)]) }
    runID = newID()
    all.append(
      Message(testRunStarted: Message.TestRunStarted(timestamp: Message.Moment(now), id: runID)))
    for (scenario, pickle) in prepared { execute(scenario, pickle) }
    all.append(
      Message(
        testRunFinished: Message.TestRunFinished(
          message: problems.isEmpty
            ? nil : problems.map(RecordText.text(of:)).joined(separator: "\n\n"),
          success: !Summary(run).hasFailures, timestamp: Message.Moment(now),
          testRunStartedId: runID)))
  }

  // MARK: - Stories

  /// Writes the stories of one file.
  private mutating func write(_ stories: [StoryOfRun]) {
    let path = stories[0].path
    all.append(
      Message(
        source: Message.Source(uri: path, data: Self.text(of: stories.flatMap(\.scenarios)))))
    var children: [[Message.FeatureChild]] = []
    var pickles: [Message.Pickle] = []
    for story in stories {
      children.append([])
      for scenario in story.scenarios {
        let (node, pickle) = node(of: scenario)
        children[children.count - 1].append(Message.FeatureChild(scenario: node))
        pickles.append(pickle)
        prepared.append((scenario, pickle))
      }
    }
    let feature =
      stories.count == 1
      ? Message.Feature(keyword: "Story", name: stories[0].title, children: children[0])
      : Message.Feature(
        keyword: "File", name: path,
        children: zip(stories, children).map { story, children in
          Message.FeatureChild(rule: rule(story, children))
        })
    all.append(
      Message(gherkinDocument: Message.GherkinDocument(uri: path, feature: feature)))
    all += pickles.map { Message(pickle: $0) }
  }

  private mutating func rule(
    _ story: StoryOfRun, _ children: [Message.FeatureChild]
  ) -> Message.Rule {
    // The line of the story itself is not recorded.
    let location = children.first?.scenario?.location ?? Message.Location(line: 1)
    return Message.Rule(location: location, name: story.title, children: children, id: newID())
  }

  private mutating func node(
    of scenario: ScenarioReport
  ) -> (Message.Scenario, Message.Pickle) {
    let location = Message.Location(line: scenario.firstLine ?? scenario.line)
    let tags = scenario.tags.map { tag in
      Message.Tag(location: location, name: "@\(tag)", id: newID())
    }
    let steps = scenario.steps.map { step in
      Message.Step(
        location: Message.Location(line: step.line > 0 ? step.line : scenario.line),
        text: step.text, id: newID())
    }
    let node = Message.Scenario(
      location: location, tags: tags, name: RecordText.title(of: scenario), steps: steps,
      id: newID())
    let pickleSteps = steps.map { step in
      Message.PickleStep(astNodeIds: [step.id], id: newID(), text: step.text)
    }
    let pickle = Message.Pickle(
      id: newID(), uri: scenario.path, location: Message.Location(line: scenario.line),
      name: node.name, steps: pickleSteps,
      tags: tags.map { Message.PickleTag(name: $0.name, astNodeId: $0.id) },
      astNodeIds: [node.id])
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

  private mutating func write(_ file: BrokenFile) {
    // A warning is no parse error, and the messages have no other kind of problem in a file.
    for diagnostic in file.diagnostics where diagnostic.isError {
      let location = Message.Location(line: diagnostic.line, column: diagnostic.column)
      all.append(
        Message(
          parseError: Message.ParseError(
            source: Message.SourceReference(uri: file.path, location: location),
            message: ([diagnostic.message] + diagnostic.hints).joined(separator: "\n"))))
    }
  }

  // MARK: - Executions

  private mutating func execute(_ scenario: ScenarioReport, _ pickle: Message.Pickle) {
    let outcome = CucumberOutcome(scenario)
    var steps = pickle.steps.map { Message.TestStep(id: newID(), pickleStepId: $0.id) }
    var results = Array(zip(steps.map(\.id), outcome.steps))
    if let result = outcome.before {
      let step = Message.TestStep(hookId: hook(before: true), id: newID())
      steps.insert(step, at: 0)
      results.insert((step.id, result), at: 0)
    }
    let earlier = scenario.earlierAttempts.filter { $0.verdict == .failed }
    var afterID = ""
    if outcome.after != nil || !earlier.isEmpty {
      afterID = newID()
      steps.append(Message.TestStep(hookId: hook(before: false), id: afterID))
    }
    if let result = outcome.after { results.append((afterID, result)) }
    let id = newID()
    all.append(
      Message(
        testCase: Message.TestCase(
          id: id, pickleId: pickle.id, testSteps: steps, testRunStartedId: runID)))
    for (index, attempt) in earlier.enumerated() {
      let failed = CucumberOutcome.result(of: attempt.failures)
      execute(
        id, attempt: index, results: [(afterID, failed)], seconds: attempt.seconds, isLast: false)
    }
    execute(id, attempt: earlier.count, results: results, seconds: scenario.seconds, isLast: true)
  }

  private mutating func execute(
    _ testCase: String, attempt: Int, results: [(step: String, result: Message.TestStepResult)],
    seconds: Double, isLast: Bool
  ) {
    let id = newID()
    let start = Message.Moment(now)
    all.append(
      Message(
        testCaseStarted: Message.TestCaseStarted(
          attempt: attempt, id: id, testCaseId: testCase, timestamp: start)))
    for (step, result) in results {
      all.append(
        Message(
          testStepStarted: Message.TestStepStarted(
            testCaseStartedId: id, testStepId: step, timestamp: start)))
      all.append(
        Message(
          testStepFinished: Message.TestStepFinished(
            testCaseStartedId: id, testStepId: step, testStepResult: result, timestamp: start)))
    }
    now += seconds.isFinite ? max(0, seconds) : 0
    all.append(
      Message(
        testCaseFinished: Message.TestCaseFinished(
          testCaseStartedId: id, timestamp: Message.Moment(now), willBeRetried: !isLast)))
  }

  private mutating func hook(before isBefore: Bool) -> String {
    if let id = isBefore ? beforeHook : afterHook { return id }
    let id = newID()
    if isBefore { beforeHook = id } else { afterHook = id }
    all.append(
      Message(
        hook: Message.Hook(
          id: id, name: isBefore ? "before the scenario" : "at the end of the scenario",
          type: isBefore ? "BEFORE_TEST_CASE" : "AFTER_TEST_CASE")))
    return id
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
  typealias Result = CucumberMessage.TestStepResult

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
      case .passed: steps.append(Result(status: .passed))
      case .failed where reason == nil: steps.append(Self.result(of: failures))
      case .undefined where scenario.verdict == .undefined:
        steps.append(Result(message: RecordText.text(of: failures), status: .undefined))
      default:
        let text = failures.isEmpty ? nil : RecordText.text(of: failures)
        steps.append(Result(message: text, status: .skipped))
      }
    }
    if scenario.verdict == .undefined {
      // An undefined check under "always" is no step of the scenario.
      if failed.isEmpty {
        before = Result(message: RecordText.text(of: others), status: .undefined)
      }
    } else if let reason {
      // Formatters show the message of the last of the worst results.
      if let last = steps.lastIndex(where: { $0.status == .skipped }) {
        steps[last].message = [reason, steps[last].message].compactMap(\.self)
          .joined(separator: "\n\n")
      } else {
        before = Result(message: reason, status: .skipped)
      }
    } else if scenario.verdict == .failed, failed.isEmpty {
      after = Self.result(of: others)
    }
  }

  static func result(of failures: [Failure]) -> Result {
    Result(
      message: failures.isEmpty ? "failed" : RecordText.text(of: failures), status: .failed,
      exception: CucumberMessage.Exception(
        type: "failure", message: RecordText.headline(of: failures)))
  }
}
