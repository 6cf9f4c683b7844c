import HTTPTypes
import ScenarioKit

/// The lines of a story for the answers to requests with one address.
struct RecordedStub {
  /// The headers that belong to an answer; others, such as `Date`, are different each time.
  private static let headers: Set<String> = [
    "cache-control", "content-disposition", "content-type", "etag", "last-modified", "link",
    "location", "retry-after", "www-authenticate",
  ]

  /// The method and URL, as `GET https://info-example.com/get_info`.
  let line: String

  /// The data of the answers, in order.
  var answers: [Value] = []

  /// The lines to paste below `given:`.
  var lines: [String] {
    let sentence = Notation.text("the server answers \(line)", in: .block)
    guard let first = answers.first, answers.contains(where: { $0 != first }) else {
      return ["- \(sentence): \(answers.first?.flowDescription ?? "{}")"]
    }
    return ["- \(sentence):"] + answers.map { "    - \($0.flowDescription)" }
  }

  /// Returns the data for an answer.
  ///
  /// - Parameters:
  ///   - fixture: The file with the body; `nil` if there is no body.
  ///   - impliesType: Whether the file's name implies the media type.
  static func data(of answer: RecordedAnswer, fixture: String?, impliesType: Bool) -> Value {
    let status = answer.response.status
    let headers = answer.response.headerFields.filter { field in
      let isImplied = field.name == .contentType && (fixture == nil || impliesType)
      return Self.headers.contains(field.name.canonicalName) && !isImplied
    }
    return Value(present: [
      "status": status != .ok || fixture == nil ? .integer(Int64(status.code)) : Value?.none,
      "file": fixture.map { .text($0) },
      "headers": Value.mapping(headers.map { Value.Pair($0.name.rawName, .text($0.value)) })
        .unlessEmpty,
    ])
  }
}
