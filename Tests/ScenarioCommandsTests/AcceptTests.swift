import Foundation
import Testing

@testable import ScenarioCommands

@Suite("scenarios accept")
struct AcceptTests {
  private let folder: StoriesFolder

  init() throws { folder = try StoriesFolder.facts(FactsFiles.failingStory) }

  private var text: String {
    get throws { try folder.text(of: FactsFiles.path) }
  }

  private static let change = """
    Scenarios/facts.yaml:20:27   Interesting facts › The screen appears › Loading succeeds
      - infoText: A lie
      + infoText: A fact

    """

  private static let accepted = """

    Accepted 1 change in Scenarios/facts.yaml.

    ✔ Interesting facts › The screen appears › Loading succeeds: passed
    ✔ Interesting facts › The screen appears › Loading succeeds › Tapping details opens the details screen: passed

    4 scenarios: 4 passed

    """

  @Test func `scenarios accept writes actual values, and keeps permissions`() async throws {
    let file = folder.url.appending(path: FactsFiles.path)
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try await folder.call("accept", "--all").expect(
      0, output: .equals(Self.change + Self.accepted), errors: "")
    #expect(try text == FactsFiles.story)
    let mode = try files.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
    #expect(mode == 0o640)
    // No temporary file is left.
    let stories = file.deletingLastPathComponent().path
    #expect(try files.contentsOfDirectory(atPath: stories) == ["facts.yaml"])
  }

  @Test func `scenarios accept names the failure of a known issue`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/story.yaml": """
      story: Links
      module: links
      scenarios:
        - scenario: One
          known issue: LINKS-7   # reported
          when: the app starts
          then: { the links are: [] }
        - scenario: Case <n>
          known issue: "LINKS-8"
          when: the app starts
          then: { the links are: <links> }
          examples:
            - { n: 1, links: [] }
            - { n: 2, links: !count 1 }
      """
    ])
    try await folder.call("run", "--strict", "--no-history").expect(1)
    try await folder.call("accept", "--all").expect(0)
    let text = try folder.text(of: "Scenarios/story.yaml")
    #expect(text.contains("    known issue: { LINKS-7: the links are }   # reported\n"))
    #expect(text.contains("    known issue: { LINKS-8: the links are }\n"))
    try await folder.call("run", "--strict", "--no-history").expect(0)
  }

  @Test func `scenarios accept updates the target of a symbolic link`() async throws {
    let link = folder.url.appending(path: FactsFiles.path)
    let file = folder.url.appending(path: "real.yaml")
    try FileManager.default.moveItem(at: link, to: file)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    try await folder.call("accept", "--all").expect(0)
    #expect(try folder.text(of: "real.yaml") == FactsFiles.story)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
  }

  @Test func `scenarios accept --dry-run shows the changes without writing them`() async throws {
    try await folder.call("accept", "--dry-run", environment: ["CI": "true"]).expect(
      1, output: .equals(Self.change + "\n4 scenarios: 1 failed, 1 blocked, 2 passed\n"))
    #expect(try text == FactsFiles.failingStory)
  }

  @Test func `scenarios accept reports that there is nothing to accept`() async throws {
    try await folder.call("accept", "--all", "--name", "before anything").expect(
      0, output: "There is nothing to accept.\n\n1 scenario: 1 passed\n")
  }

  @Test func `scenarios accept reports a value that cannot be updated`() async throws {
    let story = FactsFiles.story.replacing("for fact 1", with: "for fact 2")
    try await StoriesFolder.facts(story).call("accept", "--all").expect(
      1,
      output: """
        Scenarios/facts.yaml:24:19: can't be accepted: the number is part of the step; \
        edit it by hand

        There is nothing to accept.

        4 scenarios: 1 failed, 3 passed

        """)
  }

  @Test(arguments: [
    ("1", false), ("true", false), ("yes", false), ("", true), ("0", true), ("false", true),
  ])
  func `scenarios accept changes no story where CI is set`(value: String, isAccepted: Bool)
    async throws
  {
    let error =
      "Error: accept does not change stories on CI (the environment variable CI is set); use --dry-run\n"
    try await folder.call("accept", "--all", environment: ["CI": value]).expect(
      isAccepted ? 0 : 2, errors: .begins(isAccepted ? "" : error))
    #expect(try text == (isAccepted ? FactsFiles.story : FactsFiles.failingStory))
  }

  @Test func `scenarios accept without --all fails when there is no terminal`() async throws {
    try await folder.call("accept").expect(
      2,
      errors: .begins(
        "Error: accept asks before each change, but there is no terminal; use --all to accept all changes\n"
      ))
    #expect(try text == FactsFiles.failingStory)
  }

  @Test func `scenarios accept skips a file with errors and updates the rest`() async throws {
    let broken = try StoriesFolder([
      FactsFiles.path: FactsFiles.failingStory, "Scenarios/broken.yaml": FactsFiles.brokenStory,
    ])
    let call = try await broken.call("accept", "--all")
    let diagnostic = "Scenarios/broken.yaml:5:5: error: unknown key \"wehn\"\n"
    let accepted = Self.accepted.replacing("4 passed\n", with: "4 passed, 1 file with errors\n")
    call.expect(2, output: .equals(Self.change + accepted), errors: .begins(diagnostic))
    #expect(call.errors.components(separatedBy: diagnostic).count == 2)
    #expect(try broken.text(of: FactsFiles.path) == FactsFiles.story)
  }

  // MARK: - In a terminal

  private static let question = "Accept this? [y]es, [n]o, [a]ll of this file, [q]uit: "

  @Test(arguments: [("y\n", true), ("what?\nYes\n", true), ("n\n", false), ("q\n", false)])
  func `scenarios accept changes a story only after confirmation in a terminal`(
    typed: String, isAccepted: Bool
  ) async throws {
    try await Terminal.call(["accept"], in: folder, typed: typed).expect(
      isAccepted ? 0 : 1, output: .contains(Self.change + Self.question))
    #expect(try text == (isAccepted ? FactsFiles.story : FactsFiles.failingStory))
  }

  @Test func `scenarios accept asks about each change or takes all of a file`() async throws {
    let story = FactsFiles.failingStory.replacing("state: info", with: "state: in")
    let several = try StoriesFolder.facts(story)
    try await Terminal.call(["accept"], in: several, typed: "n\ny\n").expect(1)
    let half = FactsFiles.story.replacing("state: info", with: "state: in")
    #expect(try several.text(of: FactsFiles.path) == half)
    try several.write(story, to: FactsFiles.path)
    try await Terminal.call(["accept"], in: several, typed: "a\n").expect(0)
    #expect(try several.text(of: FactsFiles.path) == FactsFiles.story)
  }

  @Test func `a failed run in a terminal suggests scenarios accept`() async throws {
    let hint = "If the change is intended, run: swift run scenarios accept\n"
    try await Terminal.call(["run"], in: folder).expect(
      output: .ends("(TIME, story time 200 ms)\n" + hint))
    let passing = try StoriesFolder.facts()
    try await Terminal.call(["run"], in: passing).expect(output: .lacks("accept"))
  }
}
