import DisplayText
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

// The answers of the tools.
extension AssistantServer {
  func stories(_ arguments: Value) throws -> Value {
    let (words, module) = (Self.words(arguments), arguments["module"]?.text)
    let found = service.stories(with: words, module: module)
    let listed = found.map { story -> Value in
      [
        "path": .text(story.path), "story": .text(story.title), "module": .text(story.module),
        "scenarios": arguments["search"] == nil
          ? .int(story.scenarios.count)
          : .list(story.scenarios.map { ["line": .int($0.line), "title": .text($0.title)] }),
      ]
    }
    var byWord: [String] = []
    for word in words.prefix(20) where found.isEmpty && words.count > 1 {
      let stories = service.stories(with: [word], module: module)
      byWord.append("\(word.clipped(to: 40)): \(stories.reduce(0) { $0 + $1.scenarios.count })")
    }
    let modules = words.isEmpty ? service.vocabularies.map(\.module) : []
    let page = try page(listed, arguments, used: Value.texts(modules).json().utf8.count + 300)
    return Value(present: [
      "folder": .text(service.folder.shown("")), "modules": Value.texts(modules).unlessEmpty,
      "stories": .list(page.items), "byWord": Value.texts(byWord).unlessEmpty, "more": page.more,
    ])
  }

  func story(_ arguments: Value) throws -> Value {
    let (_, text) = try text(arguments)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let page = try AnswerPage(lines.map { .text($0) }, from: arguments["from"])
    return Value(present: [
      "text": .text(page.items.compactMap(\.text).joined(separator: "\n")),
      "lines": .int(lines.count), "more": page.more,
      "digest": page.more == nil ? .text(Fingerprint.of(text)) : Value?.none,
    ])
  }

  func sentences(_ arguments: Value) throws -> Value {
    let code = arguments["language"]?.text ?? "en"
    guard let language = StoryLanguage.named(code) else {
      throw RequestFailure("there is no language \"\(code)\"")
    }
    let found = try guide(in: language).entries(
      with: Self.words(arguments), module: arguments["module"]?.text)
    let page = try page(found.map { try ValueEncoder().encode($0) }, arguments)
    return Value(present: ["sentences": .list(page.items), "more": page.more])
  }

  func check(_ arguments: Value) async throws -> Value {
    let (path, text) = try text(arguments)
    update(path, text)
    defer { service.close(path) }
    let request = HostRequest.Text(path: path, text: service.readableText(of: path) ?? text)
    let answer = try await host.answer(to: HostRequest(text: request))
    let found = service.diagnostics(of: path, planned: answer.diagnostics)
    let page = try page(values(of: found, in: path), arguments)
    return Value(present: [
      "isValid": .bool(!found.contains(where: \.isError)), "diagnostics": .list(page.items),
      "more": page.more,
    ])
  }

  func runStory(_ arguments: Value) async throws -> Value {
    let (path, text) = try text(arguments)
    defer { service.close(path) }
    let results = try await run(text, of: path)
    if let obstacle = results.obstacle { throw RequestFailure(obstacle) }
    let all = results.run?.scenarios ?? []
    let isBroken = all.isEmpty && results.diagnostics.contains(where: \.isError)
    let chosen =
      try isBroken
      ? [] : arguments["scenario"]?.text.map { try scenarios($0, in: all, path) } ?? all
    let shown = chosen.filter { $0.verdict != .passed } + chosen.filter { $0.verdict == .passed }
    // Of a table of examples, the first row that is not passed.
    let steps = arguments["scenario"] == nil ? nil : shown.first.map(steps)
    let diagnostics = results.diagnostics.filter { $0.severity != .note }
    let list = try AnswerPage(
      shown.map { try value(of: $0).clipped() }, from: steps == nil ? arguments["from"] : nil,
      used: steps == nil && diagnostics.isEmpty ? 300 : AnswerPage.limit / 2)
    let problems = try AnswerPage(values(of: diagnostics, in: path), from: nil, used: 5_000)
    let room = try Value.list(list.items + problems.items).json().utf8.count + 300
    let page = try steps.map { try self.page($0, arguments, used: room) }
    return Value(present: [
      "summary": .text(chosen.reduce(into: Summary()) { $0.count($1) }.counts),
      "scenarios": .list(list.items), "steps": page.map { .list($0.items) },
      "diagnostics": Value.list(problems.items).unlessEmpty, "more": page.map(\.more) ?? list.more,
    ])
  }

