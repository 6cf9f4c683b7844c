import Foundation
import HTTPTypes
import ReaderApp
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The live transport", .timeLimit(.minutes(10)))
struct LiveTransportTests {
  private let transport = LiveTransport(session: URLSession(configuration: .ephemeral))

  @Test func `the live transport returns status, header fields and body`() async throws {
    let server = try LoopbackServer(
      .response(
        head: [
          "HTTP/1.1 200 OK", "Content-Type: text/plain; charset=utf-8", "X-Mood: cheerful",
          "Content-Length: 17", "Connection: close",
        ], body: "Привет 👋"))
    let (response, body) = try await transport.send(get(server.authority, "/a%20b?c=d"), body: nil)
    #expect(response.status == .ok)
    #expect(response.headerFields[.contentType] == "text/plain; charset=utf-8")
    #expect(try response.headerFields[#require(HTTPField.Name("X-Mood"))] == "cheerful")
    #expect(String(decoding: body, as: UTF8.self) == "Привет 👋")

    let request = try await server.request().lowercased()
    #expect(request.hasPrefix("get /a%20b?c=d http/1.1\r\n"))
    for header in ["host: \(server.authority)", "accept: text/plain"] {
      #expect(request.contains("\r\n\(header)\r\n"))
    }
  }

  @Test(arguments: ["404 Not Found", "500 Internal Server Error", "204 No Content"])
  func `the live transport returns a response with any status`(status: String) async throws {
    let server = try LoopbackServer(
      .response(head: ["HTTP/1.1 \(status)", "Content-Length: 0", "Connection: close"], body: ""))
    let (response, body) = try await transport.send(get(server.authority), body: nil)
    #expect("\(response.status.code)" == status.prefix(3))
    #expect(body.isEmpty)
  }

  @Test func `the live transport sends a request body`() async throws {
    let server = try LoopbackServer(
      .response(
        head: ["HTTP/1.1 201 Created", "Content-Length: 0", "Connection: close"], body: ""))
    let post = HTTPRequest(
      method: .post, scheme: "http", authority: server.authority, path: "/facts",
      headerFields: [.contentType: "application/json"])
    let (response, _) = try await transport.send(post, body: Data(#"{"text":"Пчёлы"}"#.utf8))
    #expect(response.status == .created)

    let request = try await server.request()
    #expect(request.hasPrefix("POST /facts HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("\r\ncontent-type: application/json\r\n"))
    #expect(request.hasSuffix("\r\n\r\n" + #"{"text":"Пчёлы"}"#))
  }

  @Test func `the live transport throws the session's error for a refused connection`() async throws
  {
    let error = try await LoopbackServer.withRefusingAuthority { authority in
      await #expect(throws: URLError.self) {
        try await transport.send(get(authority), body: nil)
      }
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test func `cancelling the task closes the live transport's connection`() async throws {
    let server = try LoopbackServer(.silence)
    let sending = Task { try await transport.send(get(server.authority), body: nil) }
    _ = try await server.request()
    sending.cancel()
    let error = await #expect(throws: URLError.self) { try await sending.value }
    #expect(error?.code == .cancelled)
    #expect(await server.clientHungUp())
  }

  @Test func `the live transport rejects a request without an address`() async throws {
    let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
    let error = await #expect(throws: URLError.self) {
      try await transport.send(request, body: nil)
    }
    #expect(error?.code == .badURL)
  }

  private func get(_ authority: String, _ path: String = "/") -> HTTPRequest {
    HTTPRequest(
      method: .get, scheme: "http", authority: authority, path: path,
      headerFields: [.accept: "text/plain"])
  }
}
