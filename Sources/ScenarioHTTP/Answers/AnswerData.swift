import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// The data after `the server answers …`: one answer, or a list of successive answers.
package struct AnswerData: AnsweringData {
  private var parts: [Part]
  private let isList: Bool

  /// The requests that the answers are for.
  package private(set) var pattern: RequestPattern?

  /// The range of the data in the story.
  package let range: SourceRange

  /// The answers, with their files read.
  package private(set) var answers: [Answer] = []

  package init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(Node.self))
  }

  init(_ node: Node) throws {
    range = node.range
    if let nodes = node.items {
      guard !nodes.isEmpty else {
        throw DataError(
          "the list of answers is empty", at: node.range, hints: ["Example: [{ status: 200 }]"])
      }
      isList = true
      parts = try nodes.map { try Part($0) }
      try refuseHiddenAnswers()
    } else {
      isList = false
      parts = [try Part(node)]
    }
  }

  package mutating func prepare(in folder: StoryFolder, for sentence: DataSentence) throws {
    let pattern = try RequestPattern(answeredBy: sentence)
    self.pattern = pattern
    // In a list, each answer without `times` is given once; a single answer is given every time,
    // and so are answers that requests choose.
    let count = isList && !isChoice ? 1 : nil
    answers = try parts.map { try $0.answer(in: folder, to: pattern, defaultCount: count) }
  }

  package var served: ServerAnswers? {
    pattern.flatMap { ServerAnswers($0.method, $0.url, parts.map(\.node)) }
  }

  /// The range of an answer in the story.
  package func range(ofAnswer index: Int) -> SourceRange { parts[index].node.range }

  /// The file with the body of an answer, as the story names it; `nil` if it has none.
  package func file(ofAnswer index: Int) -> String? { parts[index].keys.file?.text }

  private var isChoice: Bool { parts.contains { $0.when != nil } }

  /// Throws an error at an answer that no request can get, because an answer before it is for every
  /// request.
  private func refuseHiddenAnswers() throws(DataError) {
    guard isChoice, let first = parts.firstIndex(where: { $0.when == nil && $0.keys.times == nil }),
      first < parts.count - 1
    else { return }
    throw DataError(
      "no request can get this answer, because the one before it is for every request",
      at: parts[first + 1].node.range,
      hints: ["Move the answer without \"when\" to the end of the list, or give it \"times\"."])
  }

  static func check(times: Int?, in node: Node) throws {
    guard let times, times < 1 else { return }
    throw DataError(
      "\"times\" must be at least 1, not \(times)", at: node["times"]?.range ?? node.range,
      hints: ["Omit \"times\" for an answer to every request."])
  }

  /// The keys of an answer.
  struct Keys: Decodable, Sendable {
    var when: Node?
    var after: Duration?
    var times: Int?
    var base64: Node?
    var file: Node?
    var json: Node?
    var text: String?
    var status: Int?
    var headers: [String: String]?
    var fails: Node?
    var parts: Node?
    var staysOpen: Bool?
    var upload: Duration?

    enum CodingKeys: String, CodingKey {
      case when, after, times, base64, file, json, text, status, headers, fails, parts
      case staysOpen = "stays open"
      case upload
    }
  }

  private struct Part: Sendable {
    let node: Node
    let keys: Keys
    /// The condition that a request meets to get the answer.
    let when: ExpectedValue?

    init(_ node: Node) throws {
      self.node = node
      guard let entries = node.entries else { throw Self.noMapping(node) }
      keys = try Self.keys(of: node)
      when = try keys.when.map { node throws(DataError) in try RequestValue.condition(node) }
      let bodies = entries.map(\.key).filter {
        ["file", "json", "text", "base64", "fails", "parts"].contains($0.text)
      }
      if bodies.count > 1 {
        throw DataError(
          "an answer has \"\(bodies[0].text ?? "")\" or \"\(bodies[1].text ?? "")\", not both",
          at: bodies[1].range, hints: ["Remove one of them."])
      }
      if keys.fails != nil, let extra = node["status"] ?? node["headers"] ?? node["stays open"] {
        throw DataError(
          "an answer with \"fails\" can't have a status or headers, or stay open", at: extra.range,
          hints: ["Remove it, or remove \"fails\"."])
      }
      if keys.staysOpen == true, let body = node["file"] ?? node["json"] ?? node["text"] {
        throw DataError(
          "a body that stays open is sent in parts", at: body.range,
          hints: ["Example: { parts: [{ text: Hello }], stays open: true }"])
      }
      try AnswerData.check(times: keys.times, in: node)
      if let status = keys.status, !(100...599).contains(status) {
        throw DataError(
          "\(status) is not an HTTP status; use a number from 100 to 599",
          at: node["status"]?.range ?? node.range, hints: [Self.statusHint])
      }
    }

    private static let statusHint: Message = "Use a status such as 200, 404 or 500."

    private static func keys(of node: Node) throws -> Keys {
      do {
        return try NodeDecoder().decode(Keys.self, from: node)
      } catch var diagnostic {
        if diagnostic.range == node["status"]?.range, node["status"]?.scalar?.isPlain != false {
          diagnostic.advice = [statusHint]
        }
        if diagnostic.range == node["headers"]?.range { diagnostic.advice = [headersHint] }
        let key = node.entries?.first { $0.key.range == diagnostic.range }?.key.text ?? ""
        if let meant = others[key] { diagnostic.advice = didYouMean(anyOf: meant) }
        throw diagnostic
      }
    }

    /// The keys by names that authors know from elsewhere.
    private static let others = ["body": ["json", "text"], "code": ["status"], "delay": ["after"]]

    private static let headersHint: Message = "Example: { Content-Type: text/plain }"

    private static func noMapping(_ node: Node) -> DataError {
      let isFailure = (try? FailureData.outcome(named: node)) != nil
      let text = node.text.map { _ in "{ text: \(node.notation) }" }
      let hints: [Message] = [
        didYouMean(text ?? "{ text: … }", corrections: text.map { [$0] } ?? []),
        "Other examples: { json: { id: 1 } }, { file: fixtures/a.json }, { status: 404 }",
      ]
      return DataError(
        "an answer must be a mapping, but \(node.foundInWords)", at: node.range,
        hints: isFailure ? [didYouMean("{ fails: \(node.notation) }")] : hints)
    }

    func answer(
      in folder: StoryFolder, to pattern: RequestPattern, defaultCount: Int?
    ) throws -> Answer {
      var answer = Answer(
        try outcome(in: folder, to: pattern), after: keys.after, count: keys.times ?? defaultCount)
      answer.when = when
      answer.template = try template(of: answer.outcome, to: pattern)
      if keys.parts != nil || keys.staysOpen != nil || keys.upload != nil || pattern.isSocket {
        try deliver(&answer, in: folder, to: pattern)
      }
      return answer
    }

    /// Sets how the answer reaches the app.
    private func deliver(
      _ answer: inout Answer, in folder: StoryFolder, to pattern: RequestPattern
    ) throws {
      guard case .response(var response, let body) = answer.outcome else { return }
      let nodes = keys.parts?.items.map(Array.init) ?? []
      if let parts = keys.parts, nodes.isEmpty {
        let found = parts.items == nil ? parts.foundInWords : "this list is empty"
        throw DataError(
          "\"parts\" needs a list of parts, but \(found)", at: parts.range,
          hints: ["Example: { parts: [Hello, { after: 1 s, text: World }] }"])
      }
      let isSocket = pattern.isSocket
      if isSocket, let body = node["file"] ?? node["json"] ?? node["text"] ?? node["base64"] {
        throw DataError(
          "a WebSocket has messages instead of a body", at: body.range,
          hints: ["Example: { parts: [{ json: { price: 10 } }] }"])
      }
      let parts = try nodes.enumerated().map { index, node in
        try PartData(node, in: .answer(isLast: index == nodes.count - 1), isSocket: isSocket)
      }
      let hasBody = Answer.hasBody(pattern.method, response.status.code)
      let delivery = Delivery(
        parts: hasBody ? try parts.map { try $0.part(in: folder) } : [],
        staysOpen: hasBody && keys.staysOpen ?? (isSocket && response.status.code == 101),
        upload: keys.upload)
      if !isSocket, parts.contains(where: \.isEvent), response.headerFields[.contentType] == nil {
        response.headerFields[.contentType] = "text/event-stream"
      } else if let length = delivery.length, !parts.contains(where: \.isEvent),
        response.headerFields[.contentLength] == nil
      {
        response.headerFields[.contentLength] = "\(length)"
      }
      answer.outcome = .response(response, body)
      answer.delivery = delivery
    }

    /// Returns the texts that repeat parts of the request, and checks the parts.
    private func template(
      of outcome: Answer.Outcome, to pattern: RequestPattern
    ) throws -> AnswerTemplate? {
      guard case .response(let response, let body) = outcome,
        keys.json != nil || keys.text != nil || keys.headers != nil
      else { return nil }
      let text = keys.json != nil || keys.text != nil ? String(decoding: body, as: UTF8.self) : nil
      let template = AnswerTemplate(
        body: text, isJSON: keys.json != nil, headers: response.headerFields)
      guard let template else { return nil }
      for part in ["json", "text", "headers"].compactMap({ node[$0] }).flatMap(\.withParts) {
        for reference in AnswerTemplate.references(in: part.text ?? "") {
          try reference.check(against: pattern.names, at: part.range)
        }
      }
      return template
    }

    private func outcome(
      in folder: StoryFolder, to pattern: RequestPattern
    ) throws -> Answer.Outcome {
      if let fails = keys.fails { return try FailureData.outcome(named: fails) }
      var headers = keys.headers ?? [:]
      var body = try folder.content(
        file: keys.file, json: keys.json, base64: keys.base64, text: keys.text)
      if keys.json != nil, !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
        headers["Content-Type"] = "application/json"
      }
      let status = keys.status ?? (pattern.isSocket ? 101 : 200)
      // Not an error, since the status can come from a table of examples.
      if !Answer.hasBody(pattern.method, status) { body = Data() }
      var response = HTTPResponse(status: HTTPResponse.Status(code: status))
      for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
        guard let field = HTTPField.Name(name) else {
          throw DataError(
            "\"\(name)\" is not a valid header field name",
            at: node["headers"]?.range ?? node.range,
            hints: ["Use a name without spaces and colons, such as Content-Type."])
        }
        guard !value.trimmingCharacters(in: .newlines).contains(where: \.isNewline) else {
          throw DataError(
            "the header \(name) has a line break, which no header can have",
            at: (node["headers"]?[name] ?? node).range, hints: ["Write its value on one line."])
        }
        response.headerFields[field] = value
      }
      return .response(response, body)
    }
  }
}

extension AnswerData: ShapedData {
  /// One answer, or a list of them.
  package static var shape: DataShape {
    let answer = DataShape.mapping([
      .init("when", RequestValue.conditionShape), .init("after", .duration),
      .init("times", .wholeNumber), .init("file", .text), .init("json", .anything),
      .init("text", .text), .init("base64", .text), .init("status", .wholeNumber),
      .init("headers", .dictionary(.text)), .init("fails", FailureData.name),
      .init("parts", .list(PartData.shape(inAnswer: true))), .init("stays open", .truth),
      .init("upload", .duration),
    ])
    return .either([answer, .list(answer)])
  }
}
