import DisplayText
import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// Hints for keys and names that an answer or a failure doesn't have, but that authors expect there.
enum AnswerKeyAdvice {
  /// Returns the hint for a key in an answer; `nil` if its meaning is unknown.
  static func hint(forAnswer key: String) -> String? {
    if RequestValue.CodingKeys(rawValue: key) != nil, key != "body" {
      return "To answer only some requests, write: { when: { \(key): … }, … }"
    }
    switch key {
    case "body", "content", "data", "response":
      return "Write the body with one of these keys: json, text, base64, file, parts"
    case "code", "statusCode": return didYouMean("status")
    case "delay", "wait": return didYouMean("after")
    case "error", "failure": return didYouMean("fails")
    case "messages", "events", "chunks": return didYouMean("parts")
    default:
      return RequestValue.isHeader(key) ? "Write a header as: { headers: { \(key): … } }" : nil
    }
  }

  /// Returns the failure that another name probably means; `nil` if that is unknown.
  static func failure(meantBy name: String) -> String? {
    if let status = Int(name), 300...599 ~= status { return "bad status \(status)" }
    switch name.lowercased() {
    case "offline", "no internet", "no network", "no connection":
      return TransportFailure.notConnectedToInternet.rawValue
    case "unknown host", "dns": return TransportFailure.cannotFindHost.rawValue
    case "connection refused", "refused": return TransportFailure.cannotConnectToHost.rawValue
    case "never", "hangs": return TransportFailure.neverAnswers.rawValue
    default: return nil
    }
  }

  /// Throws an error at a key of a failure that only answers have.
  static func refuseAnswerKeys(in entries: Node.Entries) throws(DataError) {
    for entry in entries {
      guard let key = entry.key.text else { continue }
      switch key {
      case "fails":
        throw DataError(
          "unknown key \"fails\"", at: entry.key.range,
          hints: [didYouMean("{ error: \(entry.value.notation) }")])
      case "status":
        throw DataError(
          "unknown key \"status\"", at: entry.key.range,
          hints: [didYouMean("{ error: bad status \(entry.value.notation) }")])
      case "when", "headers", "json", "text", "base64", "file":
        throw DataError(
          "a failure has no \"\(key)\"", at: entry.key.range,
          hints: [
            "Write it as an answer: the server answers GET https://…: "
              + (key == "when" ? "{ when: …, fails: timed out }" : "{ status: 500, \(key): … }")
          ])
      default: continue
      }
    }
  }
}
