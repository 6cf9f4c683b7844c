import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// A comparison of an answer in a story with what the server answers now.
struct AnswerComparison {
  /// The differences, with the story's value as the expected one.
  let differences: [Difference]

  /// Compares the status, the body, and the headers that the story has.
  ///
  /// - Parameter range: The range of the answer in the story.
  init(of story: RecordedAnswer, with server: RecordedAnswer, at range: SourceRange) {
    let names = story.response.headerFields.map(\.name).sorted { $0.rawName < $1.rawName }
    let expected = ExpectedValue(exactly: Self.value(of: story, headers: names), at: range)
    let actual = Self.value(of: server, headers: names, as: story)
    // The notes are about tags, which answers don't have.
    differences = expected.differences(from: actual).changed { $0.note = nil }
  }

  /// Whether only the body differs, so that a new fixture removes all differences.
  var isOnlyBody: Bool {
    !differences.contains { [.key("status"), .key("headers")].contains($0.path.components.first) }
  }

  /// Returns an answer as data.
  ///
  /// - Parameters:
  ///   - names: The names of the headers to include.
  ///   - other: The answer it is compared with, if that need not have all details.
  private static func value(
    of answer: RecordedAnswer, headers names: [HTTPField.Name], as other: RecordedAnswer? = nil
  ) -> Value {
    var pairs = [Value.Pair("status", .integer(Int64(answer.response.status.code)))]
    let headers = names.compactMap { name -> Value.Pair? in
      guard var value = answer.response.headerFields[name] else { return nil }
      if name == .contentType, other?.response.headerFields[name]?.contains(";") == false {
        value = String(value.prefix { $0 != ";" })
      }
      return Value.Pair(name.rawName, .text(value))
    }
    if !names.isEmpty { pairs.append(Value.Pair("headers", .mapping(headers))) }
    if let text = answer.text {
      let json = Value(json: text)
      pairs.append(Value.Pair(json == nil ? "text" : "json", json ?? .text(text)))
    } else if !answer.body.isEmpty {
      pairs.append(Value.Pair("base64", .text(answer.body.base64EncodedString())))
    }
    return .mapping(pairs)
  }
}
