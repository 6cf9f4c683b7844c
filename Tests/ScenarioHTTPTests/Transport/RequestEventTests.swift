import ScenarioKit
import ScenarioReports
import StoryTestSupport
import Testing

@Suite("Requests as events")
struct RequestEventTests {
  private func events(_ steps: String) async -> [ScenarioReport.Event] {
    let outcome = await tell(scenario: steps, to: ClientModule.self)
    return outcome.result()?.events.filter { $0.request != nil } ?? []
  }

  @Test(arguments: [
    ("https://a.example/x?q=a,b", "https://a.example/x?q=a,b"),
    ("https://a.example/x?q=a;b", "https://a.example/x?q=a;b"),
    ("https://a.example/x?q=a%23b", "https://a.example/x?q=a%23b"),
    ("https://a.example/x?q='a\"b\"", "https://a.example/x?q='a%22b%22"),
    ("https://a.example/x?q=a%0Ab", "https://a.example/x?q=a%0Ab"),
    ("https://a.example/{name}", "https://a.example/a,b,%20which%20has%20no%20answer"),
    ("https://a.example/x", "https://a.example/x?q=" + String(repeating: "x,", count: 2_048)),
  ])
  func `an event has the request and its answer as data`(stub: String, url: String) async {
    let events = await events(
      """
      given:
        the server answers GET \(stub): { text: "Rain, 2" }
      when: the app sends GET \(url)
      then: 1 request was sent
      """)
    #expect(events.map(\.text) == ["GET \(url)", "200, 7 bytes"])
    #expect(
      events.map(\.traffic) == [
        .request(method: "GET", url: url, stub: stub), .response(status: 200, size: 7),
      ])
    #expect(events.compactMap(\.requestLine) == ["GET \(url)"])
  }

  @Test func `an event has a request without an answer as data`() async {
    let events = await events("when: the app sends PUT https://a.example/x,y")
    #expect(events.map(\.text) == ["PUT https://a.example/x,y, which has no answer"])
    #expect(
      events.map(\.traffic) == [.request(method: "PUT", url: "https://a.example/x,y", stub: nil)])
  }

  @Test(arguments: [
    ("{ fails: timed out }", "timed out", StoryEvent.Traffic.failure(name: .timedOut)),
    ("{ after: 1 s, text: Rain }", "cancelled", .cancellation),
  ])
  func `an event has a failure as data`(
    answer: String, text: String, traffic: StoryEvent.Traffic
  ) async {
    let events = await events(
      """
      given:
        the server answers GET https://a.example/x: \(answer)
      when: [the app sends GET https://a.example/x, the app cancels its requests]
      then: 1 request was sent
      """)
    #expect(events.map(\.text) == ["GET https://a.example/x", text])
    #expect(events.last?.traffic == traffic)
  }

  @Test func `a message over a connection is no request`() async {
    let events = await events(
      """
      given: the server accepts wss://a.example/prices
      when: [the app opens wss://a.example/prices, 'the app says "GET a, b"']
      then: 1 request was sent
      """)
    let sent = events.filter { $0.kind == .request }.map(\.text)
    #expect(sent.prefix(2) == ["GET wss://a.example/prices", "GET a, b"])
    #expect(events.compactMap(\.requestLine) == ["GET wss://a.example/prices"])
  }
}
