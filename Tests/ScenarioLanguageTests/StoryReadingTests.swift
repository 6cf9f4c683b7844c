import Foundation
import Testing

@testable import ScenarioLanguage

@Suite("Story reading")
struct StoryReadingTests {
  let file = TestStories.read(TestStories.facts)

  /// Reads a story without diagnostics.
  private func story(_ text: String) throws -> Story {
    let file = TestStories.read(text)
    try #require(file.diagnostics == [])
    return try #require(file.stories.first)
  }

  /// Reads a story with lines above its scenario.
  private func story(with lines: String) throws -> Story {
    try story("story: S\nmodule: m\n\(lines)\nscenarios: [{ scenario: One, when: a }]\n")
  }

  @Test func `the example story is read without diagnostics`() {
    #expect(file.diagnostics == [])
    #expect(file.isRunnable)
    #expect(file.stories.count == 1)
  }

  @Test func `the top-level keys of a story are read`() throws {
    let story = try #require(file.stories.first)
    let texts = [story.title.string, story.module.string, story.about, story.locale]
    #expect(
      texts == [
        "Interesting facts", "facts",
        "As a curious reader I want to load a useful fact, so that I learn something new.", "en_US",
      ])
    #expect([story.title.range, story.range].map(\.shown) == ["1:8-1:25", "1:1-46:43"])
    #expect(story.tags.map(\.string) == ["facts"])
    #expect(story.clock == Date(timeIntervalSince1970: 1_632_744_444))
    #expect(story.timeZone == TimeZone(identifier: "UTC"))
    #expect(story.background == [])
  }

  @Test func `nested scenarios are read inside their parents`() throws {
    let first = try #require(file.stories.first?.scenarios.first)
    #expect(first.title.string == "The screen appears")
    #expect(first.scenarios.map(\.title.string) == ["Loading succeeds", "Loading fails"])
    #expect(
      first.scenarios[0].scenarios.map(\.title.string)
        == ["Tapping details opens the details screen"])
    #expect(first.scenarios[0].range.shown == "19:9-37:57")
  }

  @Test(arguments: 1...5)
  func `each row of the examples becomes a scenario`(count: Int) {
    let numbers = Array(1...count)
    let rows = numbers.map { "{ n: \($0) }" }.joined(separator: ", ")
    let file = TestStories.read(
      """
      story: S
      module: m
      scenarios:
        - { scenario: The row <n>, then: it is <n>, examples: [\(rows)] }
      """)
    #expect(file.stories.first?.scenarios.map(\.title.string) == numbers.map { "The row \($0)" })
  }

  @Test func `the steps of a scenario are read in order`() throws {
    let loading = try #require(file.stories.first?.scenarios.first?.scenarios.first)
    #expect(
      loading.steps.map(\.shown) == [
        "prepare given: the server answers GET https://info-example.com/get_info + data",
        "act when: the reader taps \"Load a useful fact\"",
        "check then: the screen shows + data",
        "check then within 1 s: the screen shows + data",
        "check then: the screen was updated 3 times",
      ])
  }

  @Test func `step data is read with its source ranges`() throws {
    let loading = try #require(file.stories.first?.scenarios.first?.scenarios.first)
    let step = loading.steps[3]
    let timing = try #require(step.timing)
    let data = try #require(step.sentences[0].data)
    let text = try #require(data["infoText"])
    let ranges = [step.range, timing.range, step.sentences[0].range, data.range, text.range]
    #expect(
      ranges.map(\.shown) == [
        "27:13-31:40", "27:13-27:23", "28:15-28:31", "29:17-31:40", "30:27-30:42",
      ])
    let texts = [timing.text, text.tag, text.text]
    #expect(texts == ["within 1 s", "!contains", "Quick"])
  }

  @Test func `a file with several stories is read`() {
    let file = TestStories.read(
      """
      ---
      story: A
      module: a
      scenarios: [{ scenario: One, when: a }]
      ---
      story: B
      module: b
      scenarios: [{ scenario: One, when: b }]
      ---
      """)
    #expect(file.diagnostics == [])
    #expect(file.stories.map(\.title.string) == ["A", "B"])
    #expect(file.stories.map(\.range.start.line) == [2, 6])
  }

  @Test(arguments: [
    (
      "  given: the reader has no saved links\n  when: [the app starts]",
      ["prepare given: the reader has no saved links", "act when: the app starts"]
    ),
    (
      "  - when: the app starts\n  - and: the reader waits",
      ["act when: the app starts", "act and: the reader waits"]
    ),
  ])
  func `a background is read from its keys or from a list of steps`(
    background: String, steps: [String]
  ) throws {
    #expect(try story(with: "background:\n\(background)").background.map(\.shown) == steps)
  }

  @Test(arguments: [
    ("tags: smoke", ["smoke"]), ("tags: [smoke, slow]", ["smoke", "slow"]),
    ("tags: ['@smoke', smoke]", ["smoke"]), ("tags: '@smoke'", ["smoke"]),
    ("tags: []", []),
  ])
  func `tags are read without a leading at sign`(line: String, tags: [String]) throws {
    #expect(try story(with: line).tags.map(\.string) == tags)
  }

  @Test(arguments: ["en_US", "en-US", "ru", "zh_CN", "sr_Latn_RS", "pt_BR"])
  func `locales known to Foundation are valid in a story`(locale: String) throws {
    #expect(try story(with: "locale: \(locale)").locale == locale.replacing("-", with: "_"))
  }

  @Test func `a clock without an offset uses the story's time zone`() throws {
    let story = try story(with: "clock: 2021-09-27T14:07:24\ntime zone: Europe/Berlin")
    #expect(story.clock == Date(timeIntervalSince1970: 1_632_744_444))
  }

  @Test func `a story with CR LF and no final line break is read`() throws {
    let lines = TestStories.facts.replacing("\n", with: "\r\n").dropLast()
    let scenarios = try #require(file.stories.first).scenarios
    #expect(try story(String(lines)).scenarios.flatMap(\.shown) == scenarios.flatMap(\.shown))
  }

  @Test func `a story with a byte order mark is read`() throws {
    let story = try story("\u{FEFF}" + TestStories.facts)
    #expect(story.title.range.start == Position(line: 1, column: 8, offset: 10))
    #expect(story.module.range.start.column == 9)
  }
}
