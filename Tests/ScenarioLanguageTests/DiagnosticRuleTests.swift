import ScenarioLanguage
import Testing

@Suite("Diagnostic rules")
struct DiagnosticRuleTests {
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
    ("story: S\nmodule: m\nscenarios: [{ scenario: A, then: { b: { c: } } }]", "key-without-value"),
    ("story: S\nmodule: m", "invalid-story"),
    ("", "invalid-story"),
    ("\u{0}s\u{0}t", "unreadable-file"),
  ])
  func `each kind of error has its diagnostic rule`(text: String, rule: String) {
    let file = StoryFile(reading: SourceFile(path: "s.yaml", text: text))
    #expect(file.diagnostics.first?.rule.id == rule)
  }

  @Test func `a file that cannot be opened has the unreadable-file rule`() {
    #expect(StoryFile(path: "/nowhere/at.yaml").diagnostics.map(\.rule) == [.unreadableFile])
  }

  @Test func `a custom diagnostic rule is identified by its name`() {
    let rule = Diagnostic.Rule("house-style")
    #expect(rule == Diagnostic.Rule("house-style"))
    #expect(rule != .unknownStep)
  }
}
