import StoryTestSupport
import Testing

@testable import ScenarioAuthoring

/// Mistakes that show only for a moment, or if two things come together.
@Suite("Exploring acts and failures that come together")
struct ExplorationSequenceTests {
  /// How a scenario begins that continues on the shelf.
  private static let beginning = "\n\n      - scenario: "

  static let story = """
    story: A shelf of books
    module: shelf

    background:
      given:
        - the server answers GET https://shelf.example/name: { after: 100 ms, json: Ada }
        - the server answers GET https://shelf.example/books?page=1: { after: 200 ms, json: [Dune, Emma] }

    scenarios:
      - scenario: A guest sees the shelf for 20 seconds
        when: the reader opens the shelf as a guest
        then:
          - after 19 s: { the shelf shows: { page: list, books: [Dune, Emma] } }
          - after 1 s: { the shelf shows: { page: start } }

      - scenario: A guest closes the shelf
        when:
          - the reader opens the shelf as a guest
          - 1 s pass
          - the reader closes the shelf
        then: { the shelf shows: { page: start } }

      - scenario: A shelf that can't be loaded says so
        given:
          the server answers GET https://shelf.example/books?page=1: { status: 500 }
        when: the reader opens the shelf
        then:
          - eventually: { the shelf shows: { message: Nothing could be loaded, isLoading: false } }

      - scenario: The shelf shows books
        when: the reader opens the shelf
        then:
          - the shelf shows: { isLoading: true }
          - eventually: { the shelf shows: { books: [Dune, Emma], isLoading: false, name: Ada } }

        scenarios:
          - scenario: More books come below
            given:
              the server answers GET https://shelf.example/books?page=2: { after: 200 ms, json: [Ivanhoe] }
            when: the reader asks for more
            then:
              - the shelf shows: { isLoading: true }
              - eventually: { the shelf shows: { books: [Dune, Emma, Ivanhoe], isLoading: false } }

          - scenario: A book is liked
            given:
              the server answers POST https://shelf.example/likes: { after: 100 ms, json: true }
            when: the reader likes "Dune"
            then:
              - eventually: { the shelf shows: { liked: [Dune] } }

          - scenario: A book is removed
            given:
              the server answers DELETE https://shelf.example/books/Dune: { json: true }
            when: the reader removes "Dune"
            then:
              - the shelf shows: { books: [Emma], canUndo: true }
              - after 6 s: { the shelf shows: { books: [Emma], canUndo: false } }

          - scenario: A book that can't be removed is there again
            given:
              the server answers DELETE https://shelf.example/books/Dune: { status: 500 }
            when: the reader removes "Dune"
            then:
              - after 6 s: { the shelf shows: { books: [Dune, Emma], message: The book is still there } }

          - scenario: More books that can't be loaded leave those that are there
            given:
              the server answers GET https://shelf.example/books?page=2: { status: 500 }
            when: the reader asks for more
            then:
              - eventually: { the shelf shows: { books: [Dune, Emma], message: Nothing could be loaded } }

          - scenario: A removal is undone
            when:
              - the reader removes "Dune"
              - 2 s pass
              - the reader undoes it
            then:
              - the shelf shows: { books: [Dune, Emma], canUndo: false }
              - for 10 s: 2 requests were sent

          - scenario: A book is opened
            given:
              the server answers GET https://shelf.example/book/Dune: { after: 100 ms, json: Arrakis }
            when: the reader opens "Dune"
            then:
              - eventually: { the shelf shows: { book: Arrakis } }

          - scenario: Another book is opened
            given:
              the server answers GET https://shelf.example/book/Emma: { after: 100 ms, json: Highbury }
            when: the reader opens "Emma"
            then:
              - eventually: { the shelf shows: { book: Highbury } }

          - scenario: The shelf is closed
            when: the reader closes the shelf
            then: { the shelf shows: { page: start, books: [] } }

    """

  /// Returns the findings for the story with only some of the scenarios that begin on the shelf.
  private func findings(_ module: (some ShelfModule).Type, on titles: String...) throws
    -> [Finding]
  {
    let parts = Self.story.components(separatedBy: Self.beginning)
    let kept = parts.dropFirst().filter { part in titles.contains { part.hasPrefix($0 + "\n") } }
    #expect(kept.count == titles.count)
    return try explore(([parts[0]] + kept).joined(separator: Self.beginning), with: module).findings
  }

  @Test func `an app that is careful has no findings, whatever comes together`() throws {
    let (findings, counts) = try explore(Self.story, with: CarefulShelf.self)
    #expect(findings.map(\.problem) == [])
    #expect(
      Set(counts.kinds.keys).isSuperset(of: [
        "acts again after a failure", "acts at other moments",
      ]))
  }

  @Test func `a failure that the app keeps leads to a stuck state`() throws {
    let finding = try #require(findings(KeepsFailureShelf.self).first)
    #expect(finding.judge == .stuckState)
    #expect(
      finding.change
        == "GET https://shelf.example/books?page=1 is answered with status 500, and then the reader opens the shelf"
    )
    #expect(
      finding.problem
        == "the shelf shows: { books: [], message: Nothing could be loaded }, but { name: Ada, books: [Dune, Emma] } without the failure"
    )
  }

  @Test func `a failure that the app does not report is found by the values of a success`() throws {
    let finding = try #require(findings(LikesAnywayShelf.self, on: "A book is liked").first)
    #expect(finding.judge == .unreportedFailure)
    #expect(
      finding.problem
        == "the shelf shows: { liked: [Dune] }, as if POST https://shelf.example/likes had succeeded, and the app does not report the error"
    )
  }

  @Test func `an act just before a timer is lost`() throws {
    let finding = try #require(
      findings(
        UndoesTooLateShelf.self, on: "A book is removed", "A removal is undone"
      ).first)
    #expect(finding.judge == .lostAct)
    #expect(finding.change == #"the reader undoes it 4.999 s after the reader removes "Dune""#)
  }

  @Test func `a request that an act has just prevented is sent although the act comes`() throws {
    let finding = try #require(
      findings(
        RemovesNeverthelessShelf.self, on: "A book is removed", "A removal is undone"
      ).first)
    #expect(finding.judge == .effectAfterCancellation)
    #expect(
      finding.problem
        == "the app sends DELETE https://shelf.example/books/Dune, but shows the same as when the act prevents it"
    )
  }

  @Test func `an error that is shown for a moment is a flash`() throws {
    let findings = try findings(ShowsCancellationShelf.self, on: "The shelf is closed")
    let finding = try #require(findings.first { $0.judge == .flash })
    #expect(
      finding.problem
        == "the shelf shows: { message: Nothing could be loaded } for a moment, which no story shows unless an answer fails"
    )
  }

  @Test func `acts of different scenarios come at once`() throws {
    #expect(
      try findings(ForgetsSignShelf.self, on: "A book is removed").contains { $0.judge == .atOnce })
  }
}
