import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// The data after `the server fails …`: the failure's name, or a mapping with its name and delay.
package struct FailureData: AnsweringData {
  private let node: Node

  /// The requests that fail.
  package private(set) var pattern: RequestPattern?

  package let answers: [Answer]

  /// The range of the data in the story.
  package var range: SourceRange { node.range }

  package init(from decoder: any Decoder) throws {
    node = try decoder.singleValueContainer().decode(Node.self)
    if let entries = node.entries {
      guard !entries.compactMap(\.key.text).allSatisfy(["after", "times"].contains) else {
        throw DataError(
          "the failure has no name", at: node.range,
          hints: ["Example: { error: timed out, after: 1 s }"])
      }
      let keys = try NodeDecoder().decode(Keys.self, from: node)
      try AnswerData.check(times: keys.times, in: node)
      let outcome = try Self.outcome(named: keys.error)
      answers = [Answer(outcome, after: keys.after, count: keys.times)]
    } else {
      answers = [Answer(try Self.outcome(named: node))]
    }
  }

  package mutating func prepare(in folder: StoryFolder, for sentence: DataSentence) throws {
    pattern = try RequestPattern(answeredBy: sentence)
  }

  package var served: ServerAnswers? {
    pattern.flatMap { ServerAnswers($0.method, $0.url, [node]) }
  }

  private struct Keys: Decodable {
    var error: Node
    var after: Duration?
    var times: Int?
  }

  package func range(ofAnswer index: Int) -> SourceRange { range }

  /// Returns the outcome for a failure's name.
  ///
  /// `bad status` is a response of the server, with status 500 unless the name ends with another
  /// status.
  static func outcome(named node: Node) throws -> Answer.Outcome {
    guard node.items == nil else {
      throw DataError(
        "a failure must be a name or a mapping, but \(node.foundInWords)", at: node.range,
        hints: [
          "For several in turn, write: the server answers GET https://…: [{ fails: timed out }, …]"
        ])
    }
    let name = node.text ?? ""
    if let failure = TransportFailure(rawValue: name) { return .failure(failure) }
    if name == "bad status" { return .response(HTTPResponse(status: 500), Data()) }
    if name.hasPrefix("bad status "), let code = Int(name.dropFirst(11)), (300...599).contains(code)
    {
      return .response(HTTPResponse(status: HTTPResponse.Status(code: code)), Data())
    }
    let known = TransportFailure.allCases.map(\.rawValue) + ["bad status", "bad status 404"]
    throw DataError(
      "unknown failure \"\(name)\"", at: node.range,
      hints: DataError.hints(for: name, among: known, called: "failures"))
  }
}

extension FailureData: ShapedData {
  /// The failure's name, or a mapping with it.
  package static var shape: DataShape {
    .either([
      name,
      .mapping([
        .init("error", name, isRequired: true), .init("after", .duration),
        .init("times", .wholeNumber),
      ]),
    ])
  }

  /// The shape of a failure's name; `bad status` may be followed by a number.
  static var name: DataShape {
    .either([
      .choice(TransportFailure.allCases.map(\.rawValue) + ["bad status"]),
      .matching("bad status [345][0-9][0-9]", example: "bad status 404"),
    ])
  }
}
