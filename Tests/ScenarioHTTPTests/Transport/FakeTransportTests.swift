import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage
import Simulation
import Testing

@testable import ScenarioHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Fake transport")
struct FakeTransportTests {
  private let request = HTTPRequest(
    method: .get, scheme: "https", authority: "news.example", path: "/latest?page=1")
  private let line = "https://news.example/latest?page=1"

  private func answer(_ status: Int, after: Duration? = nil, count: Int? = nil) -> Answer {
    Answer(.response(HTTPResponse(status: .init(code: status)), Data()), after: after, count: count)
  }

  /// Sends requests one after another and returns the status or error of each.
  private func statuses(_ transport: FakeTransport, _ count: Int) throws -> [String] {
    let request = request
    return try Simulation.run { simulation in
      try simulation.perform {
        var statuses: [String] = []
        for _ in 0..<count {
          do {
            statuses.append("\(try await transport.send(request, body: nil).0.status.code)")
          } catch {
            statuses.append("\(error)")
          }
        }
        return statuses
      }
    }
  }

  @Test func `a single answer is returned for every request`() throws {
    let transport = FakeTransport()
    transport.answer("GET", line, with: [answer(200)])
    #expect(try statuses(transport, 3) == ["200", "200", "200"])
  }

  @Test(arguments: [("GET", 200, "text"), ("HEAD", 200, ""), ("GET", 204, ""), ("GET", 304, "")])
  func `an answer that Swift sets has no body where none can be`(
    method: String, status: Int, body: String
  ) throws {
    let transport = FakeTransport()
    transport.answer(
      method, line,
      with: [Answer(.response(HTTPResponse(status: .init(code: status)), Data("text".utf8)))])
    var request = request
    request.method = try #require(HTTPRequest.Method(rawValue: method))
    let received = try Simulation.run { [request] simulation in
      try simulation.perform { try await transport.send(request, body: nil).1 }
    }
    #expect(String(decoding: received, as: UTF8.self) == body)
  }

