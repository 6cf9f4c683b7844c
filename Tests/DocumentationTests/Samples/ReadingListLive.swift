import Foundation
import HTTPTypes
import HTTPTypesFoundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's own transport.
struct LiveTransport: Transport {
  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    guard let request = URLRequest(httpRequest: request) else { throw URLError(.badURL) }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = (response as? HTTPURLResponse)?.httpResponse else {
      throw URLError(.badServerResponse)
    }
    return (response, data)
  }
}

/// The app's own transport, whose requests go to the server on this machine.
struct RedirectedTransport: Transport {
  let live: LiveSurroundings

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    try await live.send(request, body: body) { try await LiveTransport().send($0, body: body) }
  }
}

extension ScenarioContext {
  /// The transport of the app: the fake server, or in a live run the app's own transport.
  var appTransport: any Transport {
    live.map { RedirectedTransport(live: $0) } ?? transport
  }
}
