import Testing

@Suite("scenarios list and scenarios steps")
struct ListTests {
  @Test func `scenarios list shows all scenarios with their locations and tags`() async throws {
    try await StoriesFolder.facts().call("list").expect(
      0,
      output: """
        Interesting facts   module facts
          The screen appears   Scenarios/facts.yaml:5  @facts @smoke
            Loading succeeds   Scenarios/facts.yaml:10  @facts @smoke
              Tapping details opens the details screen   Scenarios/facts.yaml:22  @facts @smoke
            Tapping details before anything is loaded does nothing   Scenarios/facts.yaml:25  @facts @smoke

        4 scenarios

        """, errors: "")
  }

  @Test func `scenarios list shows valid scenarios beside a file with errors`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/broken.yaml": FactsFiles.brokenStory, FactsFiles.path: FactsFiles.story,
    ])
    try await folder.call("list", "--name", "opens", "Scenarios").expect(
      2,
      output: """
        Interesting facts   module facts
          The screen appears
            Loading succeeds
              Tapping details opens the details screen   Scenarios/facts.yaml:22  @facts @smoke

        1 scenario

        """, errors: .begins("Scenarios/broken.yaml:5:5: error: unknown key \"wehn\"\n"),
      .ends("\n  Write a sentence after the colon, or a list of sentences below it.\n\n"))
    // In a terminal, the diagnostics come first.
    try await Terminal.call(["list"], in: folder).expect(
      output: .begins("Scenarios/broken.yaml:5:5: error: unknown key \"wehn\"\n"),
      .contains("a list of sentences below it.\n\nInteresting facts   module facts\n"))
  }

  @Test(arguments: [["list"], ["accept", "--all"]])
  func `only diagnostics are shown when every file has errors`(arguments: [String]) async throws {
    try await StoriesFolder(["Scenarios/broken.yaml": FactsFiles.brokenStory]).call(arguments)
      .expect(
        2, output: "", errors: .begins("Scenarios/broken.yaml:5:5: error: unknown key \"wehn\"\n"))
  }

  @Test(arguments: [["steps", "--locations"], ["steps", "facts", "--locations"]])
  func `scenarios steps --locations lists steps with locations`(arguments: [String]) async throws {
    let call = try await StoriesFolder().call(arguments)
    let lines = call.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "module facts")
    #expect(lines.contains("  given"))
    #expect(lines.contains { $0.contains(/^    the screen shows: … +FactsModule\.swift:LINE$/) })
    call.expect(0, errors: "")
  }
}
