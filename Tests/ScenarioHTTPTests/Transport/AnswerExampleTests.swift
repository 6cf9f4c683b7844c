import Foundation
import ScenarioKit
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

@Suite("Answers proposed for requests without one")
struct AnswerExampleTests {
  private static let asking = """
    story: News
    module: news
    scenarios:
      - scenario: Loading
        when: the reader taps load
        then: 1 request was sent
    """

  private static func answering(_ data: String) -> String {
    """
    story: Other news
    module: news
    scenarios:
      - scenario: Loading
        scenarios:
          - scenario: Again
            given:
              the server answers GET https://news.example/latest: \(data)
            when: the reader taps load
    """
  }

  /// Returns the hints for the first failure of `a/news.yaml`, in a folder with these files.
  private func hints(_ files: [String: String]) throws -> [String] {
    let root = try TemporaryFolder(
      files.merging(["a/news.yaml": Self.asking], uniquingKeysWith: { $1 }))
    let folder = ScenariosFolder(root.url.path, shownAs: "Scenarios")
    let plan = Plan([folder.read("a/news.yaml")], vocabularies: [Vocabulary(of: NewsModule.self)])
    let result = try Runner().run(#require(plan.scenarios.first))
    return try #require(result.failures.first).details
  }

  private static let line =
    "Add \"given:\" before the other steps, and below it: the server answers GET https://news.example/latest: "

  @Test func `an answer of a story in the same folder is proposed, the shortest first`() throws {
    let hints = try hints([
      "a/long.yaml": Self.answering("{ json: { temperature: 12, wind: strong } }"),
      "a/short.yaml": Self.answering("{ after: 1 s, file: fixtures/rain.json }"),
      "a/fixtures/rain.json": "1",
      "b/other.yaml": Self.answering("{ json: 1 }"),
    ])
    #expect(
      hints == [
        Self.line + "{ file: fixtures/rain.json }", "Scenarios/a/short.yaml:8 has this answer.",
      ])
  }

  @Test func `a file of a story in another folder is proposed with its path from here`() throws {
    let hints = try hints([
      "b/c/other.yaml": Self.answering("{ file: fixtures/rain.json }"),
      "b/c/fixtures/rain.json": "1",
    ])
    #expect(
      hints == [
        Self.line + "{ file: ../b/c/fixtures/rain.json }",
        "Scenarios/b/c/other.yaml:8 has this answer.",
      ])
  }

  @Test func `fixtures beside the story are listed if no story has an answer`() throws {
    let hints = try hints(["a/fixtures/rain.json": "1", "a/fixtures/sun.json": "2"])
    #expect(
      hints == [
        Self.line + "{ file: … }",
        "Fixtures beside this story: fixtures/rain.json, fixtures/sun.json",
      ])
  }

  @Test(arguments: [
    // Files that stories can't name, an answer without data, and a story with errors.
    ("{ file: ../../etc/passwd }", ""), ("{ file: /etc/passwd }", ""),
    ("{ file: fixtures/none.json }", ""), ("{ status: 404 }", ""),
    ("{ json: 1 }", "\n  - scenario: Later\n    wen: the reader taps load"),
  ])
  func `an answer that can't be used again is no example`(answer: String, end: String) throws {
    let files = ["a/b.yaml": Self.answering(answer) + end]
    #expect(try hints(files) == [Self.line + "{ json: … }"])
  }
}
