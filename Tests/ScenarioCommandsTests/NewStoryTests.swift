import Foundation
import ScenarioLanguage
import TestSupport
import Testing

@Suite("scenarios new")
struct NewStoryTests {
  @Test func `scenarios new writes a runnable story with comments that explain the language`()
    async throws
  {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call("new", "facts")
    #expect(
      call.output == """
        Scenarios/facts/facts.yaml
        Run it with: swift run scenarios run Scenarios/facts/facts.yaml

        """)
    #expect(call.errors == "")
    #expect(call.status == 0)
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
    #expect(try await folder.call("run", "Scenarios/facts/facts.yaml").status == 0)
    #expect(try await folder.call("new", "facts").output.hasPrefix("Scenarios/facts/facts-2.yaml"))
  }

  @Test func `a full disk leaves no part of a new story`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
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
      let call = try await folder.call("new", module, "--language", code)
      #expect(call.status == 0, "\(call.errors)")
    }
    let check = try await folder.call("check")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    #expect(check.output.contains("11 files: "), "\(check.output)")
    // Such as one of equal titles, because two of them are in each language.
    #expect(!check.output.contains("Scenarios/"), "\(check.output)")
  }

  @Test func `scenarios new writes a story with the words of another language`() async throws {
    let folder = try StoriesFolder()
    #expect(
      try await folder.call("new", "facts", "Scenarios/new.yaml", "--language", "ru").status == 0)
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
    #expect(try await folder.call("run").status == 0)
  }

  @Test(arguments: [
    (
      ["fcats"],
      "error: there is no module \"fcats\"\n  Did you mean: facts\n"
    ),
    (
      ["facts", "Scenarios/facts.yaml"],
      "error: a file exists at \"Scenarios/facts.yaml\" already\n"
        + "  Choose another name, or omit it to use the next free one.\n"
    ),
    (
      ["facts", "Scenarios/facts.txt"],
      "error: \"Scenarios/facts.txt\" would not be found\n"
        + "  Story files end in .yaml or .yml.\n"
    ),
    (
      ["facts", "elsewhere/facts.yaml"],
      "error: \"elsewhere/facts.yaml\" is not in the scenarios folder, \"Scenarios\"\n"
        + "  Write it there, or specify another folder with --folder.\n"
    ),
    (
      ["facts", "Scenarios/fixtures/facts.yaml"],
      "error: \"Scenarios/fixtures/facts.yaml\" would not be found\n"
        + "  Folders called \"fixtures\" and names that begin with a dot are ignored.\n"
    ),
    (
      ["facts", "--language", "la"],
      "error: stories do not support the language \"la\" yet\n"
        + "  Supported languages: \(StoryLanguage.all.map(\.code).joined(separator: ", "))\n"
    ),
  ])
  func `scenarios new reports why it cannot write a story`(arguments: [String], message: String)
    async throws
  {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call(["new"] + arguments)
    #expect(call.errors == message)
    #expect(call.output == "")
    #expect(call.status == 2)
    #expect(try folder.text(of: FactsFiles.path) == FactsFiles.story)
  }
}
