import ScenarioLanguage
import Testing

@Suite("The rule of a mistake")
struct MistakeRuleTests {
  @Test(arguments: [
    ("story: S\nmodule: m\nscenarios: [", "yaml-syntax"),
    ("story: S\nmodule: m\n\tscenarios: []", "yaml-syntax"),
    ("story: S\nmodule: m\nmodule: n\nscenarios: [{ scenario: A, then: b }]", "repeated-key"),
    ("story: S\nmodule: m\nscenarioz: [{ scenario: A, then: b }]", "unknown-key"),
    ("story: S\nmodule: m\nscenarios: [{ scenario: A, wheather: b, then: c }]", "unknown-key"),
    ("story: S\nmodule: m\nscenarios: [{ scenario: A, steps: [{ wen: b }] }]", "unknown-key"),
    (
      "story: S\nmodule: m\nscenarios: [{ scenario: A, then: b }, { scenario: A, then: b }]",
      "repeated-title"
    ),
    ("story: S\nmodule: m", "invalid-story"),
    ("", "invalid-story"),
    ("\u{0}s\u{0}t", "unreadable-file"),
  ])
  func `says of which kind it is`(text: String, rule: String) {
    let file = StoryFile(reading: SourceFile(path: "s.yaml", text: text))
    #expect(file.mistakes.first?.rule.id == rule)
  }

  @Test func `is that of a file that can't be opened`() {
    #expect(StoryFile(path: "/nowhere/at.yaml").mistakes.map(\.rule) == [.unreadableFile])
  }

  @Test func `can be a program's own`() {
    let rule = Diagnostic.Rule("house-style", "It is not in house style.", help: "Read the page.")
    #expect(rule == Diagnostic.Rule("house-style", "", help: ""))
    #expect(rule != .unknownStep)
  }
}
