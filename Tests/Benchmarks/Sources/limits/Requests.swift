import Foundation
import Measuring
import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that are answered at once, one after another.
enum Requests: String {
  /// In a scenario, over a session of the app.
  case session
  /// In a scenario, over the fake transport.
  case transport
  /// Without a simulation, over a session whose protocol answers by itself.
  case outside
  /// Without a simulation, over a session, to a server on this machine.
  case loopback

  /// The requests of one scenario.
  private static let atOnce = 200

  /// Sends requests.
  ///
  /// - Parameter address: Where a server answers with ``AnswersAtOnce/text``, for `loopback`.
  func measure(count: Int, to address: String?) async throws -> Measured {
    if self == .outside || self == .loopback {
      let configuration = URLSessionConfiguration.ephemeral
      if self == .outside { configuration.protocolClasses = [AnswersAtOnce.self] }
      let session = URLSession(configuration: configuration)
      return try await Measured {
        for _ in 0..<count {
          try await RequestsModule.send(to: address) { try await session.data(for: $0) }
        }
        return count
      }
    }
    // Sessions keep caches there, and a scenario may only change files of a temporary folder.
    for name in ["CFFIXED_USER_HOME", "HOME"] {
      setenv(name, FileManager.default.temporaryDirectory.path, 1)
    }
    let plan = Plan(
      [
        StorySource(
          file: StoryFile(reading: SourceFile(path: "requests.yaml", text: story)),
          folder: StoryFolder(story: URL(filePath: "/none"), root: URL(filePath: "/none")))
      ],
      vocabularies: [Vocabulary(of: RequestsModule.self)])
    guard let scenario = plan.scenarios.first else { throw Refusal("\(plan.brokenFiles)") }
    return try Measured {
      for _ in 0..<count / Self.atOnce {
        let report = Runner(contents: []).run(scenario)
        guard report.verdict == .passed else { throw Refusal("\(report.failures)") }
      }
      return count / Self.atOnce * Self.atOnce
    }
  }

  private var story: String {
    """
    story: Requests
    module: requests
    scenarios:
      - scenario: Many
        given: { the server answers GET \(RequestsModule.address): { text: \(AnswersAtOnce.text) } }
        when: \(Self.atOnce) requests are sent over the \(rawValue)
    """
  }
}

/// An app that sends requests.
final class RequestsModule: Module {
  static let name = "requests"
  nonisolated static let address = "https://api.example.com/items"

  private let transport: FakeTransport
  private let session = URLSession(configuration: .ephemeral)

  init(_ context: ScenarioContext) { transport = context.transport }

  static var steps: Steps {
    Steps.server
    When("{int} requests are sent over the session") { (module, count: Int) in
      let session = module.session
      for _ in 0..<count { try await send { try await session.data(for: $0) } }
    }
    When("{int} requests are sent over the transport") { (module, count: Int) in
      let transport = module.transport
      for _ in 0..<count { try await send { try await transport.data(for: $0) } }
    }
  }

  /// Sends a request and checks that it was answered.
  nonisolated static func send(
    to address: String? = nil,
    _ send: @Sendable (URLRequest) async throws -> (Data, URLResponse)
  ) async throws {
    let address = address ?? self.address
    guard let url = URL(string: address) else { throw Refusal("\(address) is no address") }
    let (body, _) = try await send(URLRequest(url: url))
    guard body == Data(AnswersAtOnce.text.utf8) else { throw Refusal("another answer") }
  }
}

/// A protocol of a session that answers each request.
final class AnswersAtOnce: URLProtocol {
  static let text = "Some items"

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: ["Content-Length": "\(Self.text.utf8.count)"])
    else { fatalError("a request has an address") }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(Self.text.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
