import ScenarioKit

/// The node of a scenario in its document, and its pickle.
///
/// Their identifiers are successive numbers, so that none of them needs to be kept.
struct CucumberNodes {
  private let scenario: ScenarioReport
  private let steps: [StepResult]
  /// The number of the last identifier before the scenario's.
  private let number: Int
  /// Whether the end of the scenario is a step.
  let hasEnd: Bool

  init(_ scenario: ScenarioReport, after number: Int) {
    (self.scenario, self.number, hasEnd) = (scenario, number, scenario.needsEnd)
    steps = scenario.steps + (hasEnd ? [scenario.end] : [])
  }

  /// The number of the scenario's last identifier.
  var lastID: Int { number + scenario.tags.count + 2 * steps.count + 2 }

  private func id(_ index: Int) -> Value { .text(String(number + 1 + index)) }
  private func stepID(_ index: Int) -> Value { id(scenario.tags.count + index) }
  private var nodeID: Value { id(scenario.tags.count + steps.count) }

  /// The identifiers of the pickle's steps.
  var pickleSteps: [Value] { steps.indices.map { id(scenario.tags.count + steps.count + 1 + $0) } }

  /// The identifier of the pickle.
  var pickleID: Value { .text(String(lastID)) }

  private var name: Value { .text(PlainReportText.title(of: scenario)) }

  /// The node in the document.
  var node: Value {
    let location = Value.location(scenario.firstLine ?? scenario.line)
    return [
      "location": location, "keyword": "Scenario", "name": name, "description": "",
      "examples": [], "id": nodeID,
      "tags": .list(
        scenario.tags.enumerated().map { index, tag in
          ["location": location, "name": .text("@\(tag)"), "id": id(index)]
        }),
      "steps": .list(
        steps.enumerated().map { index, step in
          [
            "location": .location(step.line > 0 ? step.line : scenario.line), "keyword": "* ",
            "keywordType": "Unknown", "text": .text(step.text), "id": stepID(index),
          ]
        }),
    ]
  }

  /// The pickle.
  var pickle: Value {
    [
      "id": pickleID, "uri": .text(scenario.path), "location": .location(scenario.line),
      "name": name, "language": "en", "astNodeIds": [nodeID],
      "steps": .list(
        zip(steps, pickleSteps).enumerated().map { index, step in
          [
            "astNodeIds": [stepID(index)], "id": step.1, "type": "Unknown",
            "text": .text(step.0.text),
          ]
        }),
      "tags": .list(
        scenario.tags.enumerated().map { index, tag in
          ["name": .text("@\(tag)"), "astNodeId": id(index)]
        }),
    ]
  }
}

extension Value {
  static func location(_ line: Int, column: Int? = nil) -> Value {
    func number(_ number: Int) -> Value { .integer(Int64(min(max(1, number), Int(Int32.max)))) }
    return Value(present: ["line": number(line), "column": column.map(number)])
  }
}

/// The results of a scenario's steps.
struct CucumberOutcome {
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

  var steps: [Result] = []

  /// - Parameter hasEnd: Whether the end of the scenario is a step.
  init(_ scenario: ScenarioReport, hasEnd: Bool) {
    let results = scenario.steps + (hasEnd ? [scenario.end] : [])
    var failures: [[Failure]] = Array(repeating: [], count: results.count)
    let failed = results.indices.filter { [.failed, .undefined].contains(results[$0].outcome) }
    for failure in scenario.failures {
      // Data is below its step, so the failed step is the last one at or above the failure.
      let index = failed.last { results[$0].line <= failure.line } ?? failed.first
      if let index { failures[index].append(failure) }
    }
    let reason = PlainReportText.unfinished(scenario)
    for (step, failures) in zip(results, failures) {
      switch step.outcome {
      case .passed: steps.append(Result(status: "PASSED"))
      case .failed where reason == nil:
        let message = failures.isEmpty ? "failed" : PlainReportText.text(of: failures)
        steps.append(
          Result(
            message: message, status: "FAILED", exception: PlainReportText.headline(of: failures)))
      case .undefined where scenario.verdict == .undefined:
        steps.append(Result(message: PlainReportText.text(of: failures), status: "UNDEFINED"))
      default:
        let text = failures.isEmpty ? nil : PlainReportText.text(of: failures)
        steps.append(Result(message: text, status: "SKIPPED"))
      }
    }
    // Formatters show the message of the last of the worst results.
    if scenario.verdict != .undefined, let reason,
      let last = steps.lastIndex(where: { $0.status == "SKIPPED" })
    {
      steps[last].message = [reason, steps[last].message].compactMap(\.self)
        .joined(separator: "\n\n")
    }
  }
}

extension ScenarioReport {
  /// Whether the end of the scenario needs a step, because no other one has its verdict, or that of
  /// an earlier attempt.
  fileprivate var needsEnd: Bool {
    endsOutside || failedAttempts.contains { asIn($0).endsOutside }
  }

  /// Whether no step has the verdict.
  private var endsOutside: Bool {
    guard verdict != .passed else { return false }
    let outcomes = Set(steps.map(\.outcome))
    return switch verdict {
    case .failed, .undefined: outcomes.isDisjoint(with: [.failed, .undefined])
    case .passed, .blocked, .skipped, .knownIssue: outcomes.isSubset(of: [.passed])
    }
  }

  /// The end of the scenario as a step.
  fileprivate var end: StepResult {
    let outcomes: [Verdict: StepResult.Outcome] = [.failed: .failed, .undefined: .undefined]
    return StepResult(
      text: "at the end of the scenario",
      outcome: endsOutside ? outcomes[verdict] ?? .notRun : .passed, line: line, purpose: .check)
  }

  /// The attempts that consumers of messages count as retried.
  var failedAttempts: [Attempt] { earlierAttempts.filter { $0.verdict == .failed } }

  /// Returns the report with the results of an earlier attempt.
  func asIn(_ attempt: Attempt) -> ScenarioReport {
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
