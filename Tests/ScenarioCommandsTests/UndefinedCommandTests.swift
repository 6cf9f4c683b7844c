import Foundation
import Testing

@Suite("Undefined steps in commands")
struct UndefinedCommandTests {
  private static let story = """
    story: Sharing
    module: facts
    scenarios:
      - scenario: The screen appears
        when: the screen appears
        then: { the screen shows: { state: initial } }

        scenarios:
          - scenario: A fact is sent
            when: the screen sends fact 123 to "Ann"
            then: no error alert was shown

            scenarios:
              - scenario: It is sent again
                when: the screen sends fact 123 to "Bob"
                then: no error alert was shown
    """

  private let folder: StoriesFolder

  init() throws { folder = try StoriesFolder(["Scenarios/sharing.yaml": Self.story]) }

  /// Returns what is said of the step that sends a fact.
  private static func missing(at place: String, _ name: String) -> String {
    """
      Scenarios/sharing.yaml:\(place): no step matches "the screen sends fact 123 to "\(name)""
        The sentences that begin with "the screen": the screen appears; the screen shows: …; the screen showed: …; the screen was updated 2 times
        For a developer:
          When("the screen sends fact {int} to {string}") { (module, int: Int, string: String) in
            throw CheckFailure("this step is not implemented yet")
          }
    """
  }

  @Test func `a run with undefined scenarios shows code to paste and has status 1`() async throws {
    try await folder.call("run", "--no-history").expect(
      1,
      output: """
        Sharing   Scenarios/sharing.yaml
          ✔ The screen appears
            ? A fact is sent   undefined
              ? It is sent again   undefined

        ? Sharing › The screen appears › A fact is sent   Scenarios/sharing.yaml:9
            ? when the screen sends fact 123 to "Ann"
            … 3 steps not run

        \(Self.missing(at: "10:15", "Ann"))

        ? Sharing › The screen appears › A fact is sent › It is sent again   Scenarios/sharing.yaml:14
            ? when the screen sends fact 123 to "Ann"
            ? when the screen sends fact 123 to "Bob"
            … 4 steps not run

        \(Self.missing(at: "10:15", "Ann"))

        \(Self.missing(at: "15:19", "Bob"))

        3 scenarios: 2 undefined, 1 passed   (TIME, story time 0 s)

        """)
  }

  @Test(arguments: [[], ["--in-process"], ["--isolate"], ["--repeat", "2"]])
  func `undefined steps that are allowed do not fail a run`(arguments: [String]) async throws {
    try await folder.call(
      ["run", "--no-history", "--allow-undefined"] + arguments
    ).expect(
      0, output: .contains("3 scenarios: 2 undefined, 1 passed"), .lacks("For a developer"))
  }

  @Test func `allowed undefined steps do not hide a failure`() async throws {
    try folder.write(
      Self.story.replacing("state: initial", with: "state: info"), to: "Scenarios/sharing.yaml")
    try await folder.call("run", "--no-history", "--allow-undefined").expect(
      1, output: .contains("1 failed, 2 undefined"))
  }

  @Test func `a check reports undefined steps as errors, or notes if allowed`() async throws {
    try await folder.call("check").expect(1, output: .contains("10:15: error: no step matches"))
    try await folder.call("check", "--strict", "--allow-undefined").expect(
      0, output: .contains("10:15: note: no step matches"), .ends("1 file: 2 notes\n"))
  }

  @Test func `undefined scenarios have nothing to accept`() async throws {
    try await folder.call("accept", "--all").expect(
      output: "There is nothing to accept.\n\n3 scenarios: 2 undefined, 1 passed\n")
  }

  @Test func `the history and a later run say that a scenario was undefined`() async throws {
    try await folder.call("run").expect(1)
    let defined = Self.story.replacing(/the screen sends fact 123 to "\w+"/, with: "2 s pass")
    try folder.write(defined, to: "Scenarios/sharing.yaml")
    try await folder.call("run").expect(output: .contains("fixed"))
    try await folder.call(
      "history", "It is sent again"
    ).expect(output: .contains("? undefined"))
    try await folder.call("history").expect(output: .contains("2 undefined"))
  }
}
