import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// The data after `the server answers …`: one answer, or a list of successive answers.
package struct AnswerData: StepData, Sendable {
  private var parts: [Part]
  private let isList: Bool

  /// The answers, with their files read.
  package private(set) var answers: [Answer] = []

  package init(from decoder: any Decoder) throws {
    let node = try decoder.singleValueContainer().decode(Node.self)
    if let nodes = node.items {
      guard !nodes.isEmpty else {
        throw DataError(
          "the list of answers is empty", at: node.range,
          hints: ["Example: [{ status: 200 }]"])
      }
      isList = true
      parts = try nodes.map { try Part($0) }
    } else {
      isList = false
      parts = [try Part(node)]
    }
  }

  package mutating func prepare(in folder: StoryFolder) throws {
    // In a list, each answer without `times` is given once; a single answer is given every time.
    answers = try parts.map { try $0.answer(in: folder, usualCount: isList ? 1 : nil) }
  }

  fileprivate static func check(times: Int?, in node: Node) throws {
    guard let times, times < 1 else { return }
    throw DataError(
      "\"times\" must be at least 1, not \(times)", at: node["times"]?.range ?? node.range,
      hints: ["Omit \"times\" for an answer to every request."])
  }

  private struct Part: Sendable {
    let node: Node
    let keys: Keys

    init(_ node: Node) throws {
      self.node = node
      guard node.entries != nil else { throw Self.noMapping(node) }
      keys = try Self.keys(of: node)
      if let entries = node.entries {
        let bodies = entries.map(\.key).filter {
          ["file", "json", "text", "fails"].contains($0.text)
        }
        if bodies.count > 1 {
          throw DataError(
            "an answer has \"\(bodies[0].text ?? "")\" or \"\(bodies[1].text ?? "")\", not both",
            at: bodies[1].range, hints: ["Remove one of them."])
        }
      }
      if keys.fails != nil, let extra = node["status"] ?? node["headers"] {
        throw DataError(
          "an answer with \"fails\" can't have a status or headers", at: extra.range,
          hints: ["Remove it, or remove \"fails\"."])
      }
      try AnswerData.check(times: keys.times, in: node)
      if let status = keys.status, !(100...599).contains(status) {
        throw DataError(
          "\(status) is not an HTTP status; use a number from 100 to 599",
          at: node["status"]?.range ?? node.range, hints: [Self.statusHint])
      }
    }

    private static let statusHint = "Use a status such as 200, 404 or 500."

    private static func keys(of node: Node) throws -> Keys {
      if let keys = Keys(usual: node) { return keys }
      do {
        return try NodeDecoder().decode(Keys.self, from: node)
      } catch var diagnostic {
        if diagnostic.range == node["status"]?.range { diagnostic.hints = [statusHint] }
        if diagnostic.range == node["headers"]?.range { diagnostic.hints = [headersHint] }
        throw diagnostic
      }
    }

    private static let headersHint = "Example: { Content-Type: text/plain }"

    private static func noMapping(_ node: Node) -> DataError {
      if (try? FailureData.outcome(named: node)) != nil {
        return DataError(
          "an answer must be a mapping, but \(node.foundInWords)", at: node.range,
          hints: ["Did you mean: { fails: \(node.notation) }"])
      }
      return DataError(
        "an answer must be a mapping, but \(node.foundInWords)", at: node.range,
        hints: [
          "Did you mean: { text: \(node.text == nil ? "…" : node.notation) }",
          "Other examples: { json: { id: 1 } }, { file: fixtures/a.json }, "
            + "{ status: 404 }",
        ])
    }

    func answer(in folder: StoryFolder, usualCount: Int?) throws -> Answer {
      Answer(try outcome(in: folder), after: keys.after, count: keys.times ?? usualCount)
    }

    private func outcome(in folder: StoryFolder) throws -> Answer.Outcome {
      if let fails = keys.fails { return try FailureData.outcome(named: fails) }
      var headers = keys.headers ?? [:]
      var body = Data()
      if let file = keys.file {
        body = try folder.contents(of: file)
      } else if let json = keys.json {
        body = try json.jsonData()
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
          headers["Content-Type"] = "application/json"
        }
      } else if let text = keys.text {
        body = Data(text.utf8)
      }
      var response = HTTPResponse(status: HTTPResponse.Status(code: keys.status ?? 200))
      for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
        guard let field = HTTPField.Name(name) else {
          throw DataError(
            "\"\(name)\" is not a valid header field name",
            at: node["headers"]?.range ?? node.range,
            hints: ["Use a name without spaces and colons, such as Content-Type."])
        }
        response.headerFields[field] = value
      }
      return .response(response, body)
    }
  }
}

/// The data after `the server fails …`: the failure's name, or a mapping with its name and delay.
package struct FailureData: Decodable, Sendable {
  package let answer: Answer

  package init(from decoder: any Decoder) throws {
    let node = try decoder.singleValueContainer().decode(Node.self)
    if let entries = node.entries {
      let names = entries.compactMap(\.key.text)
      guard !names.allSatisfy(["after", "times"].contains) else {
        throw DataError(
          "the failure has no name", at: node.range,
          hints: ["Example: { error: timed out, after: 1 s }"])
      }
      let keys = try Keys(usual: node) ?? NodeDecoder().decode(Keys.self, from: node)
      try AnswerData.check(times: keys.times, in: node)
      answer = Answer(try Self.outcome(named: keys.error), after: keys.after, count: keys.times)
    } else {
      answer = Answer(try Self.outcome(named: node))
    }
  }

  /// Returns the outcome for a failure's name.
  ///
  /// `bad status` is a response of the server, with status 500 unless the name ends with another
  /// status.
  static func outcome(named node: Node) throws -> Answer.Outcome {
    let name = node.text ?? ""
    if let failure = TransportFailure(rawValue: name) { return .failure(failure) }
    if name == "bad status" { return .response(HTTPResponse(status: 500), Data()) }
    if name.hasPrefix("bad status "), let code = Int(name.dropFirst(11)), (300...599).contains(code)
    {
      return .response(HTTPResponse(status: HTTPResponse.Status(code: code)), Data())
    }
    let known = TransportFailure.allCases.map(\.rawValue) + ["bad status", "bad status 404"]
    let nearest = NearestText.suggestions(for: name, among: known, limit: 1)
    throw DataError(
      "unknown failure \"\(name)\"", at: node.range,
      hints: nearest.isEmpty
        ? ["Known failures: \(known.joined(separator: ", "))"]
        : nearest.map { "Did you mean: \($0)" })
  }
}

extension AnswerData: ShapedData {
  /// One answer, or a list of them.
  package static var shape: DataShape {
    let answer = DataShape.mapping(
      [
        .init("after", .duration), .init("times", .wholeNumber), .init("file", .text),
        .init("json", .anything), .init("text", .text), .init("status", .wholeNumber),
        .init("headers", .dictionary(.text)), .init("fails", FailureData.name),
      ], isOpen: false)
    return .either([answer, .list(answer)])
  }
}

extension FailureData: ShapedData {
  /// The failure's name, or a mapping with it.
  package static var shape: DataShape {
    .either([
      name,
      .mapping(
        [
          .init("error", name, isRequired: true), .init("after", .duration),
          .init("times", .wholeNumber),
        ], isOpen: false),
    ])
  }

  /// The shape of a failure's name; `bad status` may be followed by a number.
  fileprivate static var name: DataShape {
    .either([
      .choice(TransportFailure.allCases.map(\.rawValue) + ["bad status"]),
      .matching("bad status [345][0-9][0-9]", example: "bad status 404"),
    ])
  }
}
