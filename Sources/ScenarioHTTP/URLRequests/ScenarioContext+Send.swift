import Foundation
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ScenarioContext {
  /// A closure that sends a request and returns the body and the response.
  public typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

  /// Returns a closure that sends the app's requests to the fake server, or in a live run over the
  /// app's own transport to the server on this machine.
  ///
  /// An app that takes such a closure gets it from its module:
  ///
  ///     FeedReader(send: context.send { try await URLSession.shared.data(for: $0) })
  ///
  /// - Parameter live: The app's own transport, which only live runs use.
  public func send(live send: @escaping Send) -> Send {
    if let live { return { request in try await live.send(request, over: send) } }
    let transport = transport
    return { request in try await transport.data(for: request) }
  }
}
