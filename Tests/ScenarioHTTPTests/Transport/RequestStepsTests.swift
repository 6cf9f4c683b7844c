import StoryTestSupport
import Testing

@Suite("Request checks")
struct RequestStepsTests {
  private func sent(_ check: String) -> String {
    scenario(
      "news",
      """
      given:
        - the server answers GET https://news.example/latest: {}
        - the server answers POST https://news.example/comments: { status: 201 }
      when: [the reader taps load, the reader sends "größer"]
      then: \(check)
      """)
  }

  @Test(arguments: [
    "2 requests were sent",
    "{ the requests were: [GET https://news.example/latest, POST https://news.example/comments] }",
    "{ the requests were: !count 2 }",
    "{ request 1 was: { method: GET, url: !contains latest, body: !absent } }",
    "{ request 2 was: { method: POST, body: größer, headers: { Accept: text/plain } } }",
  ])
  func `sent requests can be checked`(check: String) async {
    let outcome = await tell(sent(check), to: NewsModule.self)
    #expect(outcome.failures() == [])
  }

  @Test(arguments: [
    (
      "no requests were sent",
      """
      9:11 2 requests were sent, not 0
        1. GET https://news.example/latest
        2. POST https://news.example/comments
      """
    ),
    (
      "1 request was sent",
      """
      9:11 2 requests were sent, not 1
        1. GET https://news.example/latest
        2. POST https://news.example/comments
      """
    ),
    (
      "{ request 3 was: { method: GET } }",
      """
      9:13 there is no request 3: 2 requests were sent
        1. GET https://news.example/latest
        2. POST https://news.example/comments
      """
    ),
    (
      "{ request 0 was: { method: GET } }",
      """
      9:13 there is no request 0: the first one is request 1
        1. GET https://news.example/latest
        2. POST https://news.example/comments
      """
    ),
    (
      "{ request 2 was: { method: PUT } }",
      """
      9:13 request 2 was: not as expected
        expected  method: PUT   (s:9)
        actual    method: POST
      """
    ),
    (
      "{ the requests were: [GET https://news.example/latest] }",
      """
      9:13 the requests were: not as expected
        expected  nothing   (s:9)
        actual    [1]: POST https://news.example/comments
                  1 element was expected, but there are 2
      """
    ),
  ])
  func `a failed request check lists the sent requests`(check: String, failure: String) async {
    let outcome = await tell(sent(check), to: NewsModule.self)
    #expect(outcome.failures() == [failure])
  }

  @Test func `request checks work when no request was sent`() async {
    let outcome = await tell(
      scenario: "then: [no requests were sent, 1 request was sent]", to: NewsModule.self)
    #expect(outcome.failures() == ["5:35 0 requests were sent, not 1"])
  }
}
