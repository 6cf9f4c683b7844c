import Foundation
import HTTPTypes
import ReaderApp
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that sends the requests of a story, and shows the answers.
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
  private let transport: FakeTransport

  init(_ context: ScenarioContext) {
    let (transport, live) = (context.transport, context.live)
    self.transport = transport
    client = context.expectReleased(
      Client(connections: transport) { request, body in
        guard let live else { return try await transport.send(request, body: body) }
        return try await live.send(request, body: body) {
          try await LiveTransport().send($0, body: body)
        }
      })
  }

  static var steps: Steps {
    Steps.streamingServer
    When("the app sends {method} {url}", data: RequestData?.self) {
      (module, data: RequestData?, method: String, url: String) in
      module.client.send(method, url, data)
    }
    When("the app uploads {int} byte(s) to {url}") { (module, count: Int, url: String) in
      module.client.upload(count, to: url)
    }
    When("the app reads {url} as it arrives") { (module, url: String) in module.client.read(url) }
    When("the app opens {url}") { (module, url: String) in module.client.open(url) }
    When("the app says {string}") { (module, text: String) in module.client.say(text) }
    When("the app closes its WebSocket") { module in module.client.close() }
    When("the app cancels its requests") { module in module.client.cancel() }
    Given("the app follows no redirects") { module in module.transport.followsRedirects = false }
    Observe("the answers are") { module in module.client.received }
    Observe("the progress was") { module in module.client.progress }
    Observe("the app heard") { module in module.client.heard }
  }
}

/// The app under test.
@MainActor
private final class Client {
  typealias Send = @Sendable (HTTPRequest, Data?) async throws -> (HTTPResponse, Data)

  private(set) var received: [ClientModule.Received] = []
  /// The progress of uploads, such as `250 of 1000`.
  private(set) var progress: [String] = []

  /// The messages that came over connections, and how these ended.
  private(set) var heard: [String] = []

  private let transport: Send
  private let connections: FakeTransport
  private var socket: FakeSocket?
  private var running: [Task<Void, Never>] = []

  init(connections: FakeTransport, _ transport: @escaping Send) {
    self.connections = connections
    self.transport = transport
  }

  private static func request(_ method: String, _ url: String) -> HTTPRequest {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return HTTPRequest(
      method: HTTPRequest.Method(rawValue: method) ?? .get,
      scheme: String(parts[0].dropLast()), authority: String(parts[2]),
      path: "/" + (parts.count > 3 ? parts[3] : ""))
  }

  func send(_ method: String, _ url: String, _ data: ClientModule.RequestData?) {
    var request = Self.request(method, url)
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

  func upload(_ count: Int, to url: String) {
    let request = Self.request("POST", url)
    running.append(
      Task { [weak self, connections] in
        let received = await Self.received(
          { request, body in
            try await connections.send(request, body: body) { sent, expected in
              Task { @MainActor in self?.progress.append("\(sent) of \(expected)") }
            }
          }, request, Data(count: count))
        self?.received.append(received)
      })
  }

  func read(_ url: String) {
    running.append(
      Task { [weak self, connections] in
        do {
          let (response, body) = try await connections.stream(Self.request("GET", url), body: nil)
          self?.heard.append("\(response.status.code)")
          for try await part in body { self?.heard.append(String(decoding: part, as: UTF8.self)) }
          self?.heard.append("the end")
        } catch {
          self?.heard.append(Self.name(of: error))
        }
      })
  }

  func open(_ url: String) {
    running.append(
      Task { [weak self, connections] in
        do {
          let socket = try await connections.connect(Self.request("GET", url))
          self?.socket = socket
          self?.heard.append("open")
          while true {
            let message = try await socket.receive()
            self?.heard.append("\(message)")
          }
        } catch {
          self?.heard.append(Self.name(of: error))
        }
      })
  }

  func say(_ text: String) {
    running.append(
      Task { [weak self, socket] in
        do {
          try await socket?.send(.text(text))
        } catch {
          self?.heard.append(Self.name(of: error))
        }
      })
  }

  func close() { socket?.close() }

  private static func name(of error: any Error) -> String {
    (error as? URLError).map { "URLError \($0.code.rawValue)" } ?? "\(error)"
  }

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
      return ClientModule.Received(error: name(of: error))
    } catch {
      return ClientModule.Received(error: "\(type(of: error))")
    }
  }
}
