import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import TestSupport
import Testing

@Suite("The vocabulary guide")
struct VocabularyGuideTests {
  private static func expected(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected/\(name)")
  }

  @Test func `the Markdown guide shows each step with its shortest use`() throws {
    try expectText(stable(guide().markdown), toBeIn: Self.expected("guide.md"))
  }

  @Test func `a guide in another language has that language's wordings first`() throws {
    let guide = guide(VocabularyData(Vocabulary(of: ClockModule.self)), in: "de")
    try expectText(
      stable(guide.markdown, until: "### überall"), toBeIn: Self.expected("guide-de.md"))
  }

  @Test(arguments: StoryLanguage.all) func `every language has the guide's marks in sentences`(
    language: StoryLanguage
  ) {
    let guide = guide(VocabularyData(Vocabulary(of: ClockModule.self)), in: language.code)
    let introduction = guide.markdown.split(separator: "\n")[1]
    #expect(introduction.count(where: { $0 == "`" }) == 8)
  }

  /// Removes the built-in step definitions that every module has.
  private func stable(_ text: String, until heading: String = "### anywhere") -> String {
    guard let start = text.range(of: "\n" + heading) else { return text }
    return String(text[..<start.lowerBound])
  }

  @Test func `a vocabulary read from JSON gives the same guide and the same schema`() throws {
    for vocabulary in ReaderStories.vocabularies + [Vocabulary(of: ClockModule.self)] {
      let data = VocabularyData(vocabulary)
      let read = try JSONDecoder().decode(VocabularyData.self, from: try JSONEncoder().encode(data))
      #expect(read == data)
      #expect(guide(read).markdown == guide(data).markdown)
      #expect(try EditorSchema(for: [read]).text() == EditorSchema(for: [data]).text())
    }
  }

  @Test func `the data of a vocabulary has the shapes of data and of observed values`() throws {
    let data = VocabularyData(Vocabulary(of: ClockModule.self))
    let steps = data.steps.filter { !$0.isBuiltIn }
    #expect(
      steps.map(\.data) == [
        .given(
          .mapping(
            [
              .init("at", .duration, isRequired: true), .init("tone", .choice(["bell", "horn"])),
              .init("days", .list(.wholeNumber)),
            ], isOpen: false), isRequired: true),
        .none, .none, .expected,
      ])
    #expect(steps.map(\.shown) == [nil, nil, nil, .wholeNumber])
    #expect(steps.map(\.parameters) == [[], ["string", "int"], [], []])
  }

  @Test func `vocabulary data with a broken sentence is refused`() throws {
    let json = String(
      decoding: try JSONEncoder().encode(VocabularyData(Vocabulary(of: ClockModule.self))),
      as: UTF8.self)
    let broken = json.replacing("{string} {int} time", with: "{strings} {int} time")
    #expect(throws: StepExpression.Problem.self) {
      try JSONDecoder().decode(VocabularyData.self, from: Data(broken.utf8))
    }
  }

  private func guide() -> VocabularyGuide {
    guide(VocabularyData(Vocabulary(of: ClockModule.self)))
  }

  private func guide(_ vocabulary: VocabularyData, in code: String = "en") -> VocabularyGuide {
    let text = """
      story: A clock
      module: clock <b>
      background:
        given: { the alarm: { at: 2 h, tone: bell } }
      scenarios:
        - scenario: It ticks
          steps:
            - when: jemand sagt "x" 1 mal
            - within 1 s: { the hand shows: !above 1 }
            - when: someone says "<i>" 1 time
            - then: { the hand shows: [1, 2, 3] }
      """
    let file = StoryFile(reading: SourceFile(path: "Scenarios/clock.yaml", text: text))
    return VocabularyGuide(
      to: [vocabulary], usedIn: [file], language: StoryLanguage.named(code) ?? .english)
  }
}

private final class ClockModule: Module {
  static let name = "clock <b>"

  private enum Tone: String, Decodable, CaseIterable { case bell, horn }

  private struct Alarm: Decodable {
    var at: Duration
    var tone: Tone?
    var days: [Int]?
  }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Given("the alarm", data: Alarm.self, fileID: "Clocks/Clock.swift", line: 1) { _, _ in }
    When(
      "someone says {string} {int} time(s)", translations: ["de": "jemand sagt {string} {int} mal"],
      fileID: "Clocks/Clock.swift", line: 2
    ) { (_, _: String, _: Int) in }
    When("nobody/somebody waits", fileID: "Clocks/Clock.swift", line: 3) { _ in }
    Observe("the hand shows", fileID: "Clocks/Clock.swift", line: 4) { _ in 1 }
  }
}
