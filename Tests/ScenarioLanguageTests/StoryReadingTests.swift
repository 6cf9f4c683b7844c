import Foundation
import Testing

@testable import ScenarioLanguage

@Suite("Story reading")
struct StoryReadingTests {
  let file = TestStories.read(TestStories.facts)

  @Test func `the example story is read without diagnostics`() {
    #expect(file.diagnostics == [])
    #expect(file.isRunnable)
    #expect(file.stories.count == 1)
  }

  @Test func `the top-level keys of a story are read`() throws {
    let story = try #require(file.stories.first)
    #expect(story.title.string == "Interesting facts")
    #expect(story.title.range.shown == "1:8-1:25")
    #expect(story.module.string == "facts")
    #expect(
      story.about
        == "As a curious reader I want to load a useful fact, so that I learn something new.")
    #expect(story.tags.map(\.string) == ["facts"])
    #expect(story.clock == Date(timeIntervalSince1970: 1_632_744_444))
    #expect(story.locale == "en_US")
    #expect(story.timeZone == TimeZone(identifier: "UTC"))
    #expect(story.background == [])
    #expect(story.range.shown == "1:1-46:43")
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
    #expect(step.range.shown == "27:13-31:40")
    #expect(step.timing?.text == "within 1 s")
    #expect(step.timing?.range.shown == "27:13-27:23")
    #expect(step.sentences[0].range.shown == "28:15-28:31")
    let data = try #require(step.sentences[0].data)
    #expect(data.range.shown == "29:17-31:40")
    let text = try #require(data["infoText"])
    #expect(text.tag == "!contains")
    #expect(text.text == "Quick")
    #expect(text.range.shown == "30:27-30:42")
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

  @Test func `a background with given and when is read`() {
    let file = TestStories.read(
      """
      story: S
      module: m
      background:
        given: the reader has no saved links
        when: [the app starts]
      scenarios: [{ scenario: One, when: a }]
      """)
    #expect(file.diagnostics == [])
    #expect(
      file.stories.first?.background.map(\.shown)
        == ["prepare given: the reader has no saved links", "act when: the app starts"])
  }

  @Test func `a background with a list of steps is read`() {
    let file = TestStories.read(
      """
      story: S
      module: m
      background:
        - when: the app starts
        - and: the reader waits
      scenarios: [{ scenario: One, when: a }]
      """)
    #expect(file.diagnostics == [])
    #expect(
      file.stories.first?.background.map(\.shown)
        == ["act when: the app starts", "act and: the reader waits"])
  }

  @Test(arguments: [
    ("tags: smoke", ["smoke"]), ("tags: [smoke, slow]", ["smoke", "slow"]),
    ("tags: ['@smoke', smoke]", ["smoke"]), ("tags: '@smoke'", ["smoke"]),
    ("tags: []", []),
  ])
  func `tags are read without a leading at sign`(line: String, tags: [String]) {
    let file = TestStories.read(
      "story: S\nmodule: m\n\(line)\nscenarios: [{ scenario: One, when: a }]")
    #expect(file.diagnostics == [])
    #expect(file.stories.first?.tags.map(\.string) == tags)
  }

  @Test(arguments: ["en_US", "en-US", "ru", "zh_CN", "sr_Latn_RS", "pt_BR"])
  func `locales known to Foundation are valid in a story`(locale: String) {
    let file = TestStories.read(
      "story: S\nmodule: m\nlocale: \(locale)\nscenarios: [{ scenario: One, when: a }]")
    #expect(file.diagnostics == [])
    #expect(file.stories.first?.locale == locale.replacing("-", with: "_"))
  }

  @Test func `a clock without an offset uses the story's time zone`() {
    let file = TestStories.read(
      """
      story: S
      module: m
      clock: 2021-09-27T14:07:24
      time zone: Europe/Berlin
      scenarios: [{ scenario: One, when: a }]
      """)
    #expect(file.diagnostics == [])
    #expect(file.stories.first?.clock == Date(timeIntervalSince1970: 1_632_744_444))
  }

  @Test func `a story with CR LF and no final line break is read`() {
    let lines = TestStories.facts.replacing("\n", with: "\r\n").dropLast()
    let file = TestStories.read(String(lines))
    #expect(file.diagnostics == [])
    #expect(
      file.stories.first?.scenarios.flatMap(\.shown)
        == self.file.stories.first?.scenarios.flatMap(\.shown))
  }

  @Test func `a story with a byte order mark is read`() {
    let file = TestStories.read("\u{FEFF}" + TestStories.facts)
    #expect(file.diagnostics == [])
    #expect(file.stories.first?.title.range.start == Position(line: 1, column: 8, offset: 10))
    #expect(file.stories.first?.module.range.start.column == 9)
  }
}
