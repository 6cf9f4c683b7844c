import ScenarioKit

/// The node of a scenario in its document, and its pickle.
///
/// Their identifiers are successive numbers, so that none of them needs to be kept.
struct CucumberNodes {
  private let scenario: ScenarioReport
  private let steps: [StepResult]
  /// The number of the last identifier before the scenario's.
  private let number: Int

  init(_ scenario: ScenarioReport, after number: Int) {
    (self.scenario, steps, self.number) = (scenario, scenario.steps, number)
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
