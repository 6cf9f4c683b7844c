import Foundation
import HTTPTypes
import ScenarioKit

/// A request that the fake server received.
public struct ReceivedRequest: Sendable, Hashable, Codable {
  /// The method, such as `GET`.
  public var method: String

  /// The complete URL.
  public var url: String

  /// The header fields as sent, by name.
  public var headers: [String: String]

  /// The body as text; `nil` if there was none.
  public var body: String?

  /// The method and URL in one line: `GET https://info-example.com/get_info`.
  public var line: String { "\(method) \(url)" }
}

extension ReceivedRequest {
  /// Creates the record of a request.
  package init(_ request: HTTPRequest, body: Data?) {
    (method, url) = (request.method.rawValue, request.address)
    headers = Dictionary(
      request.headerFields.map { ($0.name.rawName, $0.value) },
      uniquingKeysWith: { "\($0), \($1)" })
    self.body = body.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the request as data of an event, with the address in the story that has its answer.
  func traffic(to stub: String?) -> StoryEvent.Traffic {
    .request(method: method, url: url, stub: stub)
  }
}

extension HTTPRequest {
  /// The complete URL.
  package var address: String { "\(scheme ?? "https")://\(authority ?? "")\(path ?? "/")" }
}
