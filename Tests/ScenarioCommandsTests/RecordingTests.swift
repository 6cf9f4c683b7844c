import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage
import Testing

@testable import ScenarioCommands
@testable import ScenarioHTTP

@Suite("Recordings")
struct RecordingTests {
  private func exchange(
    _ method: String = "GET", _ url: String = "https://a.example/list",
    sent: [String: String] = [:], body: String? = nil, status: Int = 200, type: String = "",
    answer: String = ""
  ) -> RecordedExchange {
    RecordedExchange(
      request: ReceivedRequest(method: method, url: url, headers: sent, body: body),
      answer: RecordedAnswer(
        response: HTTPResponse(
          status: .init(code: status), headerFields: type.isEmpty ? [:] : [.contentType: type]),
        body: Data(answer.utf8)))
  }

  private func recording(_ exchanges: RecordedExchange...) -> Recording {
    Recording(exchanges: exchanges, unanswered: [], problems: [], hasSimulatedRequests: false)
  }

  // MARK: - JSON

  @Test func `JSON is recorded as it was received, except for its secrets`() throws {
    let start = "{\r\n\t\"b\":[1.10,{},[ ],\"\\u00e9\\\"\\\\\", -1e5 ],\"b\" : null , \"z\":true,"
    func json(_ secret: String, _ number: String) -> String {
      """
      \(start)"\\u0074oken":[{"a":"\(secret)","n":7,"own-key":8},[ \(number) ],"\(secret)"],
      "password"
      : "\(secret)", "e": "\u{301}x", "a":{"api_key":\(number),"d":["",null,true]}}
      """
    }
    let recording = recording(exchange(answer: json("a\\\"b\u{301}", "42")))
    var mask = RecordingMask(recording)
    #expect(mask.masked(recording.exchanges[0]).answer.text == json("•••", "0"))
    #expect(mask.names == ["token", "password", "api_key"])
  }

