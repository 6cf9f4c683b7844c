import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

// Additions of the page to a scenario of the text, and their effects.
extension Studio {
  /// Changes a scenario of the text: adds, replaces, moves or removes a step, or moves, renames or
  /// removes the scenario.
  func change(_ path: String, _ change: StoryChange, _ request: Value) throws -> Value {
    try service.change(scenarioAt: request.scenario, in: path, change).value
  }

  /// Returns the change that adds a step, or puts it in place of another one.
  static func addition(_ request: Value) throws -> StoryChange {
    guard let kind = request["kind"]?.text.flatMap(NewStep.Kind.init),
      let sentence = request["sentence"]?.text
    else { throw RequestFailure("the step is missing") }
    var step = Self.step(kind, sentence, request)
    step.note = request["note"]?.text
    if let line = request["replaces"]?.number { return .replaceStep(at: line, with: step) }
    return .addStep(
      step, after: request["after"]?.number, title: request["title"]?.text,
      goesOn: request["goesOn"] == true)
  }

  /// Returns the change that moves, renames or removes a scenario, or moves a step.
  static func move(_ request: Value) throws -> StoryChange {
    if let title = request["title"]?.text { return .rename(title) }
    guard let move = request["move"]?.text.flatMap(StoryChange.Move.init) else {
      throw RequestFailure("the move is missing")
    }
    if let line = request["line"]?.number { return .moveStep(at: line, up: move == .up) }
    return .move(move)
  }

  /// Returns the sentence of a step with its data as it is written: the whole, and the keys with
  /// their values if it is a mapping or a list of mappings.
  func step(_ path: String, _ request: Value) throws -> Value {
    let (text, data) = try service.sentence(ofStepAt: request.line, of: request.scenario, in: path)
    let nodes: [Node] = data?.items.map(Array.init) ?? data.map { [$0] } ?? []
    let parts = nodes.map { node in
      node.entries.map { entries in
        entries.map { Value.texts([$0.key.text ?? "", $0.value.notation]) }
      }
    }
    return [
      "sentence": .text(text), "data": data.map { .text($0.notation) } ?? .absent,
      "isList": .bool(data?.items != nil),
      "parts": .list(parts.contains { $0 == nil } ? [] : parts.map { .list($0 ?? []) }),
    ]
  }

  /// Adds a scenario without steps.
  func addScenario(_ path: String, _ request: Value) throws -> Value {
    try service.addScenario(request["title"]?.text ?? "", below: request.scenario, in: path).value
  }

  private static func step(_ kind: NewStep.Kind, _ sentence: String, _ request: Value) -> NewStep {
    var step = NewStep(kind, sentence, data: request["data"]?.text)
    if let checks = request["checks"]?.elements { step.data = data(of: checks) }
    let time = request["time"]
    if let kind = Timing.Kind.allCases.first(where: { $0.word == time?["word"]?.text }) {
      step.time = (kind, .milliseconds(time?["milliseconds"]?.number ?? 0))
    }
    return step
  }

  /// Returns which of some checks would also hold without the last act before them.
  func review(_ path: String, _ request: Value) async throws -> Value {
    let checks = (request["checks"]?.elements ?? []).map {
      Self.step(.then, $0["sentence"]?.text ?? "", $0)
    }
    let holds = try await areUnproven(
      checks, in: request.scenario, row: request["row"]?.number ?? 0,
      after: request["after"]?.number, of: path, text(request))
    return ["holds": .list(holds.map { .bool($0) })]
  }

  /// Returns the data of a check: its value, or its keys with their values, each with a tag.
  private static func data(of checks: [Value]) -> String {
    let parts = checks.map { check -> (key: String?, text: String) in
      let written = check["text"]?.text ?? check["value"]?.shown.flowDescription ?? "~"
      let words = [check["tag"]?.text ?? "", written].filter { !$0.isEmpty }
      return (check["key"]?.text, words.joined(separator: " "))
    }
    guard parts.contains(where: { $0.key != nil }) else { return parts.first?.text ?? "~" }
    let entries = parts.map { "\(Notation.text($0.key ?? "", in: .flow)): \($0.text)" }
    return "{ \(entries.joined(separator: ", ")) }"
  }

  /// Runs the text with a pause after a step, and returns the results with the line of the pause.
  func ahead(_ path: String, _ request: Value) async throws -> String {
    let added = try service.change(
      scenarioAt: request.scenario, in: path, Self.addition(request))
    let page = try await host.answer(to: .run(path, added.text)).page
    return #"{"line":\#(added.line),"scenario":\#(added.scenario),"page":\#(page)}"#
  }

  /// Returns what goes wrong in variations of the scenarios of the text.
  func explore(_ path: String, _ request: Value) async throws -> Value {
    let text = try text(request)
    let answer = try await host.answer(
      to: HostRequest(text: HostRequest.Text(path: path, text: text), explores: true))
    if let obstacle = answer.obstacle { throw RequestFailure(obstacle) }
    guard let outcome = answer.exploration, answer.diagnostics.isEmpty else {
      throw RequestFailure("the text has errors", .conflict)
    }
    findings = (text, outcome.findings)
    return [
      "variations": .int(outcome.counts.variations),
      "findings": .list(
        outcome.findings.map {
          ["change": .text($0.title), "problem": .text($0.problem), "scenario": .text($0.scenario)]
        }),
    ]
  }

  /// Returns the text with some of the findings of its exploration, each below its scenario.
  func addFindings(_ path: String, _ request: Value) throws -> Value {
    let text = try text(request)
    guard text == findings.text else {
      throw RequestFailure("the text has changed since it was explored", .conflict)
    }
    let chosen = Set(request["chosen"]?.elements.compactMap(\.number) ?? [])
    let added = findings.list.enumerated().filter { chosen.contains($0.offset) }.map(\.element)
    return ["text": .text(try Finding.add(added, to: SourceFile(path: path, text: text)))]
  }

  /// Returns the examples of a scenario, or the text with other ones.
  func examples(_ path: String, _ request: Value) throws -> Value {
    guard request["rows"] != nil else {
      let table = try service.examples(ofScenarioAt: request.scenario, in: path)
      return try ValueEncoder().encode(table ?? ExampleTable(columns: [], rows: []))
    }
    let table = try JSONDecoder().decode(ExampleTable.self, from: Data(request.json().utf8))
    return try change(path, .setExamples(table), request)
  }
}

extension LanguageService.ChangedText {
  fileprivate var value: Value { get throws { try ValueEncoder().encode(self) } }
}

extension Value {
  /// The line of the scenario that a request is about; 0 if it names none.
  var scenario: Int { self["scenario"]?.number ?? 0 }

  /// The line of the step; 0 if it names none.
  var line: Int { self["line"]?.number ?? 0 }

  /// The value that the page shows: it has mappings as pairs, whose order JSON would lose, and
  /// numbers with all their digits.
  fileprivate var shown: Value {
    if let pairs = self["mapping"]?.elements.map(\.elements) {
      return .mapping(
        pairs.compactMap { pair in
          guard pair.count == 2, let key = pair[0].text else { return nil }
          return Pair(key, pair[1].shown)
        })
    }
    if case .list(let elements)? = self["list"] { return .list(elements.map(\.shown)) }
    if let digits = self["number"]?.text { return Value(json: digits) ?? .text(digits) }
    return self
  }
}