  func suggestChecks(_ arguments: Value) async throws -> Value {
    let (path, text) = try text(arguments)
    defer { service.close(path) }
    let results = try await run(text, of: path)
    if let obstacle = results.obstacle { throw RequestFailure(obstacle) }
    let all = results.run?.scenarios ?? []
    if all.isEmpty, let error = results.diagnostics.first(where: \.isError) {
      throw RequestFailure("line \(error.line): \(error.message)")
    }
    let rows = try scenarios(arguments["scenario"]?.text ?? "", in: all, path)
    guard let report = rows.first else { throw RequestFailure("the scenario did not run") }
    let line = arguments["line"]?.number
    guard
      let index = report.steps.lastIndex(where: {
        $0.outcome != .notRun && (line == nil || $0.line == line)
      })
    else { throw RequestFailure("no step that ran is in line \(line ?? 0)") }
    let checks = service.checks(after: index, of: report, in: path)
    let unproven = try await areUnproven(
      checks, in: report.firstLine ?? report.line, row: 0, after: report.steps[index].line,
      of: path, text)
    let page = try page(
      checks.enumerated().map { index, check in
        Value(present: [
          "check": .text("\(check.sentence): \(check.data ?? "")"),
          "wouldPassWithoutTheAct": unproven.indices.contains(index)
            ? .bool(unproven[index]) : Value?.none,
        ])
      }, arguments)
    return Value(present: [
      "after": .text(report.steps[index].text), "checks": .list(page.items), "more": page.more,
    ])
  }

  func save(_ arguments: Value) throws -> Value {
    guard allowsWrites else {
      throw RequestFailure("nothing is saved; the user must start the server with --allow-writes")
    }
    let path = try path(ofStory: arguments["path"]?.text ?? "")
    let text = arguments["text"]?.text ?? ""
    let old = savedText(of: path)
    guard old.map(Fingerprint.of) == arguments["digest"]?.text else {
      throw RequestFailure(
        old == nil
          ? "there is no file \"\(path)\"; leave out the digest to write a new one"
          : arguments["digest"] == nil
            ? "there is a file \"\(path)\"; read it, and give its digest to replace it"
            : "\"\(path)\" has changed since it was read; read it again")
    }
    try save(text, to: path, over: old)
    return ["digest": .text(Fingerprint.of(text))]
  }

  // MARK: - Parts

  private static func words(_ arguments: Value) -> [String] {
    LanguageService.words(in: arguments["search"]?.text ?? "")
  }

  private func page(_ items: [Value], _ arguments: Value, used: Int = 300) throws -> AnswerPage {
    try AnswerPage(items.map { try $0.clipped() }, from: arguments["from"], used: used)
  }

  /// Returns the path of a story, and its text: the given one, or that of the file.
  private func text(_ arguments: Value) throws -> (path: String, text: String) {
    let path = try path(ofStory: arguments["path"]?.text ?? "")
    guard let text = (arguments["text"]?.text ?? savedText(of: path)) else {
      throw RequestFailure("there is no file \"\(path)\"; \"stories\" lists those that there are")
    }
    return (path, text)
  }

  private func values(of diagnostics: [Diagnostic], in path: String) throws -> [Value] {
    let corrections = service.corrections(of: diagnostics, in: path)
    return try zip(diagnostics, corrections).map { diagnostic, corrections in
      let end = diagnostic.location?.range.end ?? .start
      return try Value(present: [
        "line": .int(diagnostic.line), "column": .int(diagnostic.column),
        "severity": .text(diagnostic.severity.rawValue), "message": .text(diagnostic.message),
        "hints": Value.texts(diagnostic.hints).unlessEmpty,
        "corrections": Value.texts(corrections).unlessEmpty,
        "end": corrections.isEmpty
          ? Value?.none : ["line": .int(end.line), "column": .int(end.column)],
      ]).clipped()
    }
  }

