import TestSupport
import Testing

@testable import ScenarioLanguage

@Suite("Syntax errors")
struct SyntaxErrorTests {
  @Test func `a file with several syntax errors reports only the first`() {
    let file = TestStories.read(
      """
      story: S
      module: m
      scenarois:
        - scenario: "One
          when: the reader: taps
      \t\tthen:
      \t\t\t- the screen shows: { state: info }
        - scenario: Two
          wen: the reader tap
      """)
    #expect(
      file.diagnostics.map { "\($0.location?.range.shown ?? "") \($0.message)" } == [
        "4:15-4:19 this quote is not closed"
      ])
    #expect(!file.isRunnable)
    #expect(file.stories == [])
  }

  @Test(arguments: [
    ("story: S\nstory: T\nmodule: m: n\n", "module"), ("story: S\n---\nstory: T: U\n", "story"),
  ])
  func `a syntax error hides a repeated key and a story above it`(text: String, key: String) {
    let file = TestStories.read(text)
    #expect(
      file.diagnostics.map(\.message) == ["the text after \"\(key):\" contains another \": \""])
    #expect(file.stories == [])
  }

  @Test func `aliases without an anchor are all reported, and hide structural errors`() {
    let file = TestStories.read("story: *s\nmodule: *m\nscenarois: []\n")
    #expect(
      file.diagnostics.map(\.message) == [
        "no anchor \"&s\" is defined above this alias",
        "no anchor \"&m\" is defined above this alias",
      ])
    #expect(file.stories == [])
  }

  @Test func `a value that is not YAML is reported once under any key`() {
    for value in ["\"open", "a: b", "@a", "[a", "{ a: b", "'it's", "`a", "&", "*", "| a"] {
      let stories: [String] =
        ["about", "tags", "clock", "locale", "time zone"].map {
          "story: S\nmodule: m\n\($0): \(value)\nscenarios: [{ scenario: One, when: a }]\n"
        }
        + ["given", "when", "then", "skip", "known issue"].map {
          "story: S\nmodule: m\nscenarios:\n  - scenario: One\n    \($0): \(value)\n"
        }
      for story in stories { #expect(TestStories.read(story).diagnostics.count == 1, "\(story)") }
    }
  }
}

/// Tests of the documentation's example story after accidental damage.
@Suite("Damaged stories")
struct DamagedStoryTests {
  static let story = Array(TestStories.facts.utf8)

  /// Checks that a text yields diagnostics or stories, with every source range inside the text.
  @discardableResult
  private func check(_ bytes: [UInt8], _ what: @autoclosure () -> String) -> StoryFile {
    let source = SourceFile(path: "a.yaml", bytes: bytes)
    let file = StoryFile(reading: source)
    #expect(!file.diagnostics.isEmpty || !file.stories.isEmpty, "\(what())")
    for diagnostic in file.diagnostics {
      guard let range = diagnostic.location?.range else { continue }
      #expect(source.position(atOffset: range.start.offset) == range.start, "\(what())")
      #expect(source.position(atOffset: range.end.offset) == range.end, "\(what())")
      #expect(range.start <= range.end, "\(what())")
    }
    _ = DiagnosticFormatter().format(file.diagnostics)
    return file
  }

  @Test func `a truncated story produces diagnostics or stories`() {
    for length in Sample.of(Self.story.indices, oneIn: 8) {
      check(Array(Self.story[..<length]), "cut off at \(length)")
    }
  }

  @Test func `a story without one byte produces at most three diagnostics`() {
    for index in Sample.of(Self.story.indices, oneIn: 8) {
      var bytes = Self.story
      bytes.remove(at: index)
      let file = check(bytes, "without byte \(index)")
      #expect(file.diagnostics.count <= 3, "without byte \(index)")
    }
  }

  @Test(arguments: Array("\t\"':-#[{}]!*&|>%@`,? \n\0\u{FF}".utf8))
  func `a story with a wrong byte produces diagnostics or stories`(byte: UInt8) {
    for index in Sample.of(Self.story.indices, oneIn: 151, whole: 19) {
      var bytes = Self.story
      bytes[index] = byte
      check(bytes, "\(byte) at \(index)")
    }
  }
}
