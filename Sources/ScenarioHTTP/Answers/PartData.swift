import Foundation
import ScenarioKit
import ScenarioLanguage

/// A part of an answer, or a message that a server sends: a text, or a mapping.
struct PartData: Sendable {
  /// The container of a part, which decides about the kinds of the part.
  enum Container: Sendable {
    /// Under `parts` of an answer.
    case answer(isLast: Bool)
    /// After `the server sends over …`.
    case sentence
  }

  private struct Keys: Decodable, Sendable {
    var after: Duration?
    var text: Node?
    var json: Node?
    var base64: Node?
    var file: Node?
    var event: Node?
    var id: Node?
    var data: Node?
    var retry: Duration?
    var closes: Int?
    var reason: String?
    var fails: Node?
  }

  private let node: Node
  private let keys: Keys

  /// Whether the part is a server-sent event.
  var isEvent: Bool { keys.event != nil || keys.data != nil || keys.id != nil || keys.retry != nil }

  /// Reads a part.
  ///
  /// - Parameter isSocket: Whether it is sent over a WebSocket.
  /// - Throws: ``DataError`` for a part that can't be sent there.
  init(_ node: Node, in container: Container, isSocket: Bool) throws {
    self.node = node
    if let text = node.scalar, !text.isNull, node.ownTag == nil {
      keys = Keys(text: node)
      return
    }
    guard node.entries?.isEmpty == false else {
      throw DataError(
        "a part must be a text or a mapping, but \(node.foundInWords)", at: node.range,
        hints: ["Examples: Hello, { json: { price: 10 } }, { after: 1 s, text: Hello }"])
    }
    keys = try NodeDecoder().decode(Keys.self, from: node)
    try checkNumberOfContents()
    if isSocket { try checkForSocket() } else { try checkForBody() }
    try check(in: container)
  }

  private func checkNumberOfContents() throws(DataError) {
    guard let entries = node.entries else { return }
    let contents = entries.map(\.key).filter {
      ["text", "json", "base64", "file", "data", "closes", "fails"].contains($0.text)
    }
    if contents.count > 1 {
      throw DataError(
        "a part has \"\(contents[0].text ?? "")\" or \"\(contents[1].text ?? "")\", not both",
        at: contents[1].range, hints: ["Write a part for each of them."])
    }
    if contents.isEmpty, !isEvent {
      throw DataError(
        "the part has no content", at: node.range, hints: ["Example: { after: 1 s, text: Hello }"])
    }
    if isEvent, let other = contents.first, other.text != "data" {
      throw DataError(
        "an event has \"data\", not \"\(other.text ?? "")\"", at: other.range,
        hints: ["Example: { event: price, data: { price: 10 } }"])
    }
  }

  private func checkForSocket() throws(DataError) {
    for name in ["event", "id", "data", "retry"] {
      guard let value = node[name] else { continue }
      throw DataError(
        "a WebSocket has messages, not events, so \"\(name)\" can't be sent over it",
        at: value.range, hints: ["Example: { json: { price: 10 } }"])
    }
    if keys.reason != nil, keys.closes == nil, let reason = node["reason"] {
      throw DataError(
        "\"reason\" belongs to \"closes\"", at: reason.range,
        hints: ["Example: { closes: 1001, reason: restart }"])
    }
  }

  private func checkForBody() throws(DataError) {
    guard let value = node["closes"] ?? node["reason"] else { return }
    throw DataError(
      "only a WebSocket is closed with a code; this body ends after its last part",
      at: value.range, hints: ["To break the connection, write: { fails: connection lost }"])
  }

  private func check(in container: Container) throws(DataError) {
    switch container {
    case .answer(isLast: true): break
    case .answer(isLast: false):
      guard let end = node["fails"] ?? node["closes"] else { return }
      throw DataError(
        "nothing can be sent after this part, because it ends the connection", at: end.range,
        hints: ["Move it to the end of the parts."])
    case .sentence:
      if let after = node["after"] {
        throw DataError(
          "\"after\" is only for parts of an answer", at: after.range,
          hints: ["Use a time word, such as: after 1 s: the server sends …"])
      }
      guard let end = node["fails"] ?? node["closes"] else { return }
      throw DataError(
        "this sentence sends something, and does not end the connection", at: end.range,
        hints: ["Use another sentence: the server closes …, or the server drops …"])
    }
  }

  // MARK: - Content

  /// Returns the part with its file read.
  func part(in folder: StoryFolder) throws -> Delivery.Part {
    (keys.after, try action(in: folder))
  }

