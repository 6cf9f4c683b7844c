import Foundation
import HTTPTypes
import ReaderApp
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that sends the requests that a story tells it to, and shows the answers.
final class ClientModule: Module {
  static let name = "client"

  /// The headers and the body of a request.
  struct RequestData: Decodable, Sendable {
    var headers: [String: String]?
    var body: String?
  }

  /// An answer as the app received it.
  struct Received: Codable, Sendable {
    var status: Int?
    var location: String?
    var type: String?
    var body: String?
    var bytes: Data?
    var error: String?
  }

  private let client: Client

  init(_ context: ScenarioContext) {
    let (transport, live) = (context.transport, context.live)
    client = context.expectReleased(
      Client { request, body in
        guard let live else { return try await transport.send(request, body: body) }
        return try await LiveTransport().send(
          try await live.redirected(request, body: body), body: body)
      })
  }

  static var steps: Steps {
    Steps.server
    When("the app sends {method} {url}", data: RequestData?.self) {
      (module, data: RequestData?, method: String, url: String) in
      module.client.send(method, url, data)
    }
    When("the app cancels its requests") { module in module.client.cancel() }
    Observe("the answers are") { module in module.client.received }
  }
}

/// The app under test.
@MainActor
private final class Client {
  typealias Send = @Sendable (HTTPRequest, Data?) async throws -> (HTTPResponse, Data)

  private(set) var received: [ClientModule.Received] = []
  private let transport: Send
  private var running: [Task<Void, Never>] = []

  init(_ transport: @escaping Send) { self.transport = transport }

  func send(_ method: String, _ url: String, _ data: ClientModule.RequestData?) {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    var request = HTTPRequest(
      method: HTTPRequest.Method(rawValue: method) ?? .get,
      scheme: String(parts[0].dropLast()), authority: String(parts[2]),
      path: "/" + (parts.count > 3 ? parts[3] : ""))
    for (name, value) in data?.headers ?? [:] {
      if let name = HTTPField.Name(name) { request.headerFields[name] = value }
    }
    let body = data?.body.map { Data($0.utf8) }
    running.append(
      Task { [weak self, transport, request] in
        let received = await Self.received(transport, request, body)
        self?.received.append(received)
      })
  }

  func cancel() { running.forEach { $0.cancel() } }

  private static func received(
    _ transport: Send, _ request: HTTPRequest, _ body: Data?
  ) async -> ClientModule.Received {
    do {
      let (response, body) = try await transport(request, body)
      let text = String(data: body, encoding: .utf8)
      return ClientModule.Received(
        status: response.status.code, location: response.headerFields[.location],
        type: response.headerFields[.contentType], body: text, bytes: text == nil ? body : nil)
    } catch let error as URLError {
      return ClientModule.Received(error: "URLError \(error.code.rawValue)")
    } catch {
      return ClientModule.Received(error: "\(type(of: error))")
    }
  }
}
