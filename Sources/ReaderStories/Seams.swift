import Foundation
import HTTPTypes
import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The runner's server, where the app expects its own.
extension FakeTransport: Transport {}

/// The clock of the scenario, where the app asks for the date.
struct StoryDateProvider: DateProvider {
  let clock: StoryClock

  var now: Date { clock.date }
}

extension ScenarioContext {
  /// What carries the app's requests: the scenario's server, or live the app's own transport.
  var appTransport: any Transport {
    live.map { RedirectedTransport(live: $0) } ?? transport
  }
}

/// The app's own transport, whose requests go to the server on this machine.
private struct RedirectedTransport: Transport {
  let live: LiveSurroundings
  private let transport = LiveTransport()

  init(live: LiveSurroundings) { self.live = live }

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    try await transport.send(try await live.redirected(request, body: body), body: body)
  }
}
