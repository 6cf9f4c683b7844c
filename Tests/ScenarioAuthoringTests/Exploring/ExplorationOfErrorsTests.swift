import ScenarioKit
import StoryTestSupport
import Testing

@testable import ScenarioAuthoring

/// Errors that are told, and errors that nothing tells.
@Suite("Exploring errors that are not reported")
struct ExplorationOfErrorsTests {
  private static let pages = """
    story: Messages
    module: inbox
    scenarios:
      - scenario: The first page
        given:
          the server answers GET https://inbox.example/messages?page=1: { after: 200 ms, json: [One, Two] }
        when: the reader opens the inbox
        then:
          - eventually: { the inbox shows: { received: [One, Two] } }

        scenarios:
          - scenario: The second page comes below
            given:
              the server answers GET https://inbox.example/messages?page=2: { after: 200 ms, json: [Three] }
            when: the reader scrolls down
            then:
              - eventually: { the inbox shows: { received: [One, Two, Three] } }

    """

  private static let retry = """
      - scenario: A message that is lost is sent with another try
        given:
          the server answers POST https://inbox.example/messages:
            - { after: 200 ms, status: 503 }
            - { after: 200 ms }
        when:
          - the reader writes "Hi"
          - 1 s passes
          - the reader tries again
        then:
          - eventually: { the inbox shows: { sent: [{ text: Hi, delivery: sent }] } }

    """

  private func unreportedErrors(_ module: (some InboxModule).Type) throws -> [Finding] {
    try explore(Self.pages + Self.retry, with: module).findings.filter {
      $0.judge == .unreportedError
    }
  }

  @Test func `a state in a list reports an error, even if another failure has shown it before`()
    throws
  {
    #expect(try unreportedErrors(CarefulInbox.self).map(\.problem) == [])
  }

  @Test func `an error that was shown is unreported if its page is left out for good`() throws {
    let findings = try unreportedErrors(SkipsPagesInbox.self)
    #expect(
      findings.map(\.problem) == [
        "the inbox shows: { received: [Three] }, but { received: [One, Two, Three] } without the error, which is not reported"
      ])
    #expect(
      findings.map(\.change) == [
        "GET https://inbox.example/messages?page=1 is answered with status 500"
      ])
  }

  @Test func `the prose of a list has the states in it`() {
    func list(_ isLost: Bool) -> Value {
      .list([.mapping([.init("text", .text("Page 7")), .init("isLost", .bool(isLost))])])
    }
    #expect(list(true).prose.intersection(list(false).prose) == ["Page 0"])
    #expect(list(true).prose.count == 2)
  }
}