  /// Returns the results of a scenario, one for each example.
  private func scenarios(
    _ name: String, in all: [ScenarioReport], _ path: String
  ) throws -> [ScenarioReport] {
    let named = all.filter { $0.titles.last == name }
    let found =
      named.isEmpty
      ? all.filter { Int(name) == $0.firstLine ?? $0.line || Int(name) == $0.line } : named
    guard let first = found.first else {
      throw RequestFailure("\"\(path)\" has no scenario \"\(name)\"")
    }
    guard found.allSatisfy({ $0.firstLine ?? $0.line == first.firstLine ?? first.line }) else {
      let lines = found.map { "\($0.firstLine ?? $0.line)" }.joined(separator: ", ")
      throw RequestFailure("several scenarios have the title \"\(name)\": use a line of \(lines)")
    }
    return found
  }

  private func value(of report: ScenarioReport) -> Value {
    Value(present: [
      "line": .int(report.line), "title": .text(report.titles.last ?? ""),
      "verdict": .text(report.verdict.rawValue), "reason": report.reason.map { .text($0) },
      "failures": Value.list(
        report.failures.map {
          ["line": .int($0.line), "message": .text(FailureText().message(of: $0))]
        }
      ).unlessEmpty,
      "notes": Value.texts(report.notes.map { "line \($0.line): \($0.message)" }).unlessEmpty,
    ])
  }

  private func steps(of report: ScenarioReport) -> [Value] {
    report.steps.indices.map { index in
      let (step, state) = (report.steps[index], StepState(of: report, after: index))
      return Value(present: [
        "line": .int(step.line), "step": .text(step.text), "outcome": .text(step.outcome.rawValue),
        "time": step.nanoseconds > 0 ? .text(StoryTimeText.offset(step.time)) : Value?.none,
        "shown": state.changes.unlessEmpty,
        "events": Value.texts(state.eventLines.map { $0.clipped(to: 160) }).unlessEmpty,
      ])
    }
  }
}

/// A part of a list that fits into the answer of a tool.
struct AnswerPage {
  /// The size of an answer in bytes, as JSON.
  static let limit = 8_000

  let items: [Value]

  /// The number of items that were left out, and how to get them; `nil` if none were.
  let more: Value?

  /// - Parameters:
  ///   - first: The number of the first item, from 1; the argument `from` of the tool.
  ///   - used: The size of the rest of the answer in bytes.
  init(_ all: [Value], from first: Value?, used: Int = 300) throws {
    let start = min(max(1, first?.number ?? 1) - 1, all.count)
    var room = Self.limit - used
    var items: [Value] = []
    for item in all[start...] {
      room -= try item.json().utf8.count + 1
      // One item is there in any case, so that the list can be read to its end.
      guard room >= 0 || items.isEmpty else { break }
      items.append(item)
    }
    self.items = items
    let rest = all.count - start - items.count
    more = rest > 0 ? .text("\(rest) more; call again with from: \(start + items.count + 1)") : nil
  }
}

extension Value {
  /// Returns the value with its long parts cut off, so that it fills no more than half an answer.
  func clipped() throws -> Value {
    var (value, length, count) = (self, 1_000, 50)
    while count > 0, try value.json().utf8.count > AnswerPage.limit / 2 {
      value = clipped(to: length, count)
      (length, count) = (length / 2, count / 2)
    }
    return value
  }

  private func clipped(to length: Int, _ count: Int) -> Value {
    func rest(_ all: Int, _ kept: Int) -> Value { .text("… \(all - kept) more") }
    switch self {
    case .text(let text) where text.count > length:
      return .text("\(text.prefix(length))… (\(text.count - length) more characters)")
    case .list(let elements):
      let kept = elements.prefix(count).map { $0.clipped(to: length, count) }
      return .list(kept + (elements.count > count ? [rest(elements.count, count)] : []))
    case .mapping(let pairs):
      let kept = pairs.prefix(count).map { Pair($0.key, $0.value.clipped(to: length, count)) }
      return .mapping(kept + (pairs.count > count ? [Pair("…", rest(pairs.count, count))] : []))
    default: return self
    }
  }
}
