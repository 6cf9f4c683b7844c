import Foundation
import HTTPTypes
import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The fake transport as the app's transport.
extension FakeTransport: Transport {}

/// The story clock as the app's date provider.
struct StoryDateProvider: DateProvider {
  let clock: StoryClock

  var now: Date { clock.date }
}

extension ScenarioContext {
  /// The transport of the app: the fake one, or the app's own when the scenario runs live.
  var appTransport: any Transport {
    live.map { RedirectedTransport(live: $0) } ?? transport
  }
}

/// The app's own transport, with requests redirected to a local server.
private struct RedirectedTransport: Transport {
  let live: LiveSurroundings
  private let transport = LiveTransport()

  init(live: LiveSurroundings) { self.live = live }

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    try await live.send(request, body: body) { try await transport.send($0, body: body) }
  }
}
