import Foundation
import ScenarioKit

/// A message in the form that stories compare: its text, or the parts that a mapping names.
enum ShownMessage: Codable {
  case line(String)
  case parts(FakeSocket.Message.Parts)

  init(_ message: FakeSocket.Message, for expected: [ExpectedValue]) {
    let isMapping = !expected.isEmpty && expected.allSatisfy(\.isForMapping)
    self = isMapping ? .parts(message.parts(for: expected)) : .line(message.line)
  }

  /// Reads parts, from which the keys become known.
  init(from decoder: any Decoder) throws { self = .parts(try .init(from: decoder)) }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .line(let line): try line.encode(to: encoder)
    case .parts(let parts): try parts.encode(to: encoder)
    }
  }
}

extension FakeSocket.Message: Sent {
  /// The views of a message that a mapping names.
  struct Parts: Codable {
    var text: String?
    /// The text as data, if it is JSON.
    var json: AnyData?
    /// The bytes.
    var base64: String?
  }

  var line: String { description }

  func hasLine(_ line: String) -> Bool { line == self.line }

  func parts(for expected: [ExpectedValue]) -> Parts {
    let names = Set(expected.flatMap(\.entries).map(\.key))
    var parts = Parts()
    if names.contains("base64") { parts.base64 = data.base64EncodedString() }
    guard case .text(let text) = self else { return parts }
    if names.contains("json") { parts.json = RequestBody.json(text).map(AnyData.init) }
    // A text that is no JSON is shown instead of it.
    if names.contains("text") || parts.json == nil { parts.text = text }
    return parts
  }
}
