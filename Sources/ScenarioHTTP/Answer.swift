import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One answer of a ``FakeTransport``.
public struct Answer: Sendable {
  /// What an answer is.
  public enum Outcome: Sendable, CustomStringConvertible {
    /// A response with its body.
    case response(HTTPResponse, Data)

    /// A failure on the way.
    case failure(TransportFailure)

    /// The outcome in a line.
    public var description: String {
      switch self {
      case .response(let response, let body): "\(response.status.code), \(body.count) bytes"
      case .failure(let failure): failure.rawValue
      }
    }
  }

  /// How long the answer takes, in story time; none unless given.
  public var after: Duration?

  /// How many requests it answers; `nil` for any number.
  public var count: Int?

  /// What comes back.
  public var outcome: Outcome

  /// Creates an answer.
  public init(_ outcome: Outcome, after: Duration? = nil, count: Int? = nil) {
    self.outcome = outcome
    self.after = after
    self.count = count
  }
}

/// The ways in which a request can fail on its way, by the names that stories use.
public enum TransportFailure: String, Sendable, CaseIterable {
  /// There is no network.
  case notConnectedToInternet = "not connected to the internet"
  /// The server's name is unknown.
  case cannotFindHost = "cannot find host"
  /// The server does not take the connection.
  case cannotConnectToHost = "cannot connect to host"
  /// No answer came in time.
  case timedOut = "timed out"
  /// The connection broke off.
  case connectionLost = "connection lost"

  /// The code of the `URLError` that the app gets.
  public var code: URLError.Code {
    switch self {
    case .notConnectedToInternet: .notConnectedToInternet
    case .cannotFindHost: .cannotFindHost
    case .cannotConnectToHost: .cannotConnectToHost
    case .timedOut: .timedOut
    case .connectionLost: .networkConnectionLost
    }
  }
}

extension TransportFailure {
  /// Whether a real connection on this machine can be made to fail so.
  ///
  /// The others would have to be made up at the app's door, and that would prove nothing.
  package var canHappenLive: Bool { self == .cannotConnectToHost }

  /// What is wrong with asking for it.
  package var wordsForLive: String { "\"\(rawValue)\" can't be made to happen live" }

  /// What to do about that.
  package static let remedyForLive =
    "Run it without the tag @live; live the server can fail with \"cannot connect to host\" or "
    + "\"bad status\"."
}
