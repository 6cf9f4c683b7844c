import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Texts that continue on the next line")
struct ContinuedTextTests {
  /// Returns the warnings on checks, which begin on line 6.
  private func warnings(_ checks: String) -> [Diagnostic] {
    plan(scenario: "then:\n\(checks)", for: MirrorModule.self).warnings
  }

  @Test func `a text after !not that continues on the next line gets a warning`() {
    let found = warnings(
      """
        - it shows:
            title: !not Old
              it shows
            state: ready
      """)
    #expect(
      DiagnosticFormatter().format(found) == """
        s.yaml:7:18: warning: this text continues on the next line: "Old it shows"
          7 |           title: !not Old
            |                  ^~~~~~~~
          Indent the next line less if it is a step or a key.
          Put the whole text in quotes if it is one text.
        """)
  }

  @Test(arguments: [
    "  - it shows: !not Old\n      it shows", "  - it shows: !not-contains Old\n      it shows",
    "  - it shows: !not { a: [b, c\n      it shows] }",
    "  - it shows: !not-one-of [a, b\n      it shows]",
    "  - never within 1 s:\n      it shows: Old\n        it shows",
  ])
  func `a text that must not occur and that continues on the next line gets a warning`(
    check: String
  ) {
    #expect(warnings(check).map(\.rule) == [.continuedText])
  }

  @Test(arguments: [
    "  - scenario: A\n      then it shows true\n    then: { it shows: 1 }",
    "  - scenario: A\n    then: { it shows: 1 }\n    known issue: X-1\n      then it shows true",
  ])
  func `a title and a reason that continue on the next line get a warning`(scenario: String) {
    let found = plan(
      "story: S\nmodule: mirror\nscenarios:\n\(scenario)", for: [Vocabulary(of: MirrorModule.self)])
    #expect(found.warnings.map(\.rule) == [.continuedText])
  }

  @Test(arguments: [
    "  - it shows: Old\n      and new", "  - it shows: !contains Old\n      and new",
    "  - it shows: !not \"Old\n      and new\"", "  - it shows: !not\n      Old and new",
    "  - it shows: !not >\n      Old\n      and new",
    "  - it shows: !not-one of [a,\n      b]", "  - it shows: !not [a,\n      b]",
    "  - it shows: !not { a: Old, # comment\n      b: New }",
  ])
  func `a text that can be meant to continue on the next line gets no warning`(check: String) {
    #expect(warnings(check) == [])
  }
}
