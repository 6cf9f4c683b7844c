import ScenarioLanguage
import Testing

@Suite("Limits of phrases and examples")
struct ExpansionLimitTests {
  /// Returns the errors of a story with 40 phrases, each with the text that uses the one before
  /// it, by its number.
  private func errors(
    first: String, _ phrase: (Int) -> String, use: String
  ) -> [String] {
    let phrases = (1...40).map { "  \(phrase($0))\n" }.joined()
    let text = """
      story: S
      module: m
      phrases:
        \(first)
      \(phrases)scenarios:
        - scenario: One
          when: \(use)
        - scenario: Two
          when: \(use)

      """
    return TestStories.read(text).diagnostics.filter { $0.severity == .error }.map { diagnostic in
      "\(diagnostic.start.line):\(diagnostic.start.column) \(diagnostic.message)"
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `phrases that double the steps of each other are refused soon`() {
    let errors = errors(
      first: "do 0: [{ when: a }]", { "do \($0): [{ when: [do \($0 - 1), do \($0 - 1)] }]" },
      use: "do 40")
    #expect(errors == ["47:11 \"do 40\" stands for more than 1,000 steps"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `phrases that double a text or their data are refused soon`() {
    let text = errors(
      first: "do 0 <x>: [{ when: say <x> }]",
      { "do \($0) <x>: [{ when: do \($0 - 1) <x><x> }]" }, use: "do 40 a")
    let data = errors(
      first: "do 0: [{ when: { say: <data> } }]",
      { "do \($0): [{ when: { do \($0 - 1): [<data>, <data>] } }]" }, use: "{ do 40: a }")
    for errors in [text, data] {
      let suffix = "is too large with its values: 1 MiB is the limit"
      #expect(errors.map { $0.hasSuffix(suffix) } == [true], "\(errors)")
    }
  }

  @Test func `a phrase of 1,000 steps is allowed`() {
    let sentences = Array(repeating: "a", count: 999).joined(separator: ", ")
    func diagnostics(_ last: String) -> [String] {
      TestStories.read(
        """
        story: S
        module: m
        phrases:
          do it: [{ when: [\(sentences)\(last)] }]
        scenarios: [{ scenario: One, when: [do it, do it] }]

        """
      ).diagnostics.map(\.message)
    }
    #expect(diagnostics("") == [])
    #expect(diagnostics(", a") == [])
    #expect(diagnostics(", a, a") == ["\"do it\" stands for more than 1,000 steps"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `examples that make too many scenarios are refused before they are made`() {
    let rows = (1...101).map { "[\($0)]" }.joined(separator: ", ")
    func examples(_ name: String) -> String { "{ columns: [\(name)], rows: [\(rows)] }" }
    let story = """
      story: S
      module: m
      scenarios:
        - scenario: One <a>
          when: do <a>
          examples: \(examples("a"))
          scenarios:
            - scenario: Two <b>
              when: do <b>
              examples: \(examples("b"))
              scenarios:
                - scenario: Three <c>
                  when: do <c>
                  examples: \(examples("c"))
        - scenario: Four
          when: do

      """
    let file = TestStories.read(story)
    #expect(
      file.diagnostics.map(\.message)
        == ["there are more than 1,000,000 scenarios and steps in this file"])
    #expect(file.diagnostics.first?.start.line == 6)
    #expect(file.stories.first?.scenarios.map(\.title.string) == ["Four"])
  }
}