  @Test(arguments: ["", "7", #""text""#, "{", #"{"a":}"#, "<html>", "{\"a\":1}}"])
  func `a text that is no JSON object or array is no JSON`(text: String) {
    #expect(!exchange(answer: text).answer.isJSON)
  }

  // MARK: - Names

  @Test(arguments: [
    ("GET", "https://a.example/get_info", "application/json", "{}", "get_info.json", true),
    (
      "GET", "https://a.example/users/42?page=2", "application/json", "[]", "users-42-page-2.json",
      true
    ),
    ("POST", "https://a.example/login", "application/problem+json", "{}", "post-login.json", false),
    ("GET", "https://a.example/", "text/html; charset=utf-8", "<p>", "a-example.html", true),
    (
      "GET", "https://a.example/feed.xml", "text/xml; charset=windows-1251", "<r/>", "feed.xml",
      false
    ),
    ("GET", "https://a.example/.well-known/%2e%2e/x", "", "text", "well-known-2e-2e-x.txt", true),
    ("GET", "https://a.example/data", "text/plain", "{\"a\":1}", "data.json", false),
  ])
  func `a fixture is named after the request and the kind of its body`(
    method: String, url: String, type: String, body: String, name: String, implies: Bool
  ) {
    let fixture = FixtureName(exchange(method, url, type: type, answer: body))
    #expect(fixture.text(number: 1) == name)
    #expect(fixture.impliesType == implies)
  }

  // MARK: - Lines

  @Test
  func `the line of an answer has its status, file and headers, without those of the moment`() {
    var answer = exchange(status: 201, type: "application/json", answer: "{}").answer
    answer.response.headerFields.append(
      contentsOf: [.date: "Sun, 22 Nov 2026 20:00:00 GMT", .eTag: "\"a\"", .setCookie: "a=b"]
        as HTTPFields)
    var stub = RecordedStub(line: "GET https://a.example/list?page=2&x=%20")
    stub.answers.append(
      RecordedStub.data(of: answer, fixture: "fixtures/list.json", impliesType: false))
    #expect(
      stub.lines == [
        #"- the server answers GET https://a.example/list?page=2&x=%20: { status: 201, file: fixtures/list.json, headers: { Content-Type: application/json, ETag: "\"a\"" } }"#
      ])
  }

  @Test(arguments: ["a,b", "a;b", "a%23b#c", "'a\"b\"", "a%0Ab", "[a]:", "a:b,#"])
  func `the line of an answer is read with the whole address of its request`(query: String) {
    let line = "GET https://a.example/list?q=\(query)"
    let stub = RecordedStub(line: line, answers: [.mapping([.init("status", .integer(204))])])
    let source = SourceFile(path: "", text: stub.lines.joined(separator: "\n"))
    let sentence = source.documents?.first?.items?.first?.entries?.first
    #expect(sentence?.key.text == "the server answers \(line)")
    #expect(sentence?.value["status"]?.text == "204")
  }

  @Test func `equal answers to the same request are one answer for all of them`() {
    var stub = RecordedStub(line: "GET https://a.example/list")
    for _ in 0..<3 {
      stub.answers.append(
        RecordedStub.data(of: exchange(status: 304).answer, fixture: nil, impliesType: true))
    }
    #expect(stub.lines == ["- the server answers GET https://a.example/list: { status: 304 }"])
  }

  // MARK: - Secrets

  @Test func `secrets of requests and answers are masked wherever they occur in answers`() {
    let recording = recording(
      exchange(
        "POST", "https://a.example/token?client_secret=abc&page=2",
        sent: [
          "Authorization": "Bearer sent-in-a-header",
          "Cookie": "theme=dark; session=sent-in-a-cookie",
        ], body: "password=sent-in-a-form&user=me",
        answer: """
          {"refresh_token":"r","expires_in":3600,"pin_token":1234,"nextPageToken":"",
           "echo":["sent-in-a-header","sent-in-a-cookie","sent-in-a-form","dark"]}
          """))
    var mask = RecordingMask(recording)
    let masked = mask.masked(recording.exchanges[0])
    #expect(masked.request.url == "https://a.example/token")
    #expect(masked.request.headers == [:])
    #expect(masked.request.body == nil)
    #expect(
      masked.answer.text == """
        {"refresh_token":"•••","expires_in":3600,"pin_token":0,"nextPageToken":"",
         "echo":["•••","•••","•••","dark"]}
        """)
    #expect(
      mask.names == [
        "client_secret", "refresh_token", "pin_token", "Authorization", "Cookie", "password",
      ])
  }

  @Test func `secrets in headers and texts of answers are masked`() {
    var first = exchange(
      type: "text/html", answer: "<a href=\"/x?token=0123456789\">0123456789</a>")
    first.answer.response.headerFields[.location] =
      "https://b.example/?code=1&access_token=abc#x"
    var mask = RecordingMask(recording(first))
    let masked = mask.masked(first)
    #expect(masked.answer.text == "<a href=\"/x?token=•••\">•••</a>")
    #expect(
      masked.answer.response.headerFields[.location]
        == "https://b.example/?code=1&access_token=•••#x")
  }

  // MARK: - Comparison

  private func differences(_ story: String, _ server: String) -> [String] {
    let range = SourceRange(start: .start, end: .start)
    return AnswerComparison(
      of: exchange(type: "application/json", answer: story).answer,
      with: exchange(type: "application/json; charset=utf-8", answer: server).answer, at: range
    ).differences.map { "\($0.kind) \($0.path)" }
  }

  @Test(arguments: [
    (#"{"a":1,"b":[1,2]}"#, #"{ "b": [1, 2], "a": 1.0 }"#, []),
    (#"{"a":1}"#, #"{"a":"1"}"#, ["changed json.a"]),
    (#"{"a":{"b":1}}"#, #"{"a":{"b":1,"c":2}}"#, ["unexpected json.a.c"]),
    (#"{"a":[{"b":1}]}"#, #"{"a":[{}]}"#, ["missing json.a[0].b"]),
    (
      #"{"columns":["a"],"rows":[[1]]}"#, #"{"columns":["a"],"rows":[[2]]}"#,
      ["changed json.rows[0][0]"]
    ),
    (#"{"a":1}"#, "Not found", ["missing json", "unexpected text"]),
    ("", "{}", ["unexpected json"]),
  ])
  func `bodies are compared as data, with all keys and kinds`(
    story: String, server: String, expected: [String]
  ) {
    #expect(differences(story, server) == expected)
  }

  @Test func `the status and the headers of the story are compared`() {
    var story = exchange(status: 200, answer: "{}").answer
    story.response.headerFields[.eTag] = "a"
    var server = exchange(status: 304).answer
    server.response.headerFields = [.eTag: "b", .server: "c"]
    let range = SourceRange(start: .start, end: .start)
    let comparison = AnswerComparison(of: story, with: server, at: range)
    #expect(
      comparison.differences.map { "\($0.path): \($0.expected ?? "-")" }
        == ["status: 200", "headers.ETag: a", "json: {}"])
    #expect(!comparison.isOnlyBody)
  }
}
