import Foundation

/// The transport failures of a request, by the names that stories use.
public enum TransportFailure: String, Codable, Sendable, CaseIterable {
  /// There is no network.
  case notConnectedToInternet = "not connected to the internet"
  /// The server's name is unknown.
  case cannotFindHost = "cannot find host"
  /// The server does not accept the connection.
  case cannotConnectToHost = "cannot connect to host"
  /// No answer came in time.
  case timedOut = "timed out"
  /// The connection was lost.
  case connectionLost = "connection lost"
  /// No answer ever comes; the request ends when the app cancels it.
  case neverAnswers = "never answers"

  /// The code of the `URLError` that the app receives.
  public var code: URLError.Code {
    switch self {
    case .notConnectedToInternet: .notConnectedToInternet
    case .cannotFindHost: .cannotFindHost
    case .cannotConnectToHost: .cannotConnectToHost
    case .timedOut: .timedOut
    case .connectionLost: .networkConnectionLost
    case .neverAnswers: .cancelled
    }
  }

  /// Whether the server may have carried out the request nevertheless.
  package var isLoss: Bool { [.timedOut, .connectionLost, .neverAnswers].contains(self) }
}
