import StoryTestSupport
import Testing

@testable import ScenarioAuthoring

/// Mistakes of apps that repeat requests, wait, or go on by themselves.
@Suite("Exploring what apps do by themselves")
struct ExplorationOfTimersTests {
  private static let news = """
      - scenario: The news come every ten seconds
        given:
          the server answers GET https://desk.example/news: { after: 100 ms, json: [Rain] }
        when: the news are watched
        then:
          - within 25 s: { the desk shows: { news: [Rain] } }
    """
  private static let switches = """
      - scenario: Two switches
        given:
          - the server answers PUT https://desk.example/switches/fan: { after: 300 ms }
          - the server answers PUT https://desk.example/switches/lamp: { after: 300 ms }
          - 1 s passes
        when:
          - the switch "fan" is tapped
          - the switch "lamp" is tapped
        then:
          - within 1 s: { the desk shows: { switches: { fan: true, lamp: true } } }
    """
  private static let timer = """
      - scenario: The timer goes on
        when:
          - the timer starts
          - 2500 ms pass
          - the timer pauses
          - 5 s pass
          - the timer goes on
        then:
          - within 4 s: { the desk shows: { state: done, seconds: 0 } }
    """
  private static let letter = """
      - scenario: A page is sent again
        given:
          the server answers PUT https://desk.example/pages: [{ status: 500 }, { times: 2 }]
        when: a letter is written
        then:
          - eventually: { the desk shows: { letter: sent } }
    """
  private static let bin = """
      - scenario: A pen
        given:
          the server answers DELETE https://desk.example/things/pen: { after: 100 ms }
        when: the "pen" is thrown away
        then:
          - after 6 s: { the desk shows: { things: [cup] } }

      - scenario: A cup
        given:
          the server answers DELETE https://desk.example/things/cup: { after: 100 ms }
        when: the "cup" is thrown away
        then:
          - after 6 s: { the desk shows: { things: [pen] } }
    """
  private func findings(_ scenarios: String, _ module: (some DeskModule).Type) throws -> [Finding] {
    let start = "story: A desk\nmodule: desk\nscenarios:\n"
    let careful = try explore(start + scenarios + "\n", with: CarefulDesk.self).findings
    // A right state that no story shows is found in both.
    #expect(careful.filter { $0.judge != .newState }.map(\.problem) == [])
    return try explore(start + scenarios + "\n", with: module).findings
      .filter { $0.judge != .newState }
  }

  @Test func `a failure after which an app stops asking is found`() throws {
    let finding = try #require(findings(Self.news, StopsAfterFailureDesk.self).first)
    #expect(finding.judge == .stuckState)
    #expect(
      finding.problem
        == "the app never sends GET https://desk.example/news again, but does so without the failure"
    )
  }

  @Test func `a failure that takes back what another act did is found`() throws {
    let finding = try #require(findings(Self.switches, RevertsAllDesk.self).first)
    #expect(finding.judge == .lostAct)
    #expect(
      finding.problem
        == "the desk shows: { switches: { lamp: false } }, as if PUT https://desk.example/switches/lamp had failed too"
    )
  }

  @Test func `a timer that ends sooner because an act comes twice at once is found`() throws {
    let findings = try findings(Self.timer, KeepsTickingDesk.self)
    #expect(findings.map(\.judge) == [.atOnce])
    #expect(findings.first?.problem.contains(" when the act comes later, each ") == true)
  }

  @Test func `failures that are never counted from zero are found`() throws {
    let finding = try #require(findings(Self.letter, CountsAllFailuresDesk.self).first)
    #expect(finding.change == "each PUT https://desk.example/pages fails once")
    #expect(
      finding.problem
        == "the desk shows: { letter: failed }, but { letter: sent } after a single failure")
  }

  @Test func `a request that a second act of the same kind prevents is found`() throws {
    let finding = try #require(findings(Self.bin, ForgetsFirstDesk.self).first)
    #expect(finding.judge == .lostAct)
    #expect(finding.problem.hasSuffix(", but shows the same at the end"))
  }
}
