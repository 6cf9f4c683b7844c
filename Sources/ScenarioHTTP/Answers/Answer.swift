import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// One answer of a ``FakeTransport``.
public struct Answer: Sendable {
  /// The result of a request.
  public enum Outcome: Sendable, CustomStringConvertible {
    /// A response with its body.
    case response(HTTPResponse, Data)

    /// A transport failure.
    case failure(TransportFailure)

    /// The outcome in one line.
    public var description: String { "\(traffic)" }

    /// The outcome as data of an event.
    var traffic: StoryEvent.Traffic {
      switch self {
      case .response(let response, let body):
        .response(status: response.status.code, size: body.count)
      case .failure(let failure): .failure(name: failure)
      }
    }
  }

  /// The delay of the answer in story time; none by default.
  public var after: Duration?

  /// The number of requests that the answer is for; `nil` for any number.
  public var count: Int?

  /// The response or the failure.
  public var outcome: Outcome

  /// The address that the answer was defined for; `nil` before a request gets it.
  var stub: String?

  /// The range of the story's data, and the index of the answer in it; `nil` before a request gets
  /// it, and if Swift sets it.
  var origin: (data: SourceRange, index: Int)?

  /// The condition that a request meets to get the answer; `nil` for every request.
  var when: ExpectedValue?

  /// The texts that repeat parts of the request; `nil` if there are none.
  var template: AnswerTemplate?

  /// The delivery of the answer; `nil` for an answer that comes as a whole.
  package var delivery: Delivery?

  /// Creates an answer.
  public init(_ outcome: Outcome, after: Duration? = nil, count: Int? = nil) {
    (self.outcome, self.after, self.count) = (outcome, after, count)
  }
}

extension Answer {
  /// Returns whether an answer can have a body (RFC 9110, section 6.4.1).
  static func hasBody(_ method: String, _ status: Int) -> Bool {
    method != "HEAD" && status != 204 && status != 304
  }
}

extension TransportFailure {
  /// Whether a real connection on this machine can be made to fail in this way.
  ///
  /// The other failures would have to be simulated inside the app, which would prove nothing.
  package var canHappenLive: Bool { self == .cannotConnectToHost || self == .neverAnswers }

  /// The message if a live scenario uses the failure.
  package var wordsForLive: Message { "\"\(rawValue)\" can't occur in a live scenario" }

  /// The hint for that message.
  package static let hintForLive: Message =
    "Remove the tag @live; in live scenarios the server can only fail with \"cannot connect to host\", "
    + "\"never answers\" or \"bad status\"."
}

extension URLError: DescribedError {
  /// The failure as stories name it; Foundation's words are long and rarely help.
  package var words: String {
    let name = TransportFailure.allCases.first { $0.code == code && $0 != .neverAnswers }?.rawValue
    return "URLError: \(name ?? "code \(code.rawValue)")"
  }
}
