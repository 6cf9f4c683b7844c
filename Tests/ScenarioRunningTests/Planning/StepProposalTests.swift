import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Proposed step definitions")
struct StepProposalTests {
  /// Returns the code proposed for the unknown sentences of a scenario.
  private func proposals(_ steps: String) -> [String] {
    plan(scenario: steps, for: ShopModule.self)
      .errors.compactMap(\.proposal?.code)
  }

  @Test(arguments: [
    "when: the reader swipes \"left\" 3 times",
    "when: the reader drags \"a\" onto \"b\"",
    "given: { the basket holds: [{ name: pen, price: 2 }, { name: ink, price: 2.5, note: ~ }] }",
    "then: the basket is empty",
    """
    then:
      the basket shows:
        total: !above 5
        time zone: UTC
        default: true
        items: !contains { name: pen, tags: [] }
        left: !absent
    """,
    "when: { the reader pays after 2 s: cash }",
    "then: { page 2 shows: !count 3 }",
    "given: { у читателя есть: { имя: Аня } }",
    "then: 'either/or ({both}) \"'",
    """
    timeline:
      step: 1 s
      values: { h: Hello, t: true }
      when: { the author writes: h- }
      then: { the letter is sent: t- }
    """,
  ])
  func `proposed step definitions match the compiled sample module`(steps: String) throws {
    let found = proposals(steps)
    #expect(!found.isEmpty)
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ProposedModule.swift")
    let pasted = Self.inOneLine(try String(contentsOf: file, encoding: .utf8))
    for code in found {
      let parts = code.split(separator: "// In \"steps\":\n").map { part in
        String(part).replacing("// Beside \"steps\":\n", with: "")
          .trimmingCharacters(in: .newlines)
      }
      for part in parts { #expect(pasted.contains(Self.inOneLine(part)), "\(part)") }
    }
  }

  /// Returns the code with each run of whitespace replaced by one space.
  private static func inOneLine(_ code: String) -> String {
    code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `a proposed step definition lists the keys of its data`() {
    #expect(
      proposals("given: { the basket holds: { name: pen, size: { a-b: 1, a b: 2 } } }") == [
        """
        // Beside "steps":
        struct BasketHoldsData: Decodable {
          // Add properties for "name", "size"
        }

        // In "steps":
        Given("the basket holds", data: BasketHoldsData.self) { (module, data: BasketHoldsData) in
          throw CheckFailure("this step is not implemented yet")
        }
        """
      ])
  }

  @Test(arguments: [
    ("[]", "[String]"), ("[1, 2]", "[Int]"), ("\"1\"", "String"), ("2.5", "Double"),
    ("[[1], [2]]", "[[Int]]"), ("!about 3 ± 1", "Double"), ("!matches 1", "String"),
    ("!contains 1", "Int"), ("-1", "Int"),
  ])
  func `a proposed step definition takes the type of a text or number from the story`(
    data: String, type: String
  ) {
    #expect(
      proposals("then:\n  the value is: \(data)") == [
        """
        Observe("the value is") { module -> \(type) in
          throw CheckFailure("this step is not implemented yet")
        }
        """
      ])
  }

  @Test(arguments: [
    ("then: the shop is emty", false), ("then: the shop was empty", false),
    ("then: the shop is empty again", true), ("then: the shop smells good", true),
    ("then: the window is open", true),
  ])
  func `a step definition is proposed unless the sentence is a likely typo`(
    steps: String, isShown: Bool
  ) {
    let plan = plan(scenario: steps, for: ShopModule.self)
    #expect(plan.errors.map(\.proposal?.isLikely) == [isShown])
    #expect(
      StoryResults(plan: plan, results: []).diagnostics.contains("For a developer:") == isShown)
  }

  @Test func `a proposed step definition follows the suggested sentences`() {
    let plan = plan(scenario: "then: the shop smells good", for: ShopModule.self)
    #expect(
      StoryResults(plan: plan, results: []).diagnostics.replacing(/swift:\d+/, with: "swift:1")
        == """
        s.yaml:5:11: error: no step matches "the shop smells good"
          5 |     then: the shop smells good
            |           ^~~~~~~~~~~~~~~~~~~~
          Did you mean: the shop has   (ShopModule.swift:1)
          For a developer:
            Then("the shop smells good") { module in
              throw CheckFailure("this step is not implemented yet")
            }
        """)
  }
}
