import Foundation
import HTTPTypes
import ReaderApp
import ScenarioHTTP
import ScenarioKit
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

/// A transport that records which requests the app cancels.
final class CancellationSpy: Transport {
  private let transport: any Transport
  private let cancelled = Mutex<[String]>([])

  /// The cancelled requests in the form `GET https://…`, in the order in which they ended.
  var lines: [String] { cancelled.withLock { $0 } }

  /// Creates a spy that sends requests through a transport.
  init(on transport: any Transport) { self.transport = transport }

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    do {
      return try await transport.send(request, body: body)
    } catch let error as URLError where error.code == .cancelled {
      let url = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
      cancelled.withLock { $0.append("\(request.method) \(url)") }
      throw error
    }
  }
}

/// The app's own transport, with requests redirected to a local server.
private struct RedirectedTransport: Transport {
  let live: LiveSurroundings
  private let transport = LiveTransport()

  init(live: LiveSurroundings) { self.live = live }

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    try await transport.send(try await live.redirected(request, body: body), body: body)
  }
}
