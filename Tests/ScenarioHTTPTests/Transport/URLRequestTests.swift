import Foundation
import HTTPTypes
import ScenarioKit
import Simulation
import Testing

@testable import ScenarioCommands
@testable import ScenarioHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("URLRequest")
struct URLRequestTests {
  /// The answer that an app received: the status or the error, and the body as text.
  private struct Received: Equatable {
    var status: Int?
    var error: URLError.Code?
    var body = ""

    init(_ send: @Sendable () async throws -> (Data, URLResponse)) async throws {
      do {
        let (data, response) = try await send()
        status = (response as? HTTPURLResponse)?.statusCode
        body = String(decoding: data, as: UTF8.self)
      } catch let failure as URLError {
        error = failure.code
      }
    }
  }

  private func post(to address: String) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = "POST"
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    return request
  }

  private let transport = FakeTransport()

  private func answer(_ outcome: Answer.Outcome) {
    transport.answer("POST", "https://news.example/posts?draft=1", with: [Answer(outcome)])
  }

  @Test func `a URLRequest reaches the fake server with its method, address, headers and body`()
    throws
  {
    var response = HTTPResponse(status: .created)
    response.headerFields[.location] = "/posts/7"
    answer(.response(response, Data("saved".utf8)))
    let transport = transport
    var request = try post(to: "https://news.example/posts?draft=1")
    request.httpBody = Data("Hello".utf8)
    let sent = request
    let (data, answer) = try Simulation.run { simulation in
      try simulation.perform { try await transport.data(for: sent) }
    }
    #expect(String(decoding: data, as: UTF8.self) == "saved")
    let http = try #require(answer as? HTTPURLResponse)
    #expect(http.statusCode == 201)
    #expect(http.value(forHTTPHeaderField: "location") == "/posts/7")
    #expect(http.url == request.url)
    let received = try #require(transport.requests.first)
    let parts = [received.line, received.headers["Content-Type"], received.body]
    #expect(parts == ["POST https://news.example/posts?draft=1", "text/plain", "Hello"])
  }

  @Test func `a failure of the story reaches the app as a URLError`() throws {
    answer(.failure(.timedOut))
    let transport = transport
    let request = try post(to: "https://news.example/posts?draft=1")
    let received = try Simulation.run { simulation in
      try simulation.perform { try await Received { try await transport.data(for: request) } }
    }
    #expect(received.error == .timedOut)
  }

  @Test(arguments: ["file:///etc/hosts", "data:text/plain,x", "mailto:a@b.example"])
  func `a request without an HTTP address is refused, as URLSession does`(address: String) throws {
    let transport = transport
    let request = try post(to: address)
    let received = try Simulation.run { simulation in
      try simulation.perform { try await Received { try await transport.data(for: request) } }
    }
    #expect(received.error == .unsupportedURL)
    #expect(transport.requests.isEmpty)
  }

  @Test func `an upload and a stream send their bodies`() throws {
    answer(.response(HTTPResponse(status: .ok), Data()))
    let transport = transport
    let request = try post(to: "https://news.example/posts?draft=1")
    try Simulation.run { simulation in
      try simulation.perform {
        _ = try await transport.upload(for: request, from: Data("uploaded".utf8))
        var streaming = request
        streaming.httpBodyStream = InputStream(data: Data("streamed".utf8))
        _ = try await transport.data(for: streaming)
      }
    }
    #expect(transport.requests.map(\.body) == ["uploaded", "streamed"])
  }

  @Test func `a download saves the body in a file`() throws {
    answer(.response(HTTPResponse(status: .ok), Data("a long text".utf8)))
    let transport = transport
    let request = try post(to: "https://news.example/posts?draft=1")
    let (text, response) = try Simulation.run { simulation in
      try simulation.perform {
        // The next simulation begins without the files of this one.
        let (file, response) = try await transport.download(for: request)
        return (try String(contentsOf: file, encoding: .utf8), response)
      }
    }
    #expect(text == "a long text")
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test func `the app's own transport is used only in a live run, with the redirected request`()
    throws
  {
    answer(.response(HTTPResponse(status: .ok), Data("from the story".utf8)))
    var request = try post(to: "https://news.example/posts?draft=1")
    request.httpBody = Data("Hello".utf8)
    let sent = request
    let transport = transport
    let (fake, redirected) = try Simulation.run { simulation in
      let clock = simulation.clock
      return try simulation.perform {
        let context = ScenarioContext(
          clock: clock, locale: Locale(identifier: "en_US"), timeZone: .gmt,
          doubles: ScenarioDoubles([transport]))
        let echo: ScenarioContext.Send = { request in
          let url = try #require(request.url)
          let response = URLResponse(
            url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
          return (Data(url.absoluteString.utf8), response)
        }
        let fake = try await context.send(live: echo)(sent).0
        context.liveSurroundings =
          LiveScenario(
            folder: URL(filePath: "/tmp"), port: 4711, transport: transport,
            answers: LiveAnswers()
          ).surroundings
        return (fake, try await context.send(live: echo)(sent).0)
      }
    }
    #expect(String(decoding: fake, as: UTF8.self) == "from the story")
    #expect(String(decoding: redirected, as: UTF8.self) == "http://127.0.0.1:4711/posts?draft=1")
    #expect(transport.requests.map(\.body) == ["Hello", "Hello"])
  }

  @Test func `a redirected request keeps its method, headers and body`() throws {
    answer(.response(HTTPResponse(status: .ok), Data()))
    let live = LiveScenario(
      folder: URL(filePath: "/tmp"), port: 4711, transport: transport, answers: LiveAnswers()
    ).surroundings
    let request = try post(to: "https://news.example/posts?draft=1")
    let redirected = try Simulation.run { simulation in
      try simulation.perform {
        var streaming = request
        streaming.httpBodyStream = InputStream(data: Data("streamed".utf8))
        return try await live.redirected(streaming)
      }
    }
    let headers = ["Content-Type", "Scenario-Answer"]
      .map { redirected.value(forHTTPHeaderField: $0) }
    #expect(headers == ["text/plain", "answer-1"])
    #expect(redirected.httpMethod == "POST")
    #expect(redirected.httpBody == Data("streamed".utf8))
  }
}
