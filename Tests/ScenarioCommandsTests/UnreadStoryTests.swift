import TestSupport
import Testing

@Suite("Stories that are not read")
struct UnreadStoryTests {
  private static let story = """
    story: Honest work
    module: honest
    scenarios:
      - scenario: A log
        when: the app logs "a"
        then: { the result is: missing }
    """

  @Test(arguments: ["run", "check"])
  func `stories that are not read because of a name are reported`(command: String) async throws {
    let folder = try StoriesFolder([
      "Scenarios/story.yaml": Self.story, "Scenarios/.old/story.yaml": Self.story,
      "Scenarios/.draft.yaml": Self.story, "Scenarios/a.story": Self.story,
      "Scenarios/b.yaml.txt": Self.story, "Scenarios/notes.txt": Self.story,
      "Scenarios/c.ymal": Self.story, "Scenarios/d.yaml.orig": Self.story,
      "Scenarios/e,yml": Self.story, "Scenarios/yaml.md": Self.story,
      "Scenarios/.lint.yml": "rules: []", "Scenarios/.empty/notes.txt": "",
      "scenarios/story.yaml": Self.story,
    ])
    let call = try await folder.hostile(command)
    let text = call.output + call.errors
    for line in [
      "warning: \"Scenarios/.old\" is not read: its name begins with a dot",
      "warning: \"Scenarios/.draft.yaml\" is not read: its name begins with a dot",
      "warning: \"Scenarios/a.story\" is not read: story files end in .yaml or .yml",
      "warning: \"Scenarios/b.yaml.txt\" is not read: story files end in .yaml or .yml",
      "warning: \"Scenarios/c.ymal\" is not read: story files end in .yaml or .yml",
      "warning: \"Scenarios/d.yaml.orig\" is not read: story files end in .yaml or .yml",
      "warning: \"Scenarios/e,yml\" is not read: story files end in .yaml or .yml",
      "warning: the folder \"scenarios\" is not read, only \"Scenarios\"",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(!text.contains("yaml.md"))
    #expect(!text.contains(".lint"))
    #expect(!text.contains(".empty"))
    call.expect(0)
  }

  @Test
  func `a tag that is nearly that of live scenarios is reported in a live run`() async throws {
    func story(_ tag: String) -> String {
      """
      story: Facts \(tag)
      module: facts
      tags: [\(tag)]
      scenarios:
        - scenario: The screen appears
          when: the screen appears
          then: { the screen shows: { state: initial } }
      """
    }
    try await StoriesFolder([
      "Scenarios/a.yaml": story("live"), "Scenarios/b.yaml": story("Live"),
    ]).call("run", "--live").expect(
      errors: .contains("warning: scenarios with the tag \"Live\" are not run live"))
  }
}
