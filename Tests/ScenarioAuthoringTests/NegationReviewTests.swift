import Foundation
import HTTPTypes
import ScenarioAuthoring
import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

/// A board that shows and asks for several texts.
private final class BoardModule: Module {
  static let name = "board"

  struct Shown: Codable, Sendable {
    var state = "loading"
    var title = "Only 2 left"
    var message = "The fact could not be loaded"
    var items = ["Dune", "Emma: a novel", "Ann’s list", "Show details"]
    var note = "Buy milk\nand eggs"
    var link = "https://news.example/today"
  }

  private let transport: FakeTransport

  init(_ context: ScenarioContext) { transport = context.transport }

  static var steps: Steps {
    Steps.server
    When("the board loads") { module in
      for path in ["/latest", "/latest?of=a,b"] {
        let request = HTTPRequest(
          method: .get, scheme: "https", authority: "news.example", path: path)
        _ = try await module.transport.send(request, body: nil)
      }
    }
    When("the board saves") { module in
      let request = HTTPRequest(
        method: .post, scheme: "https", authority: "news.example", path: "/users",
        headerFields: [.accept: "application/json"])
      let body = #"{"email":"ann@example.com","code":"1234"}"#
      _ = try await module.transport.send(request, body: Data(body.utf8))
    }
    Observe("the board shows") { _ in Shown() }
    Observe("the title is") { _ in Shown().title }
    Observe("the state is") { _ in Shown().state }
    Observe("the message is") { _ in Shown().message }
    Observe("the items are") { _ in Shown().items }
    Observe("the note is") { _ in Shown().note }
    Observe("the link is") { _ in Shown().link }
  }
}

@Suite("Negations of what is never shown")
struct NegationReviewTests {
  /// Returns the hints about a check.
  private func hints(_ check: String) throws -> [String] {
    try diagnostics(check).flatMap(\.hints)
  }

  private func diagnostics(_ check: String) throws -> [Diagnostic] {
    let text = """
      story: S
      module: board
      scenarios:
        - scenario: A
          given:
            - the server answers GET https://news.example/latest: { status: 200 }
            - the server answers POST https://news.example/users: { status: 200 }
          when: [the board loads, the board saves]
          then:
            - \(check)
      """
    let plan = plan(text, for: [Vocabulary(of: BoardModule.self)])
    try #require(plan.errors.isEmpty, "\(plan.errors)")
    let runner = Runner(contents: [.details, .shownValues, .comparedValues])
    let review = NegationReview(of: plan.scenarios.map { runner.run($0) })
    return review.diagnostics(for: plan.scenarios)
  }

  @Test func `a space that is no ordinary one can be seen in the warning`() throws {
    let found = try diagnostics("the title is: !not \"Only\\u00A02 left\"")
    let message = #"the app never shows "Only\u00A02 left", so this always holds"#
    #expect(found.map(\.message) == [message])
  }

