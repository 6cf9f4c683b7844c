import Foundation
import TestSupport
import Testing

@Suite("scenarios import")
struct ImportTests {
  private static let feature = """
    Feature: Facts
      Background: A screen
        Given the screen appears

      Scenario: Loading
        When the reader waits

    """

  @Test func `scenarios import writes a story that is formatted and can be checked`() async throws {
    let folder = try StoriesFolder(["old/facts.feature": Self.feature])
    try await folder.call("import", "old/facts.feature", "--module", "facts").expect(
      0,
      output: """
        old/facts.feature: written to Scenarios/facts.yaml, with 1 part as a comment:
          # background: A screen

        """,
      errors: "")
    #expect(
      try folder.text(of: "Scenarios/facts.yaml") == """
        story: Facts
        module: facts

        # background: A screen
        background:
          given: the screen appears

        scenarios:
          - scenario: Loading
            when: the reader waits

        """)
    try await folder.call("format", "--check").expect(0)
    try await folder.call("check", "--allow-undefined").expect(
      0, output: .contains("no step matches \"the reader waits\""))
  }

  @Test func `scenarios check proposes one step for all imported sentences of a pattern`()
    async throws
  {
    let scenarios = (1...3).map {
      "  Scenario: Number \($0)\n    When the reader writes \($0) letters to \"Ann\"\n"
    }
    let folder = try StoriesFolder(["facts.feature": "Feature: Facts\n" + scenarios.joined()])
    try await folder.call("import", "facts.feature", "--module", "facts").expect(0)
    let call = try await folder.call("check")
    call.expect(1, output: .contains("no step matches \"the reader writes 3 letters to \"Ann\"\""))
    let proposal = "When(\"the reader writes {int} letters to {string}\")"
    #expect(call.output.components(separatedBy: proposal).count == 2)
  }

  @Test func `check proposes one step for sentences of files that differ in one word`()
    async throws
  {
    func feature(_ name: String, _ verbs: [String]) -> String {
      let scenarios = verbs.map { "  Scenario: \($0)\n    When the postman \($0) the letter\n" }
      return "Feature: \(name)\n" + scenarios.joined()
    }
    let folder = try StoriesFolder([
      "a.feature": feature("A", ["stamps", "burns"]),
      "b.feature": feature("B", ["burns", "reads"]),
    ])
    try await folder.call("import", "a.feature", "b.feature", "--module", "facts").expect(0)
    let call = try await folder.call("check")
    call.expect(1, output: .contains("When(\"the postman stamps/burns/reads the letter\")"))
    #expect(call.output.components(separatedBy: "When(").count == 2)
  }

  @Test func `check proposes a step that two modules lack for each of them`() async throws {
    let scenario = "  Scenario: It\n    When the postman rings\n    And the postman rings\n"
    let feature = "Feature: Post\n" + scenario
    let folder = try StoriesFolder(["a.feature": feature, "b.feature": feature])
    try await folder.call("import", "a.feature", "--module", "facts").expect(0)
    try await folder.call("import", "b.feature", "--module", "posts").expect(0)
    let call = try await folder.call("check")
    call.expect(1)
    #expect(call.output.components(separatedBy: "When(\"the postman rings\")").count == 3)
  }

  @Test func `scenarios import lists tables that may be mappings, with what to write`()
    async throws
  {
    let folder = try StoriesFolder([
      "facts.feature": """
      Feature: Facts
        Scenario: It
          When I sign in:
            | email    | ann@example.com |
            | password | s3cret          |
          Then the list is:
            | title | minutes |
            | Dune  | 700     |

      """
    ])
    try await folder.call("import", "facts.feature", "--module", "facts").expect(
      0,
      output: """
        facts.feature: written to Scenarios/facts.yaml
          line 3: if the rows are keys and values, write { email: ann@example.com, password: s3cret }

        """)
  }

  @Test func `an import that is repeated changes nothing`() async throws {
    let folder = try StoriesFolder(["facts.feature": Self.feature])
    let call = ["import", "facts.feature", "--module", "facts", "--into", "Stories"]
    try await folder.call(call).expect(0, output: .contains("written to Stories/facts.yaml"))
    try await folder.call(call).expect(0, output: .contains("already in Stories/facts.yaml"))
  }

  @Test func `scenarios import does not replace a file that differs`() async throws {
    let folder = try StoriesFolder([
      "facts.feature": Self.feature, "Scenarios/facts.yaml": "theirs\n",
    ])
    try await folder.call("import", "facts.feature", "--module", "facts").expect(
      2, output: "",
      errors: """
        error: "facts.feature" is not imported, because "Scenarios/facts.yaml" exists and differs
          Move it away, or use another folder with --into if two features have its name.

        """)
    #expect(try folder.text(of: "Scenarios/facts.yaml") == "theirs\n")
  }

  @Test func `scenarios import reports errors that only the story has, at their lines in it`()
    async throws
  {
    let folder = try StoriesFolder([
      "facts.feature": """
      Feature: Facts
        Scenario: It
          When wait 2 s
          Then within 5 seconds the reader laughs

      """
    ])
    try await folder.call("import", "facts.feature", "--module", "facts").expect(
      2, output: "facts.feature: written to Scenarios/facts.yaml\n",
      errors: """
        Scenarios/facts.yaml:6:11: error: unknown time word "wait 2 s"
          6 |     when: wait 2 s
            |           ^~~~~~~~
          Write "2 s pass" to let time pass.
        Scenarios/facts.yaml:7:11: error: a colon is missing after "within 5 s"
          7 |     then: within 5 seconds the reader laughs
            |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          Did you mean: { within 5 s: the reader laughs }

        """)
  }

  @Test func `a feature with an error leaves the others imported`() async throws {
    let folder = try StoriesFolder([
      "one.feature": "Feature: One\n  Scenario: It\n    the screen appears\n    Given it\n    it\n",
      "two.feature": Self.feature, "none.feature": "# nothing yet\n",
    ])
    let files = ["one.feature", "missing.feature", "none.feature", "two.feature"]
    try await folder.call(["import"] + files + ["--module", "facts"]).expect(
      2,
      output: """
        none.feature: there is no feature in it
        two.feature: written to Scenarios/two.yaml, with 1 part as a comment:
          # background: A screen

        """,
      errors: .begins("one.feature:5:5: error: this line has no keyword that can be here\n"),
      .contains("missing.feature:1:1: error: there is no such file"))
  }

  @Test func `scenarios import lists what it takes for comments, such as a mistyped first step`()
    async throws
  {
    let folder = try StoriesFolder([
      "facts.feature": """
      Feature: Facts
        Scenario: It
          Givn a screen
          When it has
            | a | b
            | 1 | 2

      """
    ])
    try await folder.call("import", "facts.feature", "--module", "facts").expect(
      0,
      output: """
        facts.feature: written to Scenarios/facts.yaml, with 3 parts as a comment:
          # b
          # 2
          # Givn a screen
          line 4: if the first row is no header, write [a, 1]

        """)
  }

  @Test func `scenarios import refuses an empty folder`() async throws {
    let folder = try StoriesFolder(["facts.feature": Self.feature])
    try await folder.call("import", "facts.feature", "--into", "", "--module", "facts").expect(
      2, output: "", errors: .begins("Error: --into needs a folder, but it is empty\n"))
  }

  @Test func `scenarios import needs a module if there are several`() async throws {
    let folder = try StoriesFolder(["facts.feature": Self.feature])
    try await folder.call("import", "facts.feature").expect(
      2, errors: .begins("error: the option --module is missing\n  Choose one of: "))
    try await folder.call("import", "facts.feature", "--module", "fakts").expect(
      2, errors: .begins("error: there is no module \"fakts\""))
  }

  @Test(arguments: [[], ["--module", "fakts"]])
  func `scenarios import reports files that are wrong before it needs a module`(options: [String])
    async throws
  {
    let folder = try StoriesFolder([
      "wrong.feature": "Feature: A\n  Scenario: B\n    Given c\nFeature: D\n"
    ])
    try await folder.call(["import", "missing.feature", "wrong.feature"] + options).expect(
      2, output: "", errors: .begins("missing.feature:1:1: error: there is no such file\n"),
      .contains("wrong.feature:4:1: error: this is another feature\n"), .lacks("module"))
  }
}
