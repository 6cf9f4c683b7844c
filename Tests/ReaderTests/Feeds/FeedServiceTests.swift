import Foundation
import HTTPTypes
import ReaderApp
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The feed service")
struct FeedServiceTests {
  @Test(arguments: [
    ("http://news.example", "http://news.example/"),
    ("https://news.example:8080/a%20b?c=d", "https://news.example:8080/a%20b?c=d"),
  ])
  func `the feed service sends a GET request to the feed's address`(address: String, sent: String)
    async throws
  {
    let transport = HeldTransport()
    async let feed = FeedService(transport: transport).loadFeed(at: address)
    let exchange = try await transport.next()
    let request = exchange.request
    #expect(request.method == .get)
    #expect("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")" == sent)
    exchange.answer("<rss><channel/></rss>")
    #expect(try await feed == Feed(items: []))
  }

  @Test(arguments: [
    (URLError.Code.notConnectedToInternet, "You are not connected to the internet"),
    (.cannotFindHost, "There is no server with this name"),
    (.timedOut, "The server does not answer"),
    (.networkConnectionLost, "The server does not answer"),
    (.cancelled, "The server does not answer"),
  ])
  func `the feed service has a message for each transport error`(
    code: URLError.Code, message: String
  ) async {
    let service = FeedService(transport: StubTransport(failing: code))
    let error = await #expect(throws: FeedError.self) {
      try await service.loadFeed(at: "http://news.example")
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (304, "The server has a problem (304)"), (404, "The feed is not there any more"),
    (410, "The feed is not there any more"), (500, "The server has a problem (500)"),
  ])
  func `the feed service rejects any status other than success`(status: Int, message: String) async
  {
    let transport = StubTransport(
      "<rss><channel/></rss>", status: HTTPResponse.Status(code: status))
    let error = await #expect(throws: FeedError.self) {
      try await FeedService(transport: transport).loadFeed(at: "http://news.example")
    }
    #expect(error?.message == message)
  }

  @Test(arguments: ["", "the news", "news.example/rss", "file:///etc/passwd", "http://", "http:"])
  func `the feed service sends no request for an invalid address`(address: String) async {
    let transport = HeldTransport()
    let error = await #expect(throws: FeedError.self) {
      try await FeedService(transport: transport).loadFeed(at: address)
    }
    #expect(error?.message == "This is not the address of a feed")
    #expect(transport.requestCount == 0)
  }
}