  @Test(arguments: [
    // Letters.
    "the title is: !not-contains Onyl", "the title is: !not-contains only",
    "the title is: !not-contains “Only”", "the title is: !not-contains ‘Only’",
    "the title is: !not-contains «Only»", "the title is: !not-contains Only*",
    "the title is: !not \"Only 2 left \"", "the title is: !not \" Only 2 left\"",
    "the title is: !not Only", "the title is: !not Only*", "the title is: !not only 2 left",
    "the title is: !not Only 2 left.", "the title is: !not Only 2  left",
    "the title is: !not-contains \"left \"", "the title is: !not “Only 2 left”",
    // Patterns, letters that look the same, and invisible characters.
    "the title is: !not-matches Onyl", "the title is: !not-matches ^only",
    "the title is: !not-matches '/Only/i'", "the title is: !not-contains '/only/i'",
    "the title is: !not-matches '%Only%'", "the title is: !not-matches \"\\u200FOnly\"",
    "the title is: !not-contains \"\\u200FOnly\"", "the title is: !not-contains Оnly",
    "the link is: !not-contains nеws.example", "the link is: !not https://nеws.example/today",
    "the link is: !not-matches nеws.example",
    "never within 1 s: { the title is: only 2 left }",
    "never within 1 s: { the title is: \"Only 2 left!\" }",
    "never within 1 s: { the title is: !contains Olny }",
    // Patterns of the whole text, several texts in one, and signs between words.
    "the title is: !not-matches ^Only 2 lef$", "the items are: !not-contains /dune/",
    "the items are: !not-contains Dune, Show details", "the title is: !not loading or Only 2 left",
    "the items are: !not-contains Dune|Show details", "the items are: !not-contains Show%20details",
    "the message is: !not The fact could not be loaded...",
    "the message is: !not the-fact-could_not_be-loaded",
    // States and messages.
    "the state is: !not Loading", "the state is: !not laoding", "the state is: !not loadin",
    "the board shows: !not { state: Loading }", "the board shows: { state: !not \"loading \" }",
    "the message is: !not-contains could not be loadet",
    "the message is: !not-contains couldnot", "the message is: !not-contains The Fact",
    "the message is: !not The fact could not be load",
    "the message is: !not \"The fact could\\u00A0not be loaded\"",
    // Lists and texts of several lines.
    "the items are: !not-contains dune", "the items are: !not-contains Emma",
    "the items are: !not-contains \"Dune \"", "the items are: !not-contains Duen",
    "the items are: !not-contains Ann's list", "the items are: !not-contains Show detail",
    "the note is: !not-contains Buy Milk", "the note is: !not \"Buy milk and eggs\"",
    // Addresses.
    "the link is: !not https://new.example/today", "the link is: !not https://news.example/todya",
    "the requests were: !not-contains GET https://news.example/lastest",
    "the requests were: !not-contains GET https://new.example/latest",
    // Parts of requests.
    "the requests were: !not-contains { path: /lates }",
    "request 3 was: { json: { email: !not ann@exampel.com } }",
    #"request 3 was: { body: !not-contains '"code": "1234"' }"#,
    "request 3 was: { headers: { Accept: !not-contains aplication/json } }",
    "never within 1 s: { request 3 was: { headers: { Accept: Application/json } } }",
    "request 1 was: { url: !not-contains exampel }",
    "request 3 was: { headers: { Accept: !not-contains jsom } }",
    // Each is compared with its own part.
    "request 3 was: { json: { email: !not ann@exampel.com }, headers: { Accept: !not text/html } }",
  ]) func `a negation with a mistake in its text has a warning`(check: String) throws {
    #expect(try hints(check).count == 1)
  }

  @Test func `the hint about an address has all of it`() throws {
    #expect(
      try hints("the requests were: !not-contains GET https://news.example/latest?of=a,d") == [
        "Did you mean: GET https://news.example/latest?of=a,b"
      ])
  }

  @Test(arguments: [
    """
    always: { the title is: !not-contains Onyl }
    scenarios:
      - scenario: A
        then: { the state is: loading }
    """,
    """
    scenarios:
      - scenario: A
        timeline:
          step: 1 s
          values: { a: !not-contains Onyl }
          then: { the title is: a-- }
    """,
  ]) func `a negation that always holds, or in a timeline, has a warning, too`(
    scenarios: String
  ) throws {
    let text = "story: S\nmodule: board\n\(scenarios)"
    let plan = plan(text, for: [Vocabulary(of: BoardModule.self)])
    try #require(plan.errors.isEmpty, "\(plan.errors)")
    let runner = Runner(contents: [.details, .shownValues, .comparedValues])
    let review = NegationReview(of: plan.scenarios.map { runner.run($0) })
    #expect(review.diagnostics(for: plan.scenarios).flatMap(\.hints) == ["Did you mean: Only"])
  }

  @Test(arguments: [
    "the title is: !not-contains Error", "the title is: !not Sold out",
    "the title is: !not-contains Only 3 left", "the title is: !not Only 3 left",
    "the title is: !not-matches Sold", "the title is: !not-matches '^\\d only'",
    "the title is: !not-contains '{only}'", "the title is: !not-contains $only",
    "the title is: !not-contains Только", "the title is: !not-matches left$",
    "the items are: !not-contains Dune, Persuasion",
    "the title is: !not \"\"", "the state is: !not failed", "the state is: !not loaded",
    "never within 1 s: { the state is: failed }", "the message is: !not-contains offline",
    "the message is: !not The comments could not be loaded",
    "the items are: !not-contains Persuasion", "the items are: !not-contains \"Emma: a play\"",
    "the items are: !not []", "the items are: !not-contains Hide details",
    "the note is: !not-contains bread", "the note is: !not Buy eggs",
    "the link is: !not https://news.example/yesterday",
    "the link is: !not-contains other.example",
    "the requests were: !not-contains GET https://news.example/oldest",
    "the requests were: !not-contains POST https://news.example/latest",
    "the requests were: !not-contains { path: /oldest }",
    "request 2 was: { json: { email: !not bob@other.example } }",
    "request 2 was: { headers: { Accept: !not-contains text/html } }",
    "request 1 was: { url: !not-contains sport }",
    // The address has this text, but the body is compared.
    "request 2 was: { body: !not-contains User }",
  ]) func `a negation that means what it says has none`(check: String) throws {
    #expect(try hints(check) == [])
  }
}
