import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Server answers in stories")
struct TransportStoryTests {
  @Test(arguments: [
    ("{ text: Rain }", "{ state: loaded, status: 200, type: !absent , text: Rain }"),
    ("{ text: Rain, status: 404 }", "{ status: 404, text: Rain }"),
    ("{ status: 204 }", "{ status: 204, text: \"\" }"),
    ("{}", "{ status: 200, text: \"\" }"),
    ("{ text: <a/>, headers: { content-type: text/xml } }", "{ type: text/xml, text: <a/> }"),
    (
      "{ json: { b: [1, 2.50, -3e2, true, null, no, \"1\", 007, ٣], a: größer, c: { d: ~ } } }",
      "{ type: application/json, text: "
        + "'{\"b\":[1,2.50,-3e2,true,null,\"no\",\"1\",\"007\",\"٣\"],\"a\":\"größer\","
        + "\"c\":{\"d\":null}}' }"
    ),
    ("{ json: [] , headers: { Content-Type: text/json } }", "{ type: text/json, text: \"[]\" }"),
    ("{ json: Rain }", "{ text: '\"Rain\"' }"),
    ("{ json: { url: https://a.example/b } }", "{ text: '{\"url\":\"https://a.example/b\"}' }"),
    ("{ json: 12345678901234567890 }", "{ text: '12345678901234567890' }"),
    ("{ json: 1e999 }", "{ text: !matches ^1e999$ }"),
    ("{ json: [\"a\\nb\\\"\", {}] }", "{ text: '[\"a\\nb\\\"\",{}]' }"),
    ("{ file: fixtures/news.txt }", "{ type: !absent , text: \"Sun\\n\" }"),
    ("{ file: ./fixtures/../fixtures/news.txt }", "{ text: \"Sun\\n\" }"),
    ("{ fails: timed out }", "{ state: failed, status: \(URLError.Code.timedOut.rawValue) }"),
    ("{ fails: bad status }", "{ state: loaded, status: 500, text: \"\" }"),
    ("{ fails: bad status 404 }", "{ state: loaded, status: 404 }"),
  ])
  func `the server returns the answer that a story describes`(
    answer: String, shown: String
  ) async throws {
    try await withFolder(["fixtures/news.txt": "Sun\n"]) { folder in
      let outcome = await tell(
        server(answer, shows: shown), to: NewsModule.self, in: folder.stories)
      #expect(outcome.failures() == [])
    }
  }

  @Test func `file contents are cached until the stories are read again`() async throws {
    try await withFolder(["news.txt": "Sun"]) { folder in
      let name = Node(.scalar("news.txt", .plain), range: SourceRange(start: .start, end: .start))
      let stories = folder.stories
      #expect(try stories.contents(of: name) == Data("Sun".utf8))
      try folder.write("Rain", to: "news.txt")
      #expect(try stories.contents(of: name) == Data("Sun".utf8))
      #expect(try folder.stories.contents(of: name) == Data("Rain".utf8))
    }
  }

  @Test(arguments: [
    ("not connected to the internet", URLError.Code.notConnectedToInternet),
    ("cannot find host", .cannotFindHost),
    ("cannot connect to host", .cannotConnectToHost),
    ("timed out", .timedOut),
    ("connection lost", .networkConnectionLost),
  ])
  func `the server fails with the failure that a story names`(
    name: String, code: URLError.Code
  ) async {
    for data in [name, "{ error: \(name), after: 5 s }"] {
      let outcome = await tell(
        scenario: """
          given: { the server fails GET https://news.example/latest: \(data) }
          when: the reader taps load
          then:
            - eventually: { the screen shows: { state: failed, status: \(code.rawValue) } }
          """, to: NewsModule.self)
      #expect(outcome.failures() == [])
    }
  }

  @Test(arguments: [
    ("bad status", "{ state: loaded, status: 500 }"), ("bad status 404", "{ status: 404 }"),
  ])
  func `the bad status failure returns an error status`(name: String, shown: String) async {
    let outcome = await tell(
      scenario: """
        given: { the server fails GET https://news.example/latest: \(name) }
        when: the reader taps load
        then: { the screen shows: \(shown) }
        """, to: NewsModule.self)
    #expect(outcome.failures() == [])
  }

