import ScenarioKit

/// The results of a scenario's steps and of the hooks around them.
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

  var before: Result?
  var steps: [Result] = []
  var after: Result?

  init(_ scenario: ScenarioReport) {
    let results = scenario.steps
    var failures: [[Failure]] = Array(repeating: [], count: results.count)
    var others: [Failure] = []
    let failed = results.indices.filter { [.failed, .undefined].contains(results[$0].outcome) }
    for failure in scenario.failures {
      // Data is below its step, so the failed step is the last one at or above the failure.
      let index = failed.last { results[$0].line <= failure.line } ?? failed.first
      if let index { failures[index].append(failure) } else { others.append(failure) }
    }
    let reason = PlainReportText.unfinished(scenario)
    for (step, failures) in zip(results, failures) {
      switch step.outcome {
      case .passed: steps.append(Result(status: "PASSED"))
      case .failed where reason == nil: steps.append(Result(failed: failures))
      case .undefined where scenario.verdict == .undefined:
        steps.append(Result(message: PlainReportText.text(of: failures), status: "UNDEFINED"))
      default:
        let text = failures.isEmpty ? nil : PlainReportText.text(of: failures)
        steps.append(Result(message: text, status: "SKIPPED"))
      }
    }
    if scenario.verdict == .undefined {
      // An undefined check under "always" is no step of the scenario.
      if failed.isEmpty {
        before = Result(message: PlainReportText.text(of: others), status: "UNDEFINED")
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
      message: failures.isEmpty ? "failed" : PlainReportText.text(of: failures), status: "FAILED",
      exception: PlainReportText.headline(of: failures))
  }
}