  private func action(in folder: StoryFolder) throws -> Delivery.Action {
    if let code = keys.closes {
      guard 1000...4999 ~= code else {
        throw DataError(
          "\(code) is not a code of a WebSocket; use a number from 1000 to 4999",
          at: node["closes"]?.range ?? node.range,
          hints: ["1000 is a normal end, 1001 a server that goes away, 4000 to 4999 are the app's."]
        )
      }
      return .end(.closed(FakeSocket.Closed(code: code, reason: keys.reason ?? "")))
    }
    if let fails = keys.fails {
      guard fails.text == TransportFailure.connectionLost.rawValue else {
        throw DataError(
          "a connection that is open can only fail with \"connection lost\"", at: fails.range,
          hints: ["Write: { fails: connection lost }"])
      }
      return .end(.lost)
    }
    return .send(try message(in: folder))
  }

  /// Returns the message with its file read.
  func message(in folder: StoryFolder) throws -> FakeSocket.Message {
    if isEvent { return .text(try event()) }
    if let json = keys.json { return .text(String(decoding: try json.jsonData(), as: UTF8.self)) }
    if let base64 = keys.base64 { return .data(try base64.base64Data()) }
    if let file = keys.file {
      let contents = try folder.contents(of: file)
      return String(data: contents, encoding: .utf8).map { .text($0) } ?? .data(contents)
    }
    return .text(try text(of: keys.text))
  }

  private func text(
    of node: Node?, hint: Message = "For data, write: { json: { price: 10 } }"
  ) throws(DataError) -> String {
    guard let node, let scalar = node.scalar, !scalar.isNull else {
      throw DataError(
        "a text was expected, but \(node?.foundInWords ?? "there is none")",
        at: node?.range ?? self.node.range, hints: [hint])
    }
    return scalar.text
  }

  /// The event in the format of server-sent events (HTML standard, section 9.2.6).
  private func event() throws -> String {
    var lines: [String] = []
    for (name, value) in [("event", keys.event), ("id", keys.id)] {
      guard let value else { continue }
      let text = try text(of: value, hint: "Example: { event: price, data: { price: 10 } }")
      guard !text.contains(where: \.isNewline) else {
        throw DataError("\"\(name)\" of an event is one line", at: value.range)
      }
      lines.append("\(name): \(text)")
    }
    if let retry = keys.retry {
      let (seconds, attoseconds) = retry.components
      lines.append("retry: \(seconds * 1000 + attoseconds / 1_000_000_000_000_000)")
    }
    if let data = keys.data {
      let text = try data.scalar.map(\.text) ?? String(decoding: data.jsonData(), as: UTF8.self)
      // A client ends a line at each of these, and joins the lines with line feeds.
      lines += text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
        .map { "data: \($0)" }
    }
    return lines.joined(separator: "\n") + "\n\n"
  }
}

extension PartData {
  /// The shape of a part under `parts`, or after a sentence.
  static func shape(inAnswer: Bool) -> DataShape {
    var fields: [DataShape.Field] = [
      .init("text", .text), .init("json", .anything), .init("base64", .text), .init("file", .text),
      .init("event", .text), .init("id", .either([.text, .number])), .init("data", .anything),
      .init("retry", .duration),
    ]
    if inAnswer {
      fields += [
        .init("after", .duration), .init("closes", .wholeNumber), .init("reason", .text),
        .init("fails", .choice([TransportFailure.connectionLost.rawValue])),
      ]
    }
    return .either([.text, .number, .mapping(fields)])
  }
}

/// The data after `the server sends over …`: a part, or a list of parts.
package struct SentData: SentenceData, ShapedData {
  package var mayContradict: Bool { false }
  private let nodes: [Node]

  /// The messages, with their files read.
  package private(set) var messages: [FakeSocket.Message] = []

  package init(from decoder: any Decoder) throws {
    let node = try decoder.singleValueContainer().decode(Node.self)
    nodes = node.items.map(Array.init) ?? [node]
    guard !nodes.isEmpty else {
      throw DataError(
        "the list of messages is empty", at: node.range, hints: ["Example: [{ text: Hello }]"])
    }
  }

  package mutating func prepare(in folder: StoryFolder, for sentence: DataSentence) throws {
    let isSocket = RequestPattern(of: sentence).isSocket
    messages = try nodes.map {
      try PartData($0, in: .sentence, isSocket: isSocket).message(in: folder)
    }
  }

  package static var shape: DataShape {
    let part = PartData.shape(inAnswer: false)
    return .either([part, .list(part)])
  }
}
