import Foundation
import ScenarioLanguage
import TestSupport
import Testing

@Suite("scenarios new")
struct NewStoryTests {
  @Test func `scenarios new writes a runnable story that explains the language`() async throws {
    let folder = try StoriesFolder.facts()
    try await folder.call("new", "facts").expect(
      0,
      output: """
        Scenarios/facts/facts.yaml
        Run it with: swift run scenarios run Scenarios/facts/facts.yaml

        """, errors: "")
    #expect(
      try folder.text(of: "Scenarios/facts/facts.yaml") == """
        # A story describes the expected behaviour of one part of the app in scenarios.
        # Run it: swift run scenarios run Scenarios/facts/facts.yaml
        # Available steps: swift run scenarios steps facts
        story: A new story (facts)
        module: facts

        scenarios:
          # "given" prepares, "when" acts, "then" checks: each is a sentence or a list of sentences.
          # Data follows a colon after the sentence.
          # Expected values are compared key by key; keys that you leave out can have any value.
          # !any, !absent, !contains x, !not x and others match more than one exact value.
          - scenario: Something happens
            when:
              - the screen appears
            then:
              - the screen shows: !any

            # Each of these scenarios continues where the outer scenario ends.
            scenarios:
              # Time words precede checks and take no real time:
              #   eventually: …   within 2 s: …   after 100 ms: …   for 5 s: …   never within 5 s: …
              - scenario: It goes on
                then:
                  - eventually: { the screen shows: !any }

        """)
    try await folder.call("run", "Scenarios/facts/facts.yaml").expect(0)
    try await folder.call("new", "facts").expect(output: .begins("Scenarios/facts/facts-2.yaml"))
  }

  @Test func `a full disk leaves no part of a new story`() async throws {
    let folder = try StoriesFolder.facts()
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    let process = CommandLineCall.process(["new", "facts", "Scenarios/new.yaml"], in: folder.url)
    process.arguments =
      ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", CommandLineCall.executable.path]
      + (process.arguments ?? [])
    process.executableURL = URL(filePath: "/bin/sh")
    let call = try await FinishedProcess(process)
    #expect(call.status != 0)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
        == before.sorted())
  }

  @Test func `the first story of each module is valid in every language`() async throws {
    let folder = try StoriesFolder()
    let modules = [
      "analytics", "analytics controller", "comments", "facts", "feeds", "links", "posts", "search",
      "sign-in", "users", "users interactor",
    ]
    for (index, module) in modules.enumerated() {
      let code = StoryLanguage.all[index % StoryLanguage.all.count].code
      try await folder.call("new", module, "--language", code).expect(0)
    }
    // No problem, such as one of equal titles, because two of them are in each language.
    try await folder.call("check").expect(0, output: .contains("11 files: "), .lacks("Scenarios/"))
  }

  @Test func `scenarios new writes a story with the words of another language`() async throws {
    let folder = try StoriesFolder()
    try await folder.call("new", "facts", "Scenarios/new.yaml", "--language", "ru").expect(0)
    let text = try folder.text(of: "Scenarios/new.yaml")
    #expect(text.contains("# История говорит"))
    #expect(
      text.split(separator: "\n").filter { !$0.contains("#") }.joined(separator: "\n") == """
        история: Новая история (facts)
        модуль: facts
        сценарии:
          - сценарий: Что-то происходит
            когда:
              - экран появляется
            тогда:
              - экран показывает: !any
            сценарии:
              - сценарий: Продолжение
                тогда:
                  - в итоге: { экран показывает: !any }
        """)
    try await folder.call("run").expect(0)
  }
}
