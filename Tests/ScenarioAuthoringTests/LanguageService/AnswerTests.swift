import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import TestSupport
import Testing

@Suite struct AnswerTests {
  private static let path = "facts.yaml"

  private static let package = PrefixTests.folder.deletingLastPathComponent()

  /// Returns a service in which a text stands in place of a story, and the offset of `‸` in it.
  private static func service(typing text: String) -> (service: LanguageService, offset: Int) {
    let service = LanguageService(
      folder: PrefixTests.folder.appending(path: "facts").path, shownAs: "Scenarios/facts")
    service.vocabularies = ReaderStories.vocabularies.map { VocabularyData($0) }
    let parts = text.components(separatedBy: "‸")
    service.update(path, text: parts.joined(), version: 1)
    return (service, parts[0].utf8.count)
  }

  @Test(arguments: [
    ("sto‸", "story"), ("story: S\nmodule: fa‸", "facts"),
    ("story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    wh‸", "when: "),
    (
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    when: the scr‸",
      "the screen appears"
    ),
    (
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    then: { the screen shows: { st‸",
      "state"
    ),
    (
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n"
        + #"    then: { the screen shows: { infoText: "the \"{\" key", st‸"#, "state"
    ),
    (
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n"
        + "    then: { the screen shows: { infoText: 'It''s {', st‸", "state"
    ),
    (
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    then:\n      - the screen shows:\n"
        + "          state: ‸\n  - scenario: B", "loading"
    ),
    (
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    given:\n"
        + "      the server answers GET https://info-example.com/get_info:\n        file: ‸",
      "fixtures/info.json"
    ),
    ("story: S\nmodule: facts\ntags: [sm‸", "smoke"),
    ("история: S\nмодуль: facts\nсценарии:\n  - сценарий: A\n    ко‸", "когда: "),
    ("история: S\nмодуль: facts\nсценарии:\n  - сценарий: A\n    когда: эк‸", "экран появляется"),
  ])
  func `what fits is completed in half-typed text`(text: String, expected: String) {
    let (service, offset) = Self.service(typing: text)
    let snippets = service.completions(in: Self.path, at: offset).all.map(\.snippet)
    #expect(snippets.contains { $0.hasPrefix(expected) }, "\(snippets)")
  }

  @Test func `the JSON of an answer is offered as other stories have it`() throws {
    let head = """
      story: S
      module: facts
      scenarios:
        - scenario: A
          given:
            the server answers GET https://info-example.com/get_info:
              json: { infoText: Cats purr, identifier: 7 }
        - scenario: B

      """
    let answer =
      "    given:\n      the server answers GET https://info-example.com/get_info:\n        json: ‸"
    let (service, offset) = Self.service(typing: head + answer)
    let json = "{ infoText: Cats purr, identifier: 7 }"
    let sentence = service.sentences(ofScenarioAt: 8, in: Self.path).first {
      $0.fields.contains { $0.name == "json" }
    }
    let field = try #require(sentence?.fields.first { $0.name == "json" })
    #expect(field.words.contains(json))
    let labels = service.completions(in: Self.path, at: offset).all.map(\.label)
    #expect(labels.contains(json), "\(labels)")
  }

  @Test func `a check is not completed where acts belong`() {
    let (service, offset) = Self.service(
      typing: "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    when: ‸")
    let labels = service.completions(in: Self.path, at: offset).all.map(\.label)
    #expect(labels.contains("the screen appears"))
    #expect(!labels.contains { $0.hasPrefix("the screen shows") })
  }

  private static let phrase = """
    story: S
    module: facts
    phrases:
      the reader loads "<label>":
        - when: the reader taps "<label>"
    scenarios:
      - scenario: A
        when: the reader lo‸ads "Load a useful fact"
        then: { the screen shows: { state: initial } }
    """

  @Test func `a phrase is renamed with the values of its uses`() throws {
    let (service, offset) = Self.service(typing: Self.phrase)
    let swift = SwiftLocations(root: Self.package.path)
    let edits = try service.rename(
      in: Self.path, at: offset, to: "somebody loads \"<label>\"", swift: swift)
    #expect(
      edits.map(\.text) == ["somebody loads \"<label>\"", "somebody loads \"Load a useful fact\""])
    #expect(throws: Diagnostic.self) {
      try service.rename(in: Self.path, at: offset, to: "somebody loads", swift: swift)
    }
  }

  @Test(arguments: [
    "    - when:\n          at once:\n            - a\n            - b\n",
    "    - timeline:\n          step: 1 s\n          when: { a: -x }\n",
  ])
  func `a phrase is renamed where its steps are acts at once or a timeline`(steps: String) throws {
    let (service, offset) = Self.service(
      typing: "story: S\nmodule: facts\nphrases:\n  all of it:\n\(steps)scenarios:\n"
        + "  - scenario: A\n    when: all o‸f it\n")
    let edits = try service.rename(
      in: Self.path, at: offset, to: "everything", swift: SwiftLocations(root: Self.package.path))
    #expect(edits.map(\.text) == ["everything", "everything"])
  }

  @Test func `a sentence is renamed in stories and at its Swift literal, and is known at once`()
    throws
  {
    let (service, offset) = Self.service(
      typing:
        "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    when: the reader ta‸ps \"Load\"")
    let edits = try service.rename(
      in: Self.path, at: offset, to: "somebody presses {string}",
      swift: SwiftLocations(root: Self.package.path))
    let texts = Set(edits.map(\.text))
    #expect(texts.contains("somebody presses \"Load\""))
    #expect(texts.contains("\"somebody presses {string}\""))
    service.update(
      Self.path, text: Self.phrase.replacing("taps", with: "presses").replacing("‸", with: ""),
      version: 2)
    let sentences = try #require(service.vocabularies.first { $0.module == "facts" }).sentences
    #expect(try sentences.matches(of: "somebody presses \"Load\"").count == 1)
  }

  @Test func `a syntax error leaves the diagnostics of other blocks`() {
    let (service, _) = Self.service(
      typing: "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    tgas: [a]\n    when: a\n"
        + "    then: b\n  - scenario: B\n    when: { the scr\n  - scenario: C\n    wehn: c")
    let lines = service.diagnostics(of: Self.path, planned: nil).map(\.line)
    #expect(lines == [5, 9, 11])
  }
}
