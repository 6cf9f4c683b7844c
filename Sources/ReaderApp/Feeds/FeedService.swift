import Foundation
import HTTPTypes
import HTTPTypesFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A service that loads feeds from their sites.
public struct FeedService: Sendable {
  private let transport: any Transport

  /// Creates a service with a transport.
  public init(transport: any Transport) {
    self.transport = transport
  }

  /// Loads the feed at an address, such as `http://images.apple.com/main/rss/hotnews/hotnews.rss`.
  ///
  /// - Throws: `FeedError`, with a case for each kind of failure.
  public func loadFeed(at address: String) async throws(FeedError) -> Feed {
    guard let url = URL(webAddress: address) else { throw .badAddress }
    let request = HTTPRequest(
      method: .get, url: url,
      headerFields: [.accept: "application/rss+xml, application/xml, text/xml"])
    let (response, body) = try await send(request)
    guard response.status.kind == .successful else { throw .badStatus(response.status.code) }
    return try FeedParser().feed(from: body)
  }

  private func send(_ request: HTTPRequest) async throws(FeedError) -> (HTTPResponse, Data) {
    do {
      return try await transport.send(request, body: nil)
    } catch let error as URLError where error.code == .notConnectedToInternet {
      throw .notConnectedToInternet
    } catch let error as URLError where error.code == .cannotFindHost {
      throw .serverNotFound
    } catch {
      throw .noAnswer(error)
    }
  }
}
