import Testing

@testable import ScenarioLanguage

@Suite("A story behind a mistake in its YAML")
struct MendingTests {
  @Test func `is read nevertheless, with its places as they are in the file`() throws {
    let file = TestStories.read(
      """
      story: S
      module: m
      scenarios:
        - scenario: "One
          when: the reader: taps
      \t\tthen:
      \t\t\t- the screen shows: { state: info }
        - scenario: Two
          when: the reader tap
      """)
    #expect(
      file.mistakes.map { "\($0.place.range.shown) \($0.message)" } == [
        "4:15-4:19 this quote is not closed",
        "5:21-5:22 what stands behind \"when:\" has another \": \" in it",
        "6:1-6:3 a tab stands in the indentation",
      ])
    #expect(!file.isRunnable)
    let scenarios = try #require(file.stories.first).scenarios
    #expect(
      scenarios.map { $0.steps.map(\.shown) } == [
        ["check then: the screen shows + data"], ["act when: the reader tap"],
      ])
    let check = scenarios[0].steps[0]
    #expect(check.range.shown == "7:6-7:39")
    #expect(check.sentences[0].data?.range.shown == "7:24-7:39")
    #expect(file.source.bytes[check.range.start.offset] == .ascii("t"))
    #expect(scenarios[1].steps[0].range.shown == "9:11-9:25")
  }

  @Test func `has a mistake in each of many lines`() {
    let lines = (1...15).map { "  - scenario: S\($0)\n    when: a: b\n    wen: c" }
    let file = TestStories.read("story: S\nmodule: m\nscenarios:\n\(lines.joined(separator: "\n"))")
    #expect(file.mistakes.count == 30)
    #expect(file.stories.first?.scenarios.count == 15)
  }

  @Test func `ends where there is too much to mend, and keeps what stands above`() {
    let lines = (1...60).map { "  - scenario: S\($0)\n    when: a: b" }
    let text = "story: S\nmodule: m\nscenarios:\n\(lines.joined(separator: "\n"))\n---\nstory: T\n"
    let file = TestStories.read(text)
    #expect(
      file.mistakes.filter { $0.message.hasPrefix("what stands behind") }.count
        == Limits.readings)
    #expect(file.stories.map(\.title.string) == ["S", "T"])
    #expect(file.mistakes.last?.message == "this story has no scenarios")
  }

  @Test func `is read again only so often where it is huge`() {
    let text = String(repeating: "- a: b: c\n", count: 10)
    let source = SourceFile(path: "a", text: text)
    let mistakes = (0...5).map { readings in
      YAMLReader(reading: source, bytesReadAgain: readings * text.utf8.count).mistakes.count
    }
    #expect(mistakes == [1, 2, 3, 4, 5, 6])
  }

  @Test func `comes without the steps of which a part can't be read`() {
    let (scenario, mistakes) = TestStories.scenario(
      "when: the reader taps\nthen:\n  - the screen shows:\n      state: \"info\n      title: a\n  - b"
    )
    #expect(mistakes.map(\.message) == ["this quote is not closed"])
    #expect(scenario?.steps.map(\.shown) == ["act when: the reader taps", "check then: b"])
  }

  @Test func `is not said to miss what a mend has taken away`() {
    for value in ["\"open", "a: b", "@a", "[a", "{ a: b", "'it's", "`a", "&", "*", "| a"] {
      for key in ["about", "tags", "clock", "locale", "time zone"] {
        let file = TestStories.read(
          "story: S\nmodule: m\n\(key): \(value)\nscenarios: [{ scenario: One, when: a }]\n")
        #expect(file.mistakes.count == 1, "\(key): \(value)")
      }
      for key in ["given", "when", "then", "skip", "known issue"] {
        let file = TestStories.read(
          "story: S\nmodule: m\nscenarios:\n  - scenario: One\n    \(key): \(value)\n")
        #expect(
          file.mistakes.count == (key == "known issue" ? 2 : 1), "\(key): \(value)")
      }
    }
  }

  @Test(arguments: [2, 4, 8])
  func `is mended for any width of a tab`(width: Int) {
    let indentation = String(repeating: " ", count: width)
    let file = TestStories.read(
      """
      story: S
      module: m
      background:
      \(indentation)given: a
      \twhen: b
      scenarios: [{ scenario: One, when: a }]
      """)
    #expect(file.mistakes.map(\.message) == ["a tab stands in the indentation"])
    #expect(file.stories.first?.background.map(\.shown) == ["prepare given: a", "act when: b"])
  }
}

/// What a slip of the finger does to the language's own example.
@Suite("A damaged story")
struct DamagedStoryTests {
  static let story = Array(TestStories.facts.utf8)

  /// Whether a text is read to something that makes sense, with all its places within the text.
  @discardableResult
  private func check(_ bytes: [UInt8], _ what: @autoclosure () -> String) -> StoryFile {
    let source = SourceFile(path: "a.yaml", bytes: bytes)
    let file = StoryFile(reading: source)
    #expect(!file.mistakes.isEmpty || !file.stories.isEmpty, "\(what())")
    for mistake in file.mistakes {
      let range = mistake.place.range
      #expect(source.position(atOffset: range.start.offset) == range.start, "\(what())")
      #expect(source.position(atOffset: range.end.offset) == range.end, "\(what())")
      #expect(range.start <= range.end, "\(what())")
    }
    _ = MistakeFormatter().format(file.mistakes)
    return file
  }

  @Test func `yields mistakes or stories wherever it is cut off`() {
    for length in Self.story.indices {
      check(Array(Self.story[..<length]), "cut off at \(length)")
    }
  }

  @Test func `yields a few mistakes or stories whichever byte is missing`() {
    for index in Self.story.indices {
      var bytes = Self.story
      bytes.remove(at: index)
      let file = check(bytes, "without byte \(index)")
      #expect(file.mistakes.count <= 3, "without byte \(index)")
    }
  }

  @Test(arguments: Array("\t\"':-#[{}]!*&|>%@`,? \n\0\u{FF}".utf8))
  func `yields mistakes or stories whichever byte is wrong`(byte: UInt8) {
    for index in Self.story.indices where index.isMultiple(of: 19) {
      var bytes = Self.story
      bytes[index] = byte
      check(bytes, "\(byte) at \(index)")
    }
  }
}