  @Test func `the server returns listed answers in order and as often as stated`() async {
    let outcome = await tell(
      scenario: """
        steps:
          - given:
              the server answers GET https://news.example/latest:
                - { fails: timed out }
                - { text: Rain, times: 2, after: 1 s }
                - { text: Sun }
          - when: the reader taps load
          - then: { the screen shows: { state: failed } }
          - when: the reader taps load
          - within 1 s: { the screen shows: { text: Rain } }
          - when: the reader taps load
          - within 1 s: { the screen shows: { text: Rain } }
          - when: the reader taps load
          - then: { the screen shows: { text: Sun } }
          - when: the reader taps load
        """, to: NewsModule.self)
    #expect(
      outcome.failures() == [
        """
        19:15 +2 s the app sent GET https://news.example/latest, but the server answers only 4 \
        such requests
          Add an answer to its list of answers, or set "times" in the last one.
        """
      ])
  }

  @Test func `a later failure replaces an earlier answer of the server`() async {
    let outcome = await tell(
      scenario: """
        given:
          - the server answers GET https://news.example/latest: { text: Rain }
          - the server fails GET https://news.example/latest: timed out
        when: the reader taps load
        then: { the screen shows: { state: failed } }
        """, to: NewsModule.self)
    #expect(outcome.failures() == [])
    #expect(
      outcome.notes() == [
        "6:9 no request used the answer for GET https://news.example/latest before it was replaced"
      ])
  }

  @Test(arguments: ["the reader taps load", "the reader waits for \"/latest\""])
  func `a request without an answer fails its step`(step: String) async {
    let outcome = await tell(
      scenario: "when: \(step)\nthen: 1 request was sent", to: NewsModule.self)
    #expect(outcome.verdict() == "failed")
    #expect(
      outcome.failures() == [
        """
        5:11 the app sent GET https://news.example/latest, but no answer is defined for it
          Add "given:" before the other steps, and below it: the server answers GET https://news.example/latest: \
        { json: … }
        """
      ])
  }

  @Test func `a check before an answer is due reports when to wait for it`() async {
    let outcome = await tell(
      scenario: """
        given: { the server answers GET https://news.example/latest: { after: 2 s, text: Rain } }
        when: the reader taps load
        then:
          - after 500 ms: { the screen shows: { state: loaded } }
        """, to: NewsModule.self)
    #expect(
      outcome.failures().map { $0.split(separator: "\n").suffix(2) } == [
        [
          "  The answer to GET https://news.example/latest is due at +2 s, after this check.",
          "  To wait for it, write \"within 1.5 s\" before the check.",
        ]
      ])
  }

  @Test func `a check that waited long enough has no hint about answers`() async {
    let outcome = await tell(
      scenario: """
        given: { the server answers GET https://news.example/latest: { after: 2 s, text: Rain } }
        when: the reader taps load
        then:
          - within 2 s: { the screen shows: { state: loaded } }
          - the screen shows: { state: failed }
        """, to: NewsModule.self)
    #expect(outcome.failures().count == 1)
    #expect(!outcome.failures()[0].contains("is due at"))
  }

  @Test func `an unanswered request is reported with the nearest answer`() async {
    let outcome = await tell(
      scenario: """
        given:
          - the server answers GET https://news.example/comments: { text: Rain }
          - the server answers GET https://news.example/latest/: { text: Rain }
          - the server answers POST https://other.example/: { text: Rain }
        when: the reader taps load
        """, to: NewsModule.self)
    #expect(
      outcome.failures() == [
        """
        9:11 the app sent GET https://news.example/latest, but no answer is defined for it
          The most similar request with an answer is: GET https://news.example/latest/
          Add this line below "given:": the server answers GET https://news.example/latest: \
        { json: … }
        """
      ])
  }

  @Test func `a delayed answer arrives although a later request is cancelled`() async {
    let outcome = await tell(
      scenario: """
        given: { the server answers GET https://news.example/latest: { after: 1 s, text: Rain } }
        when: [the reader taps load, the reader taps load and cancel]
        then:
          - eventually: { the screen shows: { state: loaded } }
        """, to: NewsModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.result()?.storyTime == .seconds(1))
  }

  @Test func `unused answers are noted where they are added, and shared ones in the last scenario`()
    async
  {
    let outcome = await tell(
      """
      story: S
      module: news
      background:
        given: { the server answers GET https://news.example/a: { text: a } }
      scenarios:
        - scenario: A
          given: { the server answers GET https://news.example/b: { text: b } }
          when: the reader taps cancel
          scenarios:
            - scenario: B
              given:
                - the server answers GET https://news.example/c: { text: c }
                - the server fails POST https://news.example/d: timed out
                - the server answers GET https://news.example/latest: { text: e }
              when: the reader taps load
            - { scenario: C, when: the reader asks for "/b" }
      """, to: NewsModule.self)
    #expect(outcome.results.map(\.verdict) == [.passed, .passed, .passed])
    #expect(outcome.notes(on: "A") == [])
    #expect(
      outcome.notes(on: "B") == [
        "12:13 no request used the answer for GET https://news.example/c",
        "13:13 no request used the answer for POST https://news.example/d",
      ])
    #expect(
      outcome.notes(on: "C") == ["4:12 no request used the answer for GET https://news.example/a"])
  }
}