  @Test(
    arguments: [
      ("POST", "https://news.example/latest?page=1"), ("GET", "https://news.example/latest?page=2"),
      ("GET", "https://news.example/latest?page=10"), ("GET", "https://news.example/latest?"),
      ("GET", "https://news.example/latest?page=1&of=2"),
      ("GET", "http://news.example/latest?page=1"),
    ])
  func `an answer is given only to a request with its method and its complete address`(
    method: String, address: String
  ) throws {
    let transport = FakeTransport()
    transport.answer(method, address, with: [answer(200)])
    #expect(
      try statuses(transport, 1) == ["the app sent GET \(line), but no answer is defined for it"])
    #expect(transport.unusedStubs == ["\(method) \(address)"])
    // The answers of one request do not replace those of another.
    transport.answer("GET", line, with: [answer(204)])
    #expect(try statuses(transport, 1) == ["204"])
    #expect(transport.unusedStubs == ["\(method) \(address)"])
  }

  @Test func `a recorded request that the story does not answer is no event and no failure`() throws
  {
    let transport = FakeTransport()
    let (index, trace) = try Simulation.run { [request] simulation in
      let index = try simulation.perform {
        transport.storyAnswer(to: ReceivedRequest(request, body: nil))?.index
      }
      return (index, simulation.trace.description)
    }
    #expect(index == nil)
    #expect(!trace.contains(line))
    #expect(transport.requests.map(\.line) == ["GET \(line)"])
    #expect(transport.takeUnexpected().map(\.message) == [])
  }

  @Test func `counted answers are returned in order until they are used up`() throws {
    let transport = FakeTransport()
    transport.answer("GET", line, with: [answer(500, count: 1), answer(200, count: 2)])
    #expect(
      try statuses(transport, 5) == [
        "500", "200", "200",
        "the app sent GET \(line), but the server answers only 3 such requests",
        "the app sent GET \(line), but the server answers only 3 such requests",
      ])
  }

  @Test func `an answer without a count is never used up`() throws {
    let transport = FakeTransport()
    transport.answer("GET", line, with: [answer(500, count: .max), answer(200, count: .max)])
    #expect(try statuses(transport, 2) == ["500", "500"])
    transport.answer("GET", line, with: [answer(500, count: 1), answer(404)])
    #expect(try statuses(transport, 4) == ["500", "404", "404", "404"])
  }

  @Test func `a later answer replaces an earlier one for the same request`() throws {
    let transport = FakeTransport()
    transport.answer("GET", line, with: [answer(500)])
    transport.answer("GET", line, with: [answer(200)])
    transport.answer("POST", line, with: [answer(201)])
    #expect(try statuses(transport, 1) == ["200"])
    #expect(transport.unusedStubs == ["POST \(line)"])
  }

  @Test func `a delayed answer arrives after its delay in story time`() throws {
    let transport = FakeTransport()
    transport.answer("GET", line, with: [answer(200, after: .seconds(30))])
    let request = request
    let elapsed = try Simulation.run { simulation in
      try simulation.perform { _ = try await transport.send(request, body: nil) }
      return simulation.elapsed
    }
    #expect(elapsed == .seconds(30))
  }

  @Test(arguments: [nil, Duration.seconds(30)])
  func `a cancelled request throws a cancelled URL error`(delay: Duration?) throws {
    let transport = FakeTransport()
    transport.answer("GET", line, with: [answer(200, after: delay)])
    let request = request
    let trace = try Simulation.run { simulation in
      try simulation.perform {
        let task = Task { try await transport.send(request, body: nil) }
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
      }
      return simulation.trace.description
    }
    #expect(trace.contains("+0 s  request 1: GET \(line)"))
    #expect(trace.contains("+0 s  answer to request 1: cancelled"))
  }

  @Test func `a fake transport records requests, including unanswered ones`() throws {
    let transport = FakeTransport()
    var request = HTTPRequest(method: .put, scheme: nil, authority: "news.example", path: nil)
    request.headerFields.append(HTTPField(name: .accept, value: "text/plain"))
    request.headerFields.append(HTTPField(name: .accept, value: "text/html"))
    let sent = request
    try Simulation.perform {
      await #expect(throws: UnexpectedCall.self) {
        try await transport.send(sent, body: Data("größer".utf8))
      }
    }
    #expect(
      transport.requests == [
        FakeTransport.Request(
          method: "PUT", url: "https://news.example/", headers: ["Accept": "text/plain, text/html"],
          body: "größer")
      ])
    let calls = transport.takeUnexpected()
    #expect(calls.count == transport.requests.count)
    #expect(zip(calls, transport.requests).allSatisfy { $0.content.hasPrefix($1.line) })
    let line = "PUT https://news.example/"
    let german = try #require(StoryLanguage.named("de"))
    #expect(
      calls.map(\.message) == ["the app sent \(line), but no answer is defined for it"])
    #expect(
      calls.map { german.text(of: $0.messages[0]) }
        == ["die App sendet \(line), aber dafür ist keine Antwort festgelegt"])
    #expect(transport.takeUnexpected().isEmpty)
  }

  @Test func `a hint about a request is translated by its parts, whatever its address says`() throws
  {
    let transport = FakeTransport()
    transport.answer("GET", "https://news.example/?q=c", with: [answer(200)])
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "news.example", path: "/?q=a,+not+b")
    try Simulation.perform {
      await #expect(throws: UnexpectedCall.self) {
        try await transport.send(request, body: nil)
      }
    }
    let german = try #require(StoryLanguage.named("de"))
    let call = try #require(transport.takeUnexpected().first)
    #expect(
      call.messages.dropFirst().map { german.text(of: $0) } == [
        "Die ähnlichste Anfrage mit einer Antwort ist: GET https://news.example/?q=c",
        "Die Abfrage ist anders: q ist a, not b, nicht c",
      ])
    let step = try #require(call.missingStep)
    #expect(
      german.text(of: "Add this line below \"given:\": \(step)")
        == "Ergänzen Sie unter „angenommen:“ diese Zeile: der Server beantwortet "
        + "GET https://news.example/?q=a,+not+b: { json: … }")
  }

  @Test func `an answer that is due begins a sentence in the language of the story`() throws {
    let german = try #require(StoryLanguage.named("de"))
    let answer = DueEvent(answerTo: "GET \(line)", at: .seconds(2))
    #expect(answer.name == "the answer to GET \(line)")
    #expect(
      german.text(of: "\(answer.subject) is due at \("+2 s"), after this check.")
        == "Die Antwort auf GET \(line) kommt bei +2 s, nach dieser Prüfung.")
    var other = answer
    other.name = "the notification"
    #expect(other.subject.english == "The notification")
  }

  @Test(
    arguments: zip(
      TransportFailure.allCases,
      [
        URLError.Code.notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .timedOut,
        .networkConnectionLost,
      ]))
  func `each transport failure throws its URL error`(
    failure: TransportFailure, code: URLError.Code
  ) throws {
    let transport = FakeTransport()
    transport.answer("GET", line, with: [Answer(.failure(failure))])
    let request = request
    try Simulation.perform {
      let error = await #expect(throws: URLError.self) {
        try await transport.send(request, body: nil)
      }
      #expect(error?.code == code)
    }
  }
}
