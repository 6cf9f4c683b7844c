import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

protocol HTTPClient: Sendable {
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
}

extension FakeTransport: HTTPClient {}

/// A part of an app that takes a closure.
final class FeedReader {
  let send: ScenarioContext.Send

  init(send: @escaping ScenarioContext.Send) { self.send = send }
}

final class FeedReaderModule {
  let reader: FeedReader

  @MainActor init(_ context: ScenarioContext) {
    reader = FeedReader(send: context.send { try await URLSession.shared.data(for: $0) })
  }
}
